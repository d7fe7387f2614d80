/** @file From a query to a player: it is saved under a name, and a game goes on from here with it. */

import { fill, h } from "../base/dom.js";
import { acceptAll, refuseField } from "../base/invalid.js";
import { get, post } from "../base/server.js";
import { recall, remember } from "../base/storage.js";
import { other, side, wordsOf } from "../base/words.js";
import { go } from "../base/route.js";

/** @typedef {import("../base/protocol.js").Colour} Colour */

/**
 * Asks for a name and an opponent, saves the query as a player and begins.
 *
 * @param {import("./study.js").Study} study
 * @param {string} query
 * @param {Colour} colour
 */
export async function playOn(study, query, colour) {
  const { position, course } = study;
  /** @type {import("../base/protocol.js").PlayerList} */
  let list;
  try {
    list = await get("/api/players");
  } catch (error) {
    study.refuse(null, wordsOf(error));
    return;
  }
  const { players } = list;
  const name = h("input", { id: "play-on-name", "data-field": "name", value: recall("name") ?? "mine", required: true, maxLength: 40, autocomplete: "off" });
  const fits = players.filter(({ plays }) => plays.some(({ game, sizes }) =>
    game === course.game && (sizes.length === 0 || sizes.includes(course.size))));
  const opponent = h("select", { id: "play-on-opponent" }, fits.map((player) =>
    h("option", { value: player.spec, selected: player.name === course.players[other(colour)].name },
      player.class === "person" ? "You, on this page" : `${player.name} (${player.class})`)));
  const problem = h("p", { class: "warning", role: "alert", id: "play-on-problem" });
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": "play-on-title" },
    h("form", { method: "dialog", onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); void begin(); } },
      h("h2", { id: "play-on-title" }, "Play on with this query"),
      h("div", { class: "dialog-body" },
        h("p", {}, `It becomes a bot of yours, or its next version, and plays ${side(colour, course.discs)} from this position.`),
        h("p", { class: "field" }, h("label", { for: "play-on-name" }, "Its name"), name),
        h("p", { class: "field" }, h("label", { for: "play-on-opponent" }, `Against, as ${side(other(colour), course.discs)}`), opponent),
        problem),
      h("div", { class: "dialog-buttons" },
        h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
        h("button", { type: "submit", class: "primary" }, "Save and play"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  name.select();

  async function begin() {
    acceptAll(dialog);
    try {
      remember("name", name.value);
      // A bot of one's own gets another version, also that of a game which could not begin.
      /** @type {import("../base/protocol.js").Bot} */
      const { name: spec } = await post("/api/bots", { name: name.value.trim(), query, game: course.game });
      const made = await post("/api/games", {
        ...position, [colour]: { spec }, [other(colour)]: { spec: opponent.value },
      });
      dialog.close();
      go(/** @type {import("../base/protocol.js").MadeGame} */ (made).organiser);
    } catch (error) {
      fill(problem, wordsOf(error));
      refuseField(dialog, error, problem);
    }
  }
}
