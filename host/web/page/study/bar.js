/** @file A bar beside the board: who is ahead, and by how many discs. */

import { h } from "../base/dom.js";
import { side } from "../base/words.js";

/** So many discs ahead fill half of the rest. */
const HALF = 10;

export class Bar {
  constructor() {
    this.number = h("span", { class: "bar-number" });
    this.element = h("div", { class: "advantage", role: "meter", "aria-label": "Evaluation", hidden: true },
      h("span", { class: "bar-black" }), this.number);
  }

  /**
   * @param {number | null} score in discs for Black; nothing where it is not known yet
   * @param {number} most the most that anybody can be ahead
   * @param {boolean} discs
   */
  show(score, most, discs) {
    const shown = score ?? 0;
    const ahead = Math.round(Math.abs(shown) * 10) / 10;
    const words = score === null ? "not known yet" : ahead === 0 ? "even"
      : `${side(shown > 0 ? "black" : "white", discs)} ahead by ${ahead} ${ahead === 1 ? "disc" : "discs"}`;
    for (const [name, value] of Object.entries({ valuemin: -most, valuemax: most, valuenow: shown.toFixed(1), valuetext: words })) {
      this.element.setAttribute(`aria-${name}`, `${value}`);
    }
    this.element.title = `Evaluation: ${words}`;
    this.element.classList.toggle("black-ahead", shown >= 0);
    this.element.style.setProperty("--black", `${(50 + 50 * shown / (Math.abs(shown) + HALF)).toFixed(1)}%`);
    this.number.textContent = score === null ? "?" : ahead < 10 ? `${ahead}` : `${Math.round(ahead)}`;
  }
}
