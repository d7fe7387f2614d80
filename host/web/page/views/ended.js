/** @file The dialog that names the end of a game. */

import { h } from "../base/dom.js";
import { ask } from "../base/dialog.js";
import { post } from "../base/server.js";
import { go } from "../base/route.js";
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
  /** @type {["again" | "new" | "look", string][]} */
  const buttons = game.window ? [["look", "Look at the game"]]
    : [["new", "New game"], ...you.organiser ? [/** @type {["again", string]} */ (["again", "Play again"])] : [], ["look", "Look at the game"]];
  const chosen = await ask(result(end, discs), [
    end.name && h("p", { class: "winner" }, `The winner is ${end.name}.`),
    end.why && h("p", {}, `Reason: ${end.why}`),
    h("ul", { class: "plain" }, names),
    game.window && h("p", { class: "soft" }, "The game ends for the terminal as well when this window is closed."),
  ], buttons);
  if (chosen === "new") go("/");
  if (chosen === "again") await again(live);
}

/** @param {import("./live.js").Live} live */
async function again({ state, study }) {
  const { game, pace } = state;
  const seat = (/** @type {"black" | "white"} */ colour) => {
    const { player: spec, person, here } = game[colour];
    return person ? { spec, here } : { spec };
  };
  try {
    /** @type {import("../base/protocol.js").MadeGame} */
    const made = await post("/api/games", {
      game: game.game, size: game.size, start: game.start, black: seat("black"), white: seat("white"),
      auto: pace.auto, delay_ms: pace.delay_ms, hide_queries: game.hide_queries,
    });
    go(made.organiser);
  } catch (error) {
    study.refuse(null, error instanceof Error ? error.message : "it did not work");
  }
}
