/** @file The games that this machine has played. */

import { fill, h } from "../base/dom.js";
import { get } from "../base/server.js";
import { go } from "../base/route.js";
import { warn } from "../base/speech.js";
import { summaries } from "./summaries.js";
import { wordsOf } from "../base/words.js";

/**
 * @param {URLSearchParams} params
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function history(params) {
  const player = h("input", { type: "search", value: params.get("player") ?? "" });
  const kinds = ["", "played", "draw", "forfeit", "void"];
  const words = ["any end", "by the rules", "drawn", "by forfeit", "without a result"];
  const ending = h("select", {}, kinds.map((kind, index) =>
    h("option", { value: kind, selected: kind === params.get("result") }, words[index] ?? kind)));
  const wanted = () => new URLSearchParams([
    ...player.value.trim() ? [["player", player.value.trim()]] : [], ...ending.value ? [["result", ending.value]] : [],
  ]);
  const look = (/** @type {Event} */ event) => {
    event.preventDefault();
    const query = `${wanted()}`;
    go(`/history${query && `?${query}`}`);
  };
  const place = h("div", {});
  const more = h("button", { type: "button", onclick: () => void older() }, "Older games");
  /** @type {import("../base/protocol.js").GameSummary[]} */
  let games = [];

  async function older() {
    more.disabled = true;
    await load().catch((error) => warn(wordsOf(error)));
    more.disabled = false;
  }

  async function load() {
    const query = wanted();
    const oldest = games.at(-1);
    if (oldest) query.set("before", `${oldest.number}`);
    /** @type {{games: typeof games, more: boolean}} */
    const answer = await get(`/api/history?${query}`);
    games = [...games, ...answer.games];
    fill(place, games.length === 0 ? h("p", { class: "soft" }, "No such games yet; play one.")
      : summaries("Games", games, (number) => `/history/${number}`));
    more.hidden = !answer.more;
  }

  await load();
  const element = h("div", { class: "narrow" },
    h("h1", {}, "History"),
    h("form", { class: "row-of-buttons", onsubmit: look },
      h("label", { class: "nowrap" }, "Player ", player), h("label", { class: "nowrap" }, "End ", ending),
      h("button", { type: "submit" }, "Show")),
    place, more);
  return { title: "History", element };
}
