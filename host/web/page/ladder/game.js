/** @file A game, to be gone through move by move. */

import { fill, h } from "../base/dom.js";
import { isolated } from "../base/words.js";
import { boards } from "../views/boards.js";
import { ask, key } from "./account.js";

/** @typedef {import("../base/protocol.js").LadderReplay} LadderReplay */

/** How long a move stands there when the game goes by itself, in ms. */
const PACE = 500;

/**
 * @param {string} id
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function game(id) {
  const wish = key("person") ? { as: /** @type {const} */ ("person") } : {};
  const replay = /** @type {LadderReplay} */ (await ask(`/api/ladder/games/${id}`, wish));
  const { black, white, moves } = replay, discs = replay.disc === "disc";
  let at = moves.length;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const board = h("div", { class: "large-board" }), words = h("p", { role: "status" });
  const play = h("button", { type: "button", onclick: () => run() }, "Play");
  const range = h("input", { type: "range", min: "0", max: `${moves.length}`, value: `${at}`, "aria-label": "Move", oninput: () => { stop(); to(Number(range.value)); } });
  /** @param {number} ply */
  const to = (ply) => {
    at = Math.min(Math.max(0, ply), moves.length);
    range.value = `${at}`;
    fill(board, boards([{ number: replay.id, black: black.name, white: white.name, board: replay.boards[at] ?? "", last: moves[at - 1] ?? null, plies: at }], discs));
    words.textContent = at === 0 ? "The beginning." : `Move ${at} of ${moves.length}: ${moves[at - 1] === "--" ? "a pass" : moves[at - 1]}.`;
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "Play";
  };
  const run = () => {
    if (timer) return stop();
    if (at === moves.length) to(0);
    play.textContent = "Pause";
    timer = setInterval(() => {
      to(at + 1);
      if (at === moves.length) stop();
    }, PACE);
  };
  to(at);
  const [one, two] = [isolated(black.name), isolated(white.name)];
  const result = replay.points === .5 ? "A draw" : `${replay.points === 1 ? one : two} wins`;
  // The winner's count comes first, as it does everywhere.
  const counts = replay.points === 0 ? [...replay.discs].reverse() : replay.discs;
  return {
    title: `${one} \u2013 ${two}`,
    close: stop,
    element: h("div", { class: "narrow" }, h("p", {}, h("a", { href: "/" }, "The ladder")),
      h("h1", { class: "break" }, `${one} \u2013 ${two}`),
      h("div", { class: "replay" }, h("div", {}, board,
        h("div", { class: "row-of-buttons" }, h("button", { type: "button", onclick: () => { stop(); to(at - 1); } }, "Back"), play,
          h("button", { type: "button", onclick: () => { stop(); to(at + 1); } }, "On"), range), words),
      h("div", {},
        h("p", { class: "own-place" }, h("strong", {}, result), discs && `, ${counts.join(" to ")}`, replay.fault && `, by a fault of the other: ${replay.fault}`, "."),
        replay.reason && h("pre", { class: "reason" }, replay.reason),
        h("p", {}, h("a", { href: `/versions/${black.version}` }, `${one} v${black.number}`), " had Black, ",
          h("a", { href: `/versions/${white.version}` }, `${two} v${white.number}`), " White."),
        h("p", { class: "soft break" }, moves.join(" "))))),
  };
}
