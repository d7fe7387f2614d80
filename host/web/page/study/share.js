/** @file Taking a game along: its addresses, and the game and the position as texts. */

import { picture, reached } from "../base/addresses.js";
import { fill, h } from "../base/dom.js";
import { copyable } from "../base/copy.js";
import { ask } from "../base/dialog.js";
import { text } from "../base/server.js";
import { boardAt, consolePath, PASS, turnAt } from "./course.js";

export class Share {
  /**
   * @param {import("./study.js").Study} study
   * @param {() => {label: string, path: string}[]} links
   */
  constructor(study, links) {
    this.study = study;
    this.links = links;
    this.element = h("div", { class: "panel" });
    this.drawn = "";
    /** @type {string | null} the address of the game's records */
    this.record = null;
  }

  show() {
    const { course, at } = this.study;
    const key = JSON.stringify([course.plies.map(({ move }) => move), at, this.links(), course.end?.result]);
    if (key === this.drawn) return;
    this.drawn = key;
    const moves = course.plies.map(({ move }) => move).filter((move) => move !== PASS);
    const turn = turnAt(course, at);
    const ggf = h("div", {});
    fill(this.element,
      this.links().length > 0 && h("section", {}, h("h2", {}, "Addresses"), this.links().map((link) => this.address(link))),
      h("section", {}, h("h2", {}, "As text"),
        copyable("Transcript", moves.join("")),
        ggf,
        copyable("Position", `${boardAt(course, at)} ${turn === "white" ? "O" : "X"}`)),
      h("p", {}, h("a", { href: consolePath(this.study.position) }, "Open this position in the console")));
    void this.ggf(ggf);
  }

  /** @param {{label: string, path: string}} link */
  address({ label, path }) {
    const place = h("span", {}, copyable(label, location.origin + path));
    // As others reach it, once that is known.
    void reached(path).then(({ address }) => fill(place, copyable(label, address)), () => {});
    return h("div", { class: "address" }, place,
      h("button", { type: "button", "aria-label": `QR code for ${label.toLowerCase()}`, onclick: () => code(label, path) }, "QR code"));
  }

  /** @param {HTMLElement} element */
  async ggf(element) {
    if (!this.record) return;
    try {
      fill(element, copyable("GGF", (await text(`${this.record}?format=ggf`)).trim()));
    } catch {
      // A game that GGF can't write has none.
    }
  }
}

/**
 * An address for the phones in the room.
 *
 * @param {string} label
 * @param {string} path
 */
async function code(label, path) {
  const { address, only_here: onlyHere } = await reached(path).catch(() => ({ address: location.origin + path, only_here: false }));
  await ask(label, [
    h("img", { class: "qr", alt: `QR code of ${address}`, src: picture(path), width: 240, height: 240 }),
    h("p", { class: "soft break" }, address),
    onlyHere && h("p", { class: "soft" }, "This host listens on this machine alone; start it with --addr and --token for others."),
  ], [["close", "Close"]]);
}
