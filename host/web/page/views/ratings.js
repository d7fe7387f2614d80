/** @file How strong the machine's players are, as a table and as a plot with what is not known of it. */

import { h } from "../base/dom.js";
import { get } from "../base/server.js";
import { interval } from "../base/words.js";
import { table } from "../study/table.js";
import { plot } from "./plot.js";

/** @typedef {import("../base/protocol.js").RatedPlayer} RatedPlayer */

/**
 * @param {URLSearchParams} params
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function ratings(params) {
  const kind = params.get("class") ?? "";
  const chosen = (/** @type {{[name: string]: string}} */ values) => {
    const some = Object.entries(values).filter(([, value]) => value);
    return some.length > 0 ? `?${new URLSearchParams(some)}` : "";
  };
  /** @type {import("../base/protocol.js").Ratings} */
  const { players, anchor, pool, pools } = await get(`/api/ratings${chosen({ class: kind, pool: params.get("pool") ?? "" })}`);
  const link = (/** @type {{[name: string]: string}} */ values, /** @type {boolean} */ current, /** @type {string} */ text) =>
    h("a", { href: `/ratings${chosen(values)}`, ...current ? { "aria-current": "true" } : {} }, text);
  const choice = (/** @type {string} */ value, /** @type {string} */ text) =>
    link({ class: value, pool: params.get("pool") ?? "" }, value === kind, text);
  const element = h("div", { class: "narrow" },
    h("h1", {}, "Ratings"),
    h("p", { class: "choices" }, choice("", "All players"), choice("blind", "Blind"), choice("open", "Open")),
    pools.length > 1 && h("p", { class: "choices" }, pools.map((name) => link({ class: kind, pool: name }, name === pool, name))),
    pools.length === 1 && h("p", { class: "soft" }, pools[0]),
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
      low === null || high === null ? "" : Math.round(rating), interval(low, high), games, points, above === null ? "" : `${Math.round(above * 100)} %`,
    ]));
}
