/** @file What may come next in a query: from the graph's own words, Cypher's, and the names that it has itself. */

import { VOCABULARY } from "./words.js";

/** @typedef {import("./words.js").Word} Word */

/** @typedef {{from: number, words: Word[]}} Offer where the word begins that is completed, and by what */

/** How far around the cursor names are looked for. */
const NEAR = 2000;

/** How many are shown. */
const MOST = 8;

/**
 * @param {string} text
 * @param {number} caret
 * @returns {Offer | null}
 */
export function completions(text, caret) {
  const before = text.slice(Math.max(0, caret - 400), caret);
  const typed = /[$]?\w*$/.exec(before)?.[0] ?? "";
  const from = caret - typed.length;
  const lead = before.slice(0, before.length - typed.length);
  const kinds = wanted(typed, lead);
  if (!kinds || inText(before)) return null;
  const plain = typed.toLowerCase();
  const own = kinds.includes("word") ? names(text, caret, typed) : [];
  const words = [...own, ...VOCABULARY.filter(({ kind }) => kinds.includes(kind))]
    .filter(({ word }) => word.toLowerCase().startsWith(plain) && word !== typed)
    .filter(({ word, kind }) => kind !== "label" || (word === "NEIGHBOR_OF") === isRelationship(lead));
  return words.length > 0 ? { from, words: words.slice(0, MOST) } : null;
}

/**
 * Which kinds of words may stand here; nothing where nobody wants to be told.
 *
 * @param {string} typed
 * @param {string} lead
 * @returns {Word["kind"][] | null}
 */
function wanted(typed, lead) {
  if (typed.startsWith("$")) return ["parameter"];
  if (/[([|&!\w]\s*:\s*!?$/.test(lead) && !/\{[^}]*$/.test(lead)) return ["label"];
  if (/\w\.$/.test(lead)) return ["property"];
  if (/[:\w)]\s*\{[^}]*$/.test(lead) && /[{,]\s*$/.test(lead)) return ["property"];
  return typed.length > 0 && !/^\d/.test(typed) ? ["clause", "word", "function", "aggregate"] : null;
}

/** @param {string} lead */
function isRelationship(lead) {
  return lead.lastIndexOf("[") > lead.lastIndexOf("(");
}

/** @param {string} before */
function inText(before) {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const outside = line.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, "");
  return /['"]|\/\//.test(outside);
}

/**
 * The names that a query has given.
 *
 * @param {string} text
 * @param {number} caret
 * @param {string} typed
 * @returns {Word[]}
 */
function names(text, caret, typed) {
  const rest = text.slice(Math.max(0, caret - NEAR), caret - typed.length) + text.slice(caret, caret + NEAR);
  const found = [...rest.matchAll(/[([]\s*([a-z_]\w*)(?=\s*[:)\]{])|\bAS\s+([a-z_]\w*)/gi)].map((match) => match[1] ?? match[2] ?? "");
  return [...new Set(found)].filter((name) => name !== typed)
    .map((word) => ({ word, kind: "word", text: "a name of this query" }));
}
