/** @file Somebody's page: all versions with what became of them, and badges. */

import { h } from "../base/dom.js";
import { some } from "../base/words.js";
import { ask } from "./account.js";
import { badges, formed, rating } from "./parts.js";

/** @typedef {import("../base/protocol.js").LadderPerson} LadderPerson */

/**
 * @param {string} id
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function person(id) {
  const shown = /** @type {LadderPerson} */ (await ask(`/api/ladder/people/${id}`));
  const rows = shown.versions.map((version) => {
    const faults = version.faults.map(({ reason, games }) => `${games} by ${reason}`).join(", ");
    return h("tr", {},
      h("th", { scope: "row" }, h("a", { class: "nowrap", href: `/versions/${version.id}` }, `Version ${version.number}`), formed(version)),
      h("td", {}, version.verdict === "accepted" ? rating(version.rating, version.error) : version.verdict),
      h("td", { class: "nowrap" }, `${version.wins} \u2013 ${version.draws} \u2013 ${version.losses}`),
      h("td", {}, faults), h("td", {}, version.public ? "can be read" : ""));
  });
  return {
    title: shown.name,
    element: h("div", { class: "narrow" }, h("p", {}, h("a", { href: "/" }, "The ladder")),
      h("h1", { class: "break" }, shown.name),
      shown.boss && h("p", {}, "One of the host\u2019s own, to be beaten. Its query can be read."), badges(shown.badges),
      rows.length === 0 ? h("p", { class: "soft" }, "No versions yet.")
        : h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Versions" }, h("table", {},
          h("caption", {}, some(rows.length, "version")),
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Version"), h("th", { scope: "col" }, "Rating"),
            h("th", { scope: "col" }, "Won \u2013 drawn \u2013 lost"),
            h("th", { scope: "col" }, "Lost by a fault"), h("th", { scope: "col" }, "Query"))),
          h("tbody", {}, rows)))),
  };
}
