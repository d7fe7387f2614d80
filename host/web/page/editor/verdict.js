/**
 * @file Whether a query is a player: on the position that is looked at, and on fifty others of all phases of the game,
 * with those where it fails or is slow to go to.
 */

import { fill, h } from "../base/dom.js";
import { say } from "../base/speech.js";
import { some, took, wordsOf } from "../base/words.js";

/** @typedef {import("../base/protocol.js").Trial} Trial */
/** @typedef {import("../base/protocol.js").TriedPosition} TriedPosition */

/** How many positions are named of each kind. */
const NAMED = 5;

/**
 * @typedef {object} Uses
 * @property {() => string} query what is tried
 * @property {(query: string, signal: AbortSignal) => Promise<Trial>} ask has it tried
 * @property {(tried: TriedPosition) => void} [look] goes to a position
 */

export class Verdict {
  /** @param {Uses} uses */
  constructor({ query, ask, look }) {
    this.query = query;
    this.ask = ask;
    this.look = look;
    this.here = h("p", { class: "verdict" });
    this.summary = h("p", { class: "verdict" });
    this.places = h("div", { class: "verdict-places" });
    this.button = h("button", { type: "button", onclick: () => void this.try() }, "Try on 50 positions");
    this.element = h("div", { class: "verdict-box" }, this.here, this.summary, this.places);
    this.running = new AbortController();
  }

  /**
   * Says what the query is on the position that is looked at.
   *
   * @param {import("../base/protocol.js").QueryVerdict | null} verdict
   */
  show(verdict) {
    fill(this.here, verdict && h("strong", { class: verdict.good ? "good" : "bad" }, verdict.text));
  }

  /** Forgets all that was said. */
  clear() {
    this.running.abort();
    for (const one of [this.here, this.summary, this.places]) fill(one);
  }

  /** Tries the query on positions of all phases. */
  async try() {
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    fill(this.summary, "Trying positions of all phases...");
    fill(this.places);
    try {
      const trial = await this.ask(this.query(), running.signal);
      if (!running.signal.aborted) this.tried(trial);
    } catch (error) {
      if (!running.signal.aborted) fill(this.summary, h("span", { class: "warning" }, wordsOf(error)));
    }
  }

  /** @param {Trial} trial */
  tried({ text, good, positions }) {
    fill(this.summary, h("strong", { class: good ? "good" : "bad" }, text));
    const failing = positions.filter((one) => !one.good).slice(0, NAMED);
    const slowest = [...positions].sort((a, b) => b.took_ms - a.took_ms).slice(0, NAMED);
    fill(this.places,
      this.list("Where it fails", failing, ({ text: why }) => why),
      this.list("Slowest", slowest, ({ took_ms: ms }) => took(ms)));
    say(text);
  }

  /**
   * @param {string} title
   * @param {TriedPosition[]} positions
   * @param {(one: TriedPosition) => string} words
   */
  list(title, positions, words) {
    const { look } = this;
    const place = (/** @type {TriedPosition} */ one) => `after ${some(one.position.moves.length, "move")}`;
    return positions.length > 0 && h("div", {}, h("h3", {}, title), h("ul", { class: "plain" }, positions.map((one) => h("li", {},
      look ? h("button", { type: "button", class: "link", onclick: () => look(one) }, place(one)) : place(one),
      `: ${words(one)}`))));
  }
}
