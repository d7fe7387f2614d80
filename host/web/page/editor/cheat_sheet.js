/** @file The cheat sheet: the Cypher that players use, and the graph that it looks at, on one page. */

import { h } from "../base/dom.js";
import { ask } from "../base/dialog.js";
import { cypher } from "./pieces.js";
import { VOCABULARY } from "./words.js";

/** @type {[import("./words.js").Word["kind"][], string][]} */
const PARTS = [
  [["label", "property", "parameter"], "The board"], [["clause"], "Clauses"], [["word"], "Conditions and values"],
  [["function"], "Functions"], [["aggregate"], "Functions of a group"],
];

/** Shows it. */
export function cheatSheet() {
  void ask("The Cypher that players use", h("div", { class: "cheat-sheet", tabIndex: 0, role: "region", "aria-label": "Cheat sheet" },
    PARTS.map(([kinds, title]) => [h("h3", {}, title), h("dl", {}, VOCABULARY.filter(({ kind }) => kinds.includes(kind))
      .map(({ word, text, example }) => [h("dt", {}, h("code", {}, word)), h("dd", {}, text, example && h("pre", {}, cypher(example)))]))])),
  [["close", "Close"]]);
}
