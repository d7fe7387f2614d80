/** @file Who plays, with counts and clocks, above the board. */

import { h } from "../base/dom.js";
import { COLOURS, clock, side } from "../base/words.js";

/** @typedef {import("../base/protocol.js").Colour} Colour */
/** @typedef {import("../base/protocol.js").Clocks} Clocks */

/** How often a running clock is looked at, in ms. */
const TICK = 100;

export class Sides {
  constructor() {
    this.black = new Side("black");
    this.white = new Side("white");
    this.element = h("div", { class: "sides" }, this.black.element, this.white.element);
    /** @type {Clocks | null} */
    this.clocks = null;
    this.since = 0;
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  /**
   * @param {import("./course.js").Course} course
   * @param {import("../base/protocol.js").ByColour<number>} counts
   * @param {Colour | null} turn
   * @param {import("../base/protocol.js").ByColour<boolean> | null} present
   */
  show(course, counts, turn, present) {
    for (const colour of COLOURS) {
      const away = course.players[colour].person && present ? !present[colour] : false;
      this[colour].show(course.players[colour], course.discs, counts[colour], turn === colour, away);
    }
  }

  /**
   * The clocks as they are now.
   *
   * @param {Clocks | null} clocks
   */
  set(clocks) {
    this.clocks = clocks;
    this.since = performance.now();
    this.tick();
  }

  /**
   * What a side has left, in ms; nothing where it has no clock.
   *
   * @param {Colour} colour
   */
  left(colour) {
    const clocks = this.clocks;
    if (!clocks) return null;
    const gone = clocks.running === colour ? performance.now() - this.since : 0;
    const total = clocks[colour];
    const limit = clocks.running === colour ? clocks.limit : null;
    const left = total ?? limit;
    return left === null ? null : Math.max(0, left - gone);
  }

  tick() {
    for (const colour of COLOURS) this[colour].time(this.left(colour), this.clocks?.running === colour);
  }

  close() {
    clearInterval(this.timer);
  }
}

class Side {
  /** @param {Colour} colour */
  constructor(colour) {
    this.colour = colour;
    this.stone = h("span", { class: "stone", "aria-hidden": "true" });
    this.who = h("span", { class: "who" });
    this.kind = h("span", { class: "kind" });
    this.number = h("strong", { class: "count" });
    this.clock = h("span", { class: "clock", role: "timer" });
    this.element = h("div", { class: `side ${colour}`, role: "group" },
      this.stone, h("span", { class: "names" }, this.who, this.kind), this.clock, this.number);
  }

  /**
   * @param {import("./course.js").Who} who
   * @param {boolean} discs
   * @param {number} number
   * @param {boolean} moves
   * @param {boolean} away
   */
  show(who, discs, number, moves, away) {
    const symbol = this.colour === "black" ? "X" : "O";
    this.stone.className = `stone ${discs ? "disc" : "sign"} ${symbol}`;
    this.who.textContent = who.name;
    this.who.title = who.name;
    this.kind.textContent = away ? "not here" : who.person ? "person" : who.class;
    this.number.textContent = discs ? `${number}` : "";
    this.element.classList.toggle("to-move", moves);
    const words = [side(this.colour, discs), who.name, discs ? `${number} discs` : "", moves ? "to move" : ""];
    this.element.ariaLabel = words.filter(Boolean).join(", ");
  }

  /**
   * @param {number | null} left
   * @param {boolean} runs
   */
  time(left, runs) {
    const text = left === null ? "" : clock(left);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("runs", runs);
  }
}
