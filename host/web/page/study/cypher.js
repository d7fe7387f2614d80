/** @file Cypher in colours, and with the place of an error underlined. */

import { h } from "../base/dom.js";

const WORDS = ("MATCH OPTIONAL WHERE RETURN WITH UNWIND CALL UNION ALL ORDER BY SKIP LIMIT ASC DESC DISTINCT AS AND OR XOR NOT " +
  "IN IS NULL STARTS ENDS CONTAINS EXISTS COUNT COLLECT CASE WHEN THEN ELSE END TRUE FALSE CREATE MERGE SET DELETE " +
  "DETACH REMOVE FOREACH PROFILE EXPLAIN YIELD SHORTEST ANY NONE SINGLE OFFSET FINISH").split(" ");

const PIECES = new RegExp([
  "(?<comment>\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?(?:\\*\\/|$))",
  "(?<text>'(?:\\\\.|[^'\\\\])*'?|\"(?:\\\\.|[^\"\\\\])*\"?)",
  "(?<parameter>\\$\\w+)",
  "(?<label>(?<=[(\\[|&!\\w]):\\w+)",
  "(?<number>\\b\\d+(?:\\.\\d+)?\\b)",
  `(?<word>\\b(?:${WORDS.join("|")})\\b)`,
].join("|"), "gi");

/**
 * A query as pieces that are coloured by what they are.
 *
 * @param {string} query
 * @param {[number, number] | null} [span] what is underlined
 * @returns {Node[]}
 */
export function cypher(query, span = null) {
  const cuts = new Set([0, query.length, ...span ? widened(query, span) : []]);
  /** @type {{from: number, to: number, kind: string}[]} */
  const kinds = [];
  for (const found of query.matchAll(PIECES)) {
    const kind = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? "";
    kinds.push({ from: found.index, to: found.index + found[0].length, kind });
    cuts.add(found.index).add(found.index + found[0].length);
  }
  const ends = [...cuts].sort((a, b) => a - b);
  const [begin, end] = span ? widened(query, span) : [-1, -1];
  return ends.slice(0, -1).map((from, index) => {
    const to = ends[index + 1] ?? query.length;
    const kind = kinds.find((piece) => piece.from <= from && to <= piece.to)?.kind ?? "";
    const wrong = begin <= from && to <= end && span ? " wrong" : "";
    return h("span", { class: `${kind}${wrong}` }, query.slice(from, to));
  });
}

/**
 * A span that can be seen: one at the end of the text is widened backwards.
 *
 * @param {string} query
 * @param {[number, number]} span
 * @returns {[number, number]}
 */
function widened(query, [from, to]) {
  const end = Math.min(Math.max(to, from + 1), query.length);
  return [Math.max(0, Math.min(from, end - 1)), end];
}
