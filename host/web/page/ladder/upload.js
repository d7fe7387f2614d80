/** @file A file that is sent to take part with: a pack, and where the ladder takes them in, a library or a program. */

import { h } from "../base/dom.js";
import { ask } from "./account.js";

/** @typedef {import("../base/protocol.js").LadderReceipt} LadderReceipt */

export class Upload {
  /**
   * @param {(send: () => Promise<LadderReceipt>) => Promise<void>} submit has it sent, and shows what comes of it
   */
  constructor(submit) {
    this.submit = submit;
    this.largest = 0;
    this.input = h("input", { type: "file", id: "upload", class: "unseen", onchange: () => void this.take() });
    this.label = h("label", { for: "upload", class: "file-button" });
    this.element = h("span", {}, this.input, this.label);
  }

  /** @param {import("../base/protocol.js").Ladder} ladder */
  ladder({ allows_code: code, largest_upload: largest }) {
    this.largest = largest;
    const words = code ? "Send a pack, library or program" : "Send a pack";
    if (this.label.textContent === words) return;
    this.label.textContent = words;
    this.input.accept = code ? "" : ".othello";
  }

  /** @param {boolean} taken whether anything is taken at the moment */
  allow(taken) {
    this.input.disabled = !taken;
  }

  async take() {
    const file = this.input.files?.[0];
    this.input.value = "";
    if (!file) return;
    await this.submit(async () => {
      if (file.size > this.largest) {
        throw new Error(`${file.name} has ${Math.ceil(file.size / 2 ** 20)} MB, and this ladder takes files of at most ${this.largest / 2 ** 20} MB.`);
      }
      return ask(`/api/ladder/uploads?name=${encodeURIComponent(file.name)}`, { as: "person", file });
    });
  }
}
