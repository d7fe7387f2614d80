/** @file The keys that a game knows. */

import { h } from "../base/dom.js";
import { ask } from "../base/dialog.js";
import { recall, remember } from "../base/storage.js";

/** @type {[string, string][]} */
const KEYS = [
  ["d 3", "put a disc on d3"],
  ["Arrows, Enter", "go over the board and choose"],
  ["l", "legal moves"],
  ["s", "score"],
  ["t", "time on the clocks"],
  ["m", "last move and what it turned"],
  ["r", "the row of the cursor"],
  ["w", "the whole board"],
  ["u, y", "undo, redo"],
  ["i", "best move"],
  ["n", "next move of a game that waits"],
  ["p", "go on by itself, or pause"],
  [", and .", "look one move back or on; < and > at the first or last"],
  ["v, q", "flip, rotate the board"],
  ["?", "this list"],
];

/** Whether single letters work wherever on the page the focus is, and not on the board alone. */
export function lettersWork() {
  return recall("letters") !== "off";
}

/** Shows them. */
export function help() {
  const everywhere = h("input", {
    type: "checkbox", checked: lettersWork(), onchange: () => remember("letters", everywhere.checked ? "on" : "off"),
  });
  const rows = KEYS.map(([key, text]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, text)));
  const wide = h("p", { class: "soft" }, "On a board with columns of these letters, hold Shift.");
  const choice = h("p", {}, h("label", {}, everywhere, " Single letters work everywhere on the page, not only on the board"));
  void ask("Keys", [choice, h("table", {}, h("tbody", {}, rows)), wide], [["close", "Close"]]);
}
