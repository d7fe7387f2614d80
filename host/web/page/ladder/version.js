/** @file A version: its rating, its latest games, and its query for those who may see it. */

import { h } from "../base/dom.js";
import { cypher } from "../editor/pieces.js";
import { ask, key } from "./account.js";
import { formed, games, rating } from "./parts.js";

/** @typedef {import("../base/protocol.js").LadderVersionPage} LadderVersionPage */

/**
 * @param {string} id
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function version(id) {
  const wish = key("person") ? { as: /** @type {const} */ ("person") } : {};
  const page = /** @type {LadderVersionPage} */ (await ask(`/api/ladder/versions/${id}`, wish));
  const { author, version: shown, query, sha256 } = page;
  const isQuery = shown.form === "query";
  return {
    title: `${author.name}, version ${shown.number}`,
    element: h("div", { class: "narrow" },
      h("p", {}, h("a", { href: "/" }, "The ladder"), " / ", h("a", { href: `/people/${author.person}` }, author.name)),
      h("h1", { class: "break" }, `${author.name}, version ${shown.number}`),
      h("p", {}, shown.verdict === "accepted" ? ["Rated ", rating(shown.rating, shown.error),
        `. ${shown.wins} won, ${shown.draws} drawn, ${shown.losses} lost.`] : shown.verdict === "waiting" ? "It is being checked." : "It can\u2019t play."),
      shown.words && h("pre", { class: "reason" }, shown.words),
      h("section", { class: "card" }, h("h2", {}, isQuery ? "Query" : "File"),
        !isQuery && h("p", { class: "break" }, `Version ${shown.number}${formed(shown)}.`, sha256 && [" SHA-256 ", h("code", {}, sha256), "."]),
        isQuery && (query === null ? h("p", { class: "soft" }, "It is hidden until its author shows it, or the event is over.")
          : h("pre", { class: "query", tabIndex: 0 }, cypher(query)))),
      h("section", { class: "card" }, h("h2", {}, "Latest games"), games(page.games, true))),
  };
}
