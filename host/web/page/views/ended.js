/** @file The dialog that names the end of a game. */

import { h } from "../base/dom.js";
import { ask } from "../base/dialog.js";
import { post } from "../base/server.js";
import { go } from "../base/route.js";
import { rememberKey } from "../base/storage.js";
import { COLOURS, result, side } from "../base/words.js";

/**
 * Names the end, and offers what may come next.
 *
 * @param {import("./live.js").Live} live
 */
export async function ended(live) {
  const { state, discs } = live;
  const { end, game, you } = state;
  if (!end) return;
  const names = COLOURS.map((colour) => h("li", {},
    h("span", { class: `dot ${colour}`, "aria-hidden": "true" }), ` ${side(colour, discs)}, ${game[colour].name}`,
    discs && `: ${end.counts[colour]}`));
  /** @type {["again" | "swap" | "new" | "look", string][]} */
  const buttons = [["look", "Look at the game"]];
  if (!game.window) {
    if (you.organiser || you.seats.length > 0) buttons.unshift(["swap", "Swap colours, play again"], ["again", "Play again"]);
    buttons.unshift(["new", "New game"]);
  }
  const chosen = await ask(result(end, discs), [
    end.name && h("p", { class: "winner" }, `The winner is ${end.name}.`),
    end.why && h("p", {}, `Reason: ${end.why}`),
    h("ul", { class: "plain" }, names),
    game.window && h("p", { class: "soft" }, "The game ends for the terminal as well when this window is closed."),
  ], buttons);
  if (chosen === "new") go("/");
  if (chosen === "again" || chosen === "swap") await again(live, chosen === "swap");
}

/**
 * The same play once more, under the same conditions.
 *
 * @param {import("./live.js").Live} live
 * @param {boolean} swap whether they exchange their colours
 */
async function again({ state, study, game }, swap) {
  try {
    /** @type {import("../base/protocol.js").NextGame} */
    const { id } = await post(`/api/games/${state.game.id}/again`, { key: game.key ?? "", swap });
    if (game.key) rememberKey(id, game.key);
    go(`/game/${id}`);
  } catch (error) {
    study.refuse(null, error instanceof Error ? error.message : "it did not work");
  }
}
