/** @file What lies under the letters of an editor: the same text in colours, of which only changed lines are redone. */

import { h } from "../base/dom.js";
import { coloured, pieces, visible, within } from "./pieces.js";

/** @typedef {import("./pieces.js").Inside} Inside */

/**
 * @typedef {object} Line
 * @property {string} text
 * @property {Inside} begins what it begins inside of
 * @property {Inside} ends what the next one begins inside of
 * @property {string} wrong what is underlined
 * @property {HTMLElement} element
 */

export class Painted {
  constructor() {
    this.element = h("pre", { class: "paint", "aria-hidden": "true" });
    /** @type {Line[]} */
    this.lines = [];
  }

  /**
   * Shows a text, and what is wrong in it.
   *
   * @param {string} text
   * @param {[number, number] | null} span
   */
  show(text, span) {
    const wrong = span && visible(text, span);
    const texts = text.split("\n");
    const same = sameBegin(this.lines, texts);
    const kept = sameEnd(this.lines, texts, same);
    const removed = this.lines.length - same - kept, added = texts.length - same - kept;
    // A line that was changed keeps its place, so that the others need not be laid out again.
    const changed = this.lines.slice(same, same + Math.min(removed, added));
    changed.forEach((line, index) => {
      line.text = texts[same + index] ?? "";
      line.element.replaceChildren();
    });
    const from = same + changed.length;
    for (const { element } of this.lines.slice(from, same + removed)) element.remove();
    const next = this.lines[same + removed]?.element ?? null;
    const fresh = texts.slice(from, same + added).map((one) => newLine(one));
    for (const { element } of fresh) this.element.insertBefore(element, next);
    this.lines.splice(from, removed - changed.length, ...fresh);
    this.paint(wrong);
  }

  /**
   * Paints the lines that are not what they were, by their text or by what they begin inside of.
   *
   * @param {[number, number] | null} wrong
   */
  paint(wrong) {
    /** @type {Inside} */
    let inside = "";
    let begin = 0;
    for (const line of this.lines) {
      const part = within(wrong, begin, line.text.length);
      const key = part ? part.join() : "";
      begin += line.text.length + 1;
      if (line.element.firstChild && line.begins === inside && line.wrong === key) {
        inside = line.ends;
        continue;
      }
      const read = pieces(line.text, inside);
      line.begins = inside;
      line.ends = read.inside;
      line.wrong = key;
      line.element.replaceChildren(...coloured(line.text, read.pieces, part), "\n");
      inside = read.inside;
    }
  }

  /**
   * Where a place of the text is on the screen.
   *
   * @param {number} row
   * @param {number} column
   */
  where(row, column) {
    const element = this.lines[row]?.element;
    if (!element) return null;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let left = column;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const length = node.textContent?.length ?? 0;
      if (left <= length) {
        const range = document.createRange();
        range.setStart(node, left);
        range.collapse(true);
        return range.getClientRects()[0] ?? element.getBoundingClientRect();
      }
      left -= length;
    }
    return element.getBoundingClientRect();
  }
}

/** @param {string} text */
function newLine(text) {
  return /** @type {Line} */ ({ text, begins: "", ends: "", wrong: "", element: h("div", { class: "line" }) });
}

/**
 * @param {Line[]} lines
 * @param {string[]} texts
 */
function sameBegin(lines, texts) {
  let same = 0;
  while (same < lines.length && same < texts.length && lines[same]?.text === texts[same]) same += 1;
  return same;
}

/**
 * @param {Line[]} lines
 * @param {string[]} texts
 * @param {number} same
 */
function sameEnd(lines, texts, same) {
  const most = Math.min(lines.length, texts.length) - same;
  let kept = 0;
  while (kept < most && lines[lines.length - 1 - kept]?.text === texts[texts.length - 1 - kept]) kept += 1;
  return kept;
}
