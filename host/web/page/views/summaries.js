/** @file Games of the history as a table, each a link to its replay. */

import { h } from "../base/dom.js";
import { side, when } from "../base/words.js";
import { table } from "../study/table.js";

/** @typedef {import("../base/protocol.js").GameSummary} GameSummary */

/**
 * @param {string} caption
 * @param {GameSummary[]} games
 * @param {(number: number) => string} path
 */
export function summaries(caption, games, path) {
  return table(caption, ["Game", "Black", "White", "Result", "How", "Moves", "When"], games.map((game) => [
    h("a", { href: path(game.number), "aria-label": `Game ${game.number}, ${game.black} against ${game.white}` }, `${game.number}`),
    h("span", { class: game.winner === "black" ? "won break" : "break" }, game.black),
    h("span", { class: game.winner === "white" ? "won break" : "break" }, game.white),
    game.ending === "void" ? "void" : game.winner ? `${side(game.winner)} ${game.counts.black}:${game.counts.white}`
      : `draw ${game.counts.black}:${game.counts.white}`,
    `${game.game} ${game.size}x${game.size}${game.ending === "played" ? "" : `, ${game.ending}`}`,
    game.plies,
    h("span", { class: "nowrap" }, when(game.began)),
  ]));
}
