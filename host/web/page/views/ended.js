/** @file The end of a game: the dialog that names it, and what may come next, which stays below the board. */

import { fill, h } from "../base/dom.js";
import { ask } from "../base/dialog.js";
import { post } from "../base/server.js";
import { go } from "../base/route.js";
import { rememberKey } from "../base/storage.js";
import { COLOURS, isolated, result, side, wordsOf } from "../base/words.js";

/** @typedef {import("./live.js").Live} Live */
/** @typedef {"new" | "again" | "swap" | "review"} Next what may come after a game */

/**
 * What may come after a game, as this page may do it.
 *
 * @param {Live} live
 * @returns {[Next, string][]}
 */
function nexts({ state, hints }) {
  const { game, you, plies } = state;
  const plays = you.organiser || you.seats.length > 0;
  /** @type {[Next, string][]} */
  const buttons = [];
  if (!game.window) buttons.push(["new", "New game"]);
  if (!game.window && plays) buttons.push(["again", "Play again"], ["swap", "Swap colours, play again"]);
  if (hints && plies.length > 0) buttons.push(["review", "Review the game"]);
  return buttons;
}

/**
 * Names the end, and offers what may come next.
 *
 * @param {Live} live
 */
export async function ended(live) {
  const { state, discs } = live;
  const { end, game } = state;
  if (!end) return;
  const names = COLOURS.map((colour) => h("li", {},
    h("span", { class: `dot ${colour}`, "aria-hidden": "true" }), ` ${side(colour, discs)}, ${isolated(game[colour].name)}`,
    discs && `: ${end.counts[colour]}`));
  const chosen = await ask(result(end, discs), [
    end.name && h("p", { class: "winner" }, `The winner is ${end.name}.`),
    end.why && h("p", {}, `Reason: ${end.why}`),
    h("ul", { class: "plain" }, names),
    game.window && h("p", { class: "soft" }, "The game ends for the terminal as well when this window is closed."),
  ], [...nexts(live), ["look", "Look at the game"]]);
  if (chosen && chosen !== "look") does(live, chosen);
}

/** What may come next, below a game that is over. */
export class Afterwards {
  /** @param {Live} live */
  constructor(live) {
    this.live = live;
    this.element = h("div", { class: "afterwards", role: "group", "aria-label": "After the game", hidden: true });
    /** @type {string | null} */
    this.next = null;
  }

  /** Shows it where the game is over, and leads to the game that the same play after it. */
  show() {
    const { live } = this;
    const { end, next } = live.state;
    if (this.element.hidden === (end === null) && this.next === next) return;
    this.next = next;
    this.element.hidden = end === null;
    const offered = nexts(live).filter(([what]) => what === "review" || (what !== "new" && !next));
    fill(this.element, offered.map(([what, text]) =>
      h("button", { type: "button", onclick: () => does(live, what) }, text)),
    next && h("a", { class: "button", href: `/game/${next}`, onclick: () => live.keepKey(next) }, "To their next game"));
  }
}

/**
 * @param {Live} live
 * @param {Next} what
 */
function does(live, what) {
  if (what === "new") go("/");
  else if (what === "review") live.study.review();
  else void again(live, what === "swap");
}

/**
 * The same play once more, under the same conditions.
 *
 * @param {Live} live
 * @param {boolean} swap whether they exchange their colours
 */
async function again({ state, study, game }, swap) {
  try {
    /** @type {import("../base/protocol.js").NextGame} */
    const { id } = await post(`/api/games/${state.game.id}/again`, { key: game.key ?? "", swap });
    if (game.key) rememberKey(id, game.key);
    go(`/game/${id}`);
  } catch (error) {
    study.refuse(null, wordsOf(error));
  }
}
