/** @file Boards that are small and only to look at: those of a running contest, of live games, and of the rules. */

import { h, s } from "../base/dom.js";
import { isolated, some } from "../base/words.js";

/** @typedef {{board: string, last: string | null}} SmallBoard what lies there by rows, and where the last disc was put */
/** @typedef {import("../base/protocol.js").ContestBoard} ContestBoard */

/** The width of a square. */
const SQUARE = 10;

/**
 * @param {ContestBoard[]} games
 * @param {boolean} discs
 */
export function boards(games, discs) {
  return h("ul", { class: "boards", "aria-label": "Being played now" }, games.map((game) => h("li", {},
    h("figure", {}, picture(game, discs, inWords(game)), h("figcaption", {}, h("span", { class: "break" }, `${isolated(game.black)} \u2013 ${isolated(game.white)}`),
      h("span", { class: "tally" }, tally(game).join(" : ")))))));
}

/** @param {SmallBoard} game */
function tally({ board }) {
  return ["X", "O"].map((stone) => [...board].filter((one) => one === stone).length);
}

/**
 * A game as those hear it who don't see its board.
 *
 * @param {SmallBoard & {black: string, white: string, plies: number}} game
 */
export function inWords(game) {
  const [black, white] = tally(game);
  return `${isolated(game.black)} against ${isolated(game.white)} after ${some(game.plies, "move")}, ${black} to ${white}${game.last ? `, last ${game.last}` : ""}`;
}

/**
 * @param {SmallBoard} small
 * @param {boolean} discs
 * @param {string} words
 */
export function picture(small, discs, words) {
  const size = Math.sqrt(small.board.length);
  return s("svg", { viewBox: `0 0 ${size * SQUARE} ${size * SQUARE}`, role: "img", "aria-label": words },
    [...small.board].map((stone, index) => {
      const [x, y] = [index % size * SQUARE, Math.floor(index / size) * SQUARE];
      const name = `${String.fromCharCode(97 + index % size)}${Math.floor(index / size) + 1}`;
      return [
        s("rect", { class: "square", x, y, width: SQUARE, height: SQUARE }),
        name === small.last && s("rect", { class: "last", x: x + .9, y: y + .9, width: SQUARE - 1.8, height: SQUARE - 1.8 }),
        stone !== "-" && (discs ? s("circle", { class: stone, cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: SQUARE * .4 })
          : s("text", { x: x + SQUARE / 2, y: y + SQUARE * .8, "text-anchor": "middle" }, stone)),
      ];
    }));
}
