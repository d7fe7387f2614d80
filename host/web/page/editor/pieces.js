/**
 * @file Cypher as pieces that are coloured by what they are, line by line: what a line is made of follows from the
 * line and from what it begins inside of, so that a keystroke costs one line.
 */

import { h } from "../base/dom.js";

/** @typedef {{from: number, to: number, kind: string}} Piece */
/** @typedef {"" | "comment" | "'" | '"' | "`"} Inside what a line begins inside of */

const WORDS = ("MATCH OPTIONAL WHERE RETURN WITH UNWIND CALL UNION ALL ORDER BY SKIP LIMIT ASC DESC DISTINCT AS AND OR XOR NOT " +
  "IN IS NULL STARTS ENDS CONTAINS EXISTS COUNT COLLECT CASE WHEN THEN ELSE END TRUE FALSE CREATE MERGE SET DELETE " +
  "DETACH REMOVE FOREACH PROFILE EXPLAIN YIELD SHORTEST ANY NONE SINGLE OFFSET FINISH LET FILTER").split(" ");

const PIECES = new RegExp([
  "(?<comment>\\/\\/.*|\\/\\*.*?(?:\\*\\/|$))",
  "(?<text>'(?:\\\\.|[^'\\\\])*(?:'|$)|\"(?:\\\\.|[^\"\\\\])*(?:\"|$))",
  "(?<name>`[^`]*(?:`|$))",
  "(?<parameter>\\$\\w+)",
  "(?<label>(?<=[(\\[|&!\\w]):\\w+)",
  "(?<number>\\b\\d+(?:\\.\\d+)?\\b)",
  `(?<word>\\b(?:${WORDS.join("|")})\\b)`,
].join("|"), "gi");

/** Where what a line begins inside of comes to its end. */
const ENDS = { comment: /\*\//y, "'": /(?:\\.|[^'\\])*'/y, '"': /(?:\\.|[^"\\])*"/y, "`": /[^`]*`/y };

/**
 * The pieces of a line, and what the next one begins inside of.
 *
 * @param {string} line
 * @param {Inside} inside
 * @returns {{pieces: Piece[], inside: Inside}}
 */
export function pieces(line, inside) {
  /** @type {Piece[]} */
  const found = [];
  let from = 0;
  if (inside) {
    const kind = inside === "comment" ? "comment" : inside === "`" ? "name" : "text";
    from = endOf(line, inside);
    if (from < 0) return { pieces: line ? [{ from: 0, to: line.length, kind }] : [], inside };
    found.push({ from: 0, to: from, kind });
  }
  PIECES.lastIndex = from;
  for (let match = PIECES.exec(line); match; match = PIECES.exec(line)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? "";
    const to = match.index + match[0].length;
    found.push({ from: match.index, to, kind });
    const open = to === line.length ? opened(match[0], kind) : "";
    if (open) return { pieces: found, inside: open };
    if (match[0] === "") PIECES.lastIndex += 1;
  }
  return { pieces: found, inside: "" };
}

/**
 * @param {string} line
 * @param {Exclude<Inside, "">} inside
 */
function endOf(line, inside) {
  if (inside === "comment") {
    const end = line.indexOf("*/");
    return end < 0 ? -1 : end + 2;
  }
  const pattern = ENDS[inside];
  pattern.lastIndex = 0;
  return pattern.test(line) ? pattern.lastIndex : -1;
}

/**
 * What a piece at the end of a line leaves open.
 *
 * @param {string} piece
 * @param {string} kind
 * @returns {Inside}
 */
function opened(piece, kind) {
  if (kind === "comment") return piece.startsWith("/*") && (piece.length < 4 || !piece.endsWith("*/")) ? "comment" : "";
  if (kind !== "text" && kind !== "name") return "";
  const quote = /** @type {"'" | '"' | "`"} */ (piece[0]);
  const ends = ENDS[quote];
  ends.lastIndex = 1;
  return ends.test(piece) ? "" : quote;
}

/**
 * A line in colours, and with what is wrong in it underlined.
 *
 * @param {string} line
 * @param {Piece[]} found
 * @param {[number, number] | null} wrong
 * @returns {(Node | string)[]}
 */
export function coloured(line, found, wrong = null) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  const put = (/** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ kind) => {
    for (const [begin, end, bad] of cut(from, to, wrong)) {
      const text = line.slice(begin, end);
      const look = [kind, bad ? "wrong" : ""].filter(Boolean).join(" ");
      if (text) nodes.push(look ? h("span", { class: look }, text) : text);
    }
  };
  let at = 0;
  for (const { from, to, kind } of found) {
    put(at, from, "");
    put(from, to, kind);
    at = to;
  }
  put(at, line.length, "");
  return nodes;
}

/**
 * @param {number} from
 * @param {number} to
 * @param {[number, number] | null} wrong
 * @returns {[number, number, boolean][]}
 */
function cut(from, to, wrong) {
  if (!wrong || wrong[1] <= from || to <= wrong[0]) return [[from, to, false]];
  const [begin, end] = [Math.max(from, wrong[0]), Math.min(to, wrong[1])];
  return [[from, begin, false], [begin, end, true], [end, to, false]];
}

/**
 * A whole query in colours, to be looked at.
 *
 * @param {string} query
 * @param {[number, number] | null} [span] what is underlined
 * @returns {(Node | string)[]}
 */
export function cypher(query, span = null) {
  /** @type {Inside} */
  let inside = "";
  let begin = 0;
  const wrong = span && visible(query, span);
  return query.split("\n").flatMap((line, index) => {
    const read = pieces(line, inside);
    const nodes = coloured(line, read.pieces, within(wrong, begin, line.length));
    inside = read.inside;
    begin += line.length + 1;
    return index > 0 ? ["\n", ...nodes] : nodes;
  });
}

/**
 * A span that can be seen: one at the end of the text is widened backwards.
 *
 * @param {string} query
 * @param {[number, number]} span
 * @returns {[number, number]}
 */
export function visible(query, [from, to]) {
  const end = Math.min(Math.max(to, from + 1), query.length);
  return [Math.max(0, Math.min(from, end - 1)), end];
}

/**
 * The part of a span that lies in a line.
 *
 * @param {[number, number] | null} span
 * @param {number} begin where the line begins
 * @param {number} length
 * @returns {[number, number] | null}
 */
export function within(span, begin, length) {
  if (!span || span[1] <= begin || begin + length < span[0]) return null;
  return [Math.max(0, span[0] - begin), Math.min(length, span[1] - begin)];
}
