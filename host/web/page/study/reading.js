/** @file The board in words: what keys announce, and what is read as text. */

import { at, place } from "../board/squares.js";
import { fill, h } from "../base/dom.js";
import { COLOURS, duration, list, side } from "../base/words.js";
import { PASS, turnAt } from "./course.js";

/**
 * What can be asked of the position that is looked at.
 *
 * @param {import("./study.js").Study} study
 */
export function reading(study) {
  const { board, course } = study;
  const { shown } = board;
  const name = (/** @type {import("./course.js").Colour} */ colour) => side(colour, course.discs);
  const turn = turnAt(course, study.at);
  const toMove = () => course.end && study.latest ? "The game is over." : turn ? `${name(turn)} to move.` : "";
  return {
    legal: () => shown.legal.length > 0 && turn ? `Legal for ${name(turn)}: ${list(shown.legal)}.` : "No legal moves here.",
    score: () => `${COLOURS.map((colour) =>
      `${name(colour)} ${shown.cells.split(colour === "black" ? "X" : "O").length - 1}`).join(", ")}. ${toMove()}`,
    clocks: () => COLOURS.map((colour) => {
      const left = study.sides.left(colour);
      return `${name(colour)} ${left === null ? "has no clock" : `has ${duration(left)}`}`;
    }).join(", ") + ".",
    last: () => moveInWords(course, study.at),
    row: () => `Row ${board.cursor.slice(1)}: ${row(board, place(board.cursor).row)}.`,
    board: () => Array.from({ length: shown.height }, (_, index) => `Row ${index + 1}: ${row(board, index)}.`).join(" "),
  };
}

/**
 * A move in words, with what it turned.
 *
 * @param {import("./course.js").Course} course
 * @param {number} plies
 */
export function moveInWords(course, plies) {
  const ply = course.plies[plies - 1];
  if (!ply) return "The start; no move yet.";
  const who = side(ply.colour, course.discs);
  if (ply.move === PASS) return `${who} has no legal move and passes.`;
  const turned = ply.flips.length > 0 ? `, turned ${list(ply.flips)}` : "";
  return `${who} ${ply.move}${turned}.`;
}

/**
 * What stands in a row.
 *
 * @param {import("../board/board.js").Board} board
 * @param {number} index
 */
function row(board, index) {
  const { width, cells, legal } = board.shown;
  const words = [];
  for (let column = 0; column < width; column += 1) {
    const letter = String.fromCharCode(97 + column), square = `${letter}${index + 1}`;
    const stone = at(cells, width, square);
    if (stone !== "-") words.push(`${letter} ${board.stone(stone)}`);
    else if (legal.includes(square)) words.push(`${letter} legal`);
  }
  return words.length > 0 ? words.join(", ") : "empty";
}

/**
 * Writes the whole board as a list of rows.
 *
 * @param {HTMLElement} element
 * @param {import("../board/board.js").Board} board
 */
export function asText(element, board) {
  const { height } = board.shown;
  fill(element, Array.from({ length: height }, (_, index) =>
    h("li", {}, `Row ${index + 1}: ${row(board, index)}`)));
}
