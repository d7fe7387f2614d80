/** @file A game as it can be looked at, whether it is being played, was played, or is only thought of. */

import { changed } from "../board/squares.js";

/** @typedef {import("../base/protocol.js").Colour} Colour */
/** @typedef {import("../base/protocol.js").BoardState} BoardState */
/** @typedef {import("../base/protocol.js").Ply} Ply */
/** @typedef {import("../base/protocol.js").Position} Position */

/** @typedef {{name: string, class: string, person: boolean}} Who */

/**
 * @typedef {object} Course
 * @property {string} game
 * @property {number} size
 * @property {string} start
 * @property {boolean} discs whether its stones are discs, or else crosses and noughts
 * @property {string} initial
 * @property {Ply[]} plies
 * @property {import("../base/protocol.js").Round[]} rounds
 * @property {import("../base/protocol.js").ByColour<Who>} players
 * @property {BoardState | null} now what lies there after the last ply, where that is known
 * @property {import("../base/protocol.js").GameEnd | null} end
 */

/** How a move of nobody is written. */
export const PASS = "--";

/**
 * The position after so many plies, as it is told to the server.
 *
 * @param {Course} course
 * @param {number} plies
 * @returns {Position}
 */
export function positionAt({ game, size, start, plies: all }, plies) {
  return { game, size, start, moves: all.slice(0, plies).map(({ move }) => move) };
}

/**
 * The board after so many plies.
 *
 * @param {Course} course
 * @param {number} plies
 */
export function boardAt({ initial, plies: all }, plies) {
  return all[plies - 1]?.board ?? initial;
}

/**
 * Who was to move after so many plies, where that is known.
 *
 * @param {Course} course
 * @param {number} plies
 * @returns {Colour | null}
 */
export function turnAt({ now, plies: all }, plies) {
  return plies === all.length ? now?.turn ?? null : all[plies]?.colour ?? null;
}

/**
 * What the board shows after so many plies.
 *
 * @param {Course} course
 * @param {number} plies
 * @returns {import("../board/board.js").Shown}
 */
export function shownAt(course, plies) {
  const ply = course.plies[plies - 1];
  const moved = ply && ply.move !== PASS ? ply : null;
  const cells = boardAt(course, plies);
  return {
    width: course.size,
    height: course.size,
    cells,
    legal: plies === course.plies.length && course.now ? course.now.legal : [],
    last: moved?.move ?? null,
    turned: moved ? moved.flips ?? changed(boardAt(course, plies - 1), cells, course.size) : [],
    discs: course.discs,
  };
}

/**
 * Whether two positions are the same one. Passes follow from the other moves, and need not be written.
 *
 * @param {Position} one
 * @param {Position} other
 */
export function samePosition(one, other) {
  const placed = (/** @type {Position} */ { moves }) => moves.filter((/** @type {string} */ move) => move !== PASS).join("");
  return one.game === other.game && one.size === other.size && one.start === other.start && placed(one) === placed(other);
}

/**
 * Where a position is looked at without a game.
 *
 * @param {Position} position
 */
export function consolePath({ game, size, start, moves }) {
  return `/console?${new URLSearchParams({ game, size: `${size}`, start, moves: moves.filter((move) => move !== PASS).join("") })}`;
}
