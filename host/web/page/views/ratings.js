/** @file How strong the machine's players are, as a table and as a plot with what is not known of it. */

import { h } from "../base/dom.js";
import { get } from "../base/server.js";
import { interval } from "../base/words.js";
import { table } from "../study/table.js";
import { plot } from "./plot.js";

/** @typedef {import("../base/protocol.js").RatedPlayer} RatedPlayer */

/**
 * @param {URLSearchParams} params
 * @returns {Promise<import("../main.js").View>}
 */
export async function ratings(params) {
  const kind = params.get("class") ?? "";
  /** @type {import("../base/protocol.js").Ratings} */
  const { players, anchor } = await get(`/api/ratings${kind && `?class=${encodeURIComponent(kind)}`}`);
  const choice = (/** @type {string} */ value, /** @type {string} */ text) =>
    h("a", { href: value ? `/ratings?class=${value}` : "/ratings", ...value === kind ? { "aria-current": "true" } : {} }, text);
  const element = h("div", { class: "narrow" },
    h("h1", {}, "Ratings"),
    h("p", { class: "choices" }, choice("", "All players"), choice("blind", "Blind"), choice("open", "Open")),
    players.length === 0 ? h("p", { class: "soft" }, "No rated games yet: play some, or hold a tournament.") : [plot(players), rated(players)],
    anchor && h("p", { class: "soft" }, `${anchor.name} is at ${Math.round(anchor.rating)} by definition. Bars show 95 % intervals.`));
  return { title: "Ratings", element };
}

/** @param {RatedPlayer[]} players */
export function rated(players) {
  return table("Ratings", ["#", "Player", "Class", "Rating", "95 %", "Games", "Points", "Above next"],
    players.map(({ name, class: kind, rating, low, high, games, points, above_next: above }, index) => [
      index + 1, h("a", { href: `/history?${new URLSearchParams({ player: name })}`, class: "break" }, name),
      h("span", { class: `class ${kind}` }, kind),
      Math.round(rating), interval(low, high), games, points, above === null ? "" : `${Math.round(above * 100)} %`,
    ]));
}
