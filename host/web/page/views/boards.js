/** @file The boards of a running contest, small and only to look at. */

import { h, s } from "../base/dom.js";

/** @typedef {import("../base/protocol.js").ContestBoard} ContestBoard */

/** The width of a square. */
const SQUARE = 10;

/**
 * @param {ContestBoard[]} games
 * @param {boolean} discs
 */
export function boards(games, discs) {
  return h("ul", { class: "boards", "aria-label": "Being played now" }, games.map((game) => h("li", {},
    h("figure", {}, picture(game, discs), h("figcaption", {}, h("span", { class: "break" }, `${game.black} \u2013 ${game.white}`),
      h("span", { class: "tally" }, tally(game).join(" : ")))))));
}

/** @param {ContestBoard} game */
function tally({ board }) {
  return ["X", "O"].map((stone) => [...board].filter((one) => one === stone).length);
}

/**
 * @param {ContestBoard} game
 * @param {boolean} discs
 */
function picture(game, discs) {
  const size = Math.sqrt(game.board.length), [black, white] = tally(game);
  const words = `${game.black} against ${game.white} after ${game.plies} moves, ${black} to ${white}${game.last ? `, last ${game.last}` : ""}`;
  return s("svg", { viewBox: `0 0 ${size * SQUARE} ${size * SQUARE}`, role: "img", "aria-label": words },
    [...game.board].map((stone, index) => {
      const [x, y] = [index % size * SQUARE, Math.floor(index / size) * SQUARE];
      const name = `${String.fromCharCode(97 + index % size)}${Math.floor(index / size) + 1}`;
      return [
        s("rect", { class: name === game.last ? "square last" : "square", x, y, width: SQUARE, height: SQUARE }),
        stone !== "-" && (discs ? s("circle", { class: stone, cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: SQUARE * .4 })
          : s("text", { x: x + SQUARE / 2, y: y + SQUARE * .8, "text-anchor": "middle" }, stone)),
      ];
    }));
}
