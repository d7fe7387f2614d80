/** @file The versions of a bot, two of them side by side. */

import { fill, h } from "../base/dom.js";
import { when } from "../base/words.js";
import { cypher } from "../editor/pieces.js";

/** So many pairs of lines are compared at the most. */
const MOST_COMPARED = 4_000_000;

/** @typedef {import("../base/protocol.js").Bot} Bot */
/** @typedef {import("../base/protocol.js").SavedVersion} SavedVersion */

export class Versions {
  /**
   * @param {Bot} bot
   * @param {(query: string) => void} open puts an old version into the editor
   */
  constructor(bot, open) {
    this.bot = bot;
    this.open = open;
    this.left = h("select", { "aria-label": "Older version", onchange: () => this.compare() });
    this.right = h("select", { "aria-label": "Newer version", onchange: () => this.compare() });
    this.texts = h("div", { class: "side-by-side" });
    this.element = h("details", { class: "card versions" }, h("summary", {}, "Versions"),
      h("div", { class: "row-of-buttons" }, this.left, " beside ", this.right,
        h("button", { type: "button", onclick: () => this.open(this.version(this.left)?.query ?? "") }, "Edit the older one")),
      this.texts);
    this.show(bot);
  }

  /** @param {Bot} bot */
  show(bot) {
    this.bot = bot;
    const numbers = bot.versions.map(({ number }) => number);
    for (const [select, chosen] of /** @type {const} */ ([[this.left, numbers.at(-2)], [this.right, numbers.at(-1)]])) {
      fill(select, bot.versions.map(({ number, saved }) =>
        h("option", { value: `${number}`, selected: number === (chosen ?? numbers[0]) }, `Version ${number}, ${when(saved)}`)));
    }
    this.compare();
  }

  /** @param {HTMLSelectElement} select */
  version(select) {
    return this.bot.versions.find(({ number }) => `${number}` === select.value);
  }

  compare() {
    const [old, fresh] = [this.version(this.left), this.version(this.right)];
    if (!old || !fresh) return;
    const [gone, come] = differences(old.query.split("\n"), fresh.query.split("\n"));
    fill(this.texts, text(old, gone, "removed"), text(fresh, come, "added"));
  }
}

/**
 * @param {SavedVersion} version
 * @param {Set<number>} changed
 * @param {string} word
 */
function text({ number, query }, changed, word) {
  return h("pre", { tabIndex: 0, "aria-label": `Version ${number}` }, query.split("\n").map((line, index) =>
    h("div", { class: changed.has(index) ? word : "" }, changed.has(index) && h("span", { class: "unseen" }, `${word}: `), cypher(line), "\n")));
}

/**
 * Which lines are not in the other text, by the longest lines that both have in the same order.
 *
 * @param {string[]} one
 * @param {string[]} other
 * @returns {[Set<number>, Set<number>]}
 */
export function differences(one, other) {
  const shorter = Math.min(one.length, other.length);
  let begin = 0, end = 0;
  while (begin < shorter && one[begin] === other[begin]) begin += 1;
  while (end < shorter - begin && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const middle = (/** @type {string[]} */ lines) => lines.slice(begin, lines.length - end);
  const moved = (/** @type {Iterable<number>} */ lines) => new Set([...lines].map((line) => line + begin));
  const [left, right] = [middle(one), middle(other)];
  // What has so little in common is another text.
  if (left.length * right.length > MOST_COMPARED) return [moved(left.keys()), moved(right.keys())];
  const [gone, come] = between(left, right);
  return [moved(gone), moved(come)];
}

/**
 * @param {string[]} one
 * @param {string[]} other
 * @returns {[Set<number>, Set<number>]}
 */
function between(one, other) {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const at = (/** @type {number} */ i, /** @type {number} */ j) => lengths[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const [gone, come] = [new Set(/** @type {number[]} */ ([])), new Set(/** @type {number[]} */ ([]))];
  for (let i = 0, j = 0; i < one.length || j < other.length;) {
    if (i < one.length && j < other.length && one[i] === other[j]) [i, j] = [i + 1, j + 1];
    else if (j >= other.length || (i < one.length && at(i + 1, j) >= at(i, j + 1))) gone.add(i++);
    else come.add(j++);
  }
  return [gone, come];
}
