/**
 * @file Those who are expected elsewhere: what leads them to their seats, until they have come. Whoever goes away for a
 * while (a phone that sleeps, a page that is loaded again) finds the way back alone, and the board stays where it is under
 * the pointer of whoever is about to move; the links are still among what can be shared.
 */

import { picture, reached } from "../base/addresses.js";
import { fill, h } from "../base/dom.js";
import { copyable } from "../base/copy.js";
import { COLOURS, side } from "../base/words.js";

/** @typedef {import("../base/protocol.js").GameState} GameState */

export class Invitations {
  constructor() {
    this.element = h("section", { class: "invitations", "aria-label": "Waiting for", hidden: true });
    this.drawn = "";
    /** @type {Set<import("../base/protocol.js").Colour>} */
    this.come = new Set();
  }

  /**
   * @param {GameState} state
   * @param {boolean} discs
   */
  show({ links, game, present, end }, discs) {
    for (const colour of COLOURS) if (present[colour]) this.come.add(colour);
    const expected = COLOURS.filter((colour) =>
      links?.[colour] && game[colour].person && !game[colour].here && !this.come.has(colour) && !end);
    const key = expected.join();
    if (key === this.drawn) return;
    this.drawn = key;
    this.element.hidden = expected.length === 0;
    fill(this.element, expected.map((colour) => {
      const { name } = game[colour];
      return invitation(`${side(colour, discs)}, ${name}`, links?.[colour] ?? "");
    }));
  }
}

/**
 * @param {string} who
 * @param {string} path
 */
function invitation(who, path) {
  const address = h("div", { class: "seat-address" });
  const told = (/** @type {string} */ text) => fill(address, h("a", { class: "seat-link break", href: text }, text), copyable("Seat", text));
  void reached(path).then((found) => told(found.address), () => told(location.origin + path));
  return h("div", { class: "invitation card" },
    h("img", { class: "qr", alt: `QR code of the seat of ${who}`, src: picture(path), width: 144, height: 144 }),
    h("div", {}, h("h2", {}, `Waiting for ${who}`), h("p", { class: "soft" }, "Scan the code, or send this address; whoever opens it has the seat."), address));
}
