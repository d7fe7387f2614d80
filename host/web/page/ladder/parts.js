/** @file What several of the ladder's views show: the table, games, and lists that keep the reader's place. */

import { fill, h } from "../base/dom.js";
import { clock } from "../base/words.js";

/** @typedef {import("../base/protocol.js").Ladder} Ladder */
/** @typedef {import("../base/protocol.js").LadderPlace} LadderPlace */
/** @typedef {import("../base/protocol.js").LadderGame} LadderGame */
/** @typedef {import("../base/protocol.js").LadderSide} LadderSide */

/**
 * A place on the page that is drawn again only where what it shows has changed, with the keyboard's place kept.
 */
export class Place {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
    this.shown = "";
  }

  /**
   * @param {unknown} state what it shows
   * @param {() => import("../base/dom.js").Child} draw
   */
  show(state, draw) {
    const text = JSON.stringify(state);
    if (text === this.shown) return;
    this.shown = text;
    const at = document.activeElement;
    const href = at && this.element.contains(at) ? at.getAttribute("href") ?? at.getAttribute("data-name") : null;
    fill(this.element, draw());
    if (href === null) return;
    const again = [...this.element.querySelectorAll("a, button")].find((one) => (one.getAttribute("href") ?? one.getAttribute("data-name")) === href);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/**
 * The table: everybody's place.
 *
 * @param {LadderPlace[]} places
 * @param {number | null} own the person who looks
 */
export function standings(places, own) {
  if (places.length === 0) return h("p", { class: "soft" }, "Nobody has played yet. The first query that comes in begins.");
  return h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Table of standings" }, h("table", { class: "standings" },
    h("thead", {}, h("tr", {},
      h("th", { scope: "col", class: "n" }, "#"), h("th", { scope: "col" }, "Name"), h("th", { scope: "col", class: "n" }, "Rating"),
      h("th", { scope: "col", class: "n" }, "Games"), h("th", { scope: "col", class: "n wide" }, "Won"),
      h("th", { scope: "col", class: "n wide" }, "Drawn"), h("th", { scope: "col", class: "n wide" }, "Lost"),
      h("th", { scope: "col", class: "n wide" }, "Faults"), h("th", { scope: "col", class: "n wide" }, "Badges"))),
    h("tbody", {}, places.map((place) => h("tr", { class: `${place.person === own ? "here" : ""}${place.boss ? " boss" : ""}` },
      h("td", { class: "n" }, place.rank ?? "\u2013"),
      h("th", { scope: "row" }, h("a", { class: "break", href: `/people/${place.person}` }, place.name), " ",
        h("span", { class: "soft nowrap" }, place.boss ? "boss" : `v${place.number}`)),
      h("td", { class: "n" }, place.rank !== null && rating(place.rating, place.error)),
      h("td", { class: "n" }, place.games), h("td", { class: "n wide" }, place.wins), h("td", { class: "n wide" }, place.draws),
      h("td", { class: "n wide" }, place.losses), h("td", { class: "n wide" }, place.forfeits),
      h("td", { class: "n wide", title: place.badges.join(", ") }, place.badges.length || ""))))));
}

/**
 * The final: everybody's place and points.
 *
 * @param {import("../base/protocol.js").LadderFinal} final
 * @param {number | null} own the person who looks
 */
export function finalPlaces({ places, played, planned }, own) {
  return h("table", { class: "standings" },
    h("caption", {}, played < planned ? `After ${played} of ${planned} games` : `After all ${planned} games`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "n" }, "#"), h("th", { scope: "col" }, "Name"), h("th", { scope: "col", class: "n" }, "Points"))),
    h("tbody", {}, places.map(({ rank, person, name, points, byes }) => h("tr", { class: person === own ? "here" : "" },
      h("td", { class: "n" }, rank),
      h("th", { scope: "row" }, h("a", { class: "break", href: `/people/${person}` }, name), byes > 0 && h("span", { class: "soft nowrap" }, " bye")),
      h("td", { class: "n" }, points)))));
}

/**
 * @param {number | null} value
 * @param {number | null} error
 */
export function rating(value, error) {
  if (value === null || error === null) return "";
  return h("span", { class: "nowrap" }, `${value} `, h("span", { class: "soft" }, `\u00b1 ${error}`));
}

/**
 * What a version is made of, where it is no query: `, a library of 1.2 MB`.
 *
 * @param {import("../base/protocol.js").LadderVersion} version
 */
export function formed({ form, size }) {
  if (form === "query") return "";
  if (form === "installed") return ", a player of this machine";
  return `, a ${form} of ${((size ?? 0) / 2 ** 20).toFixed(1)} MB`;
}

/** @param {string[]} facts */
export function badges(facts) {
  return facts.length === 0 ? null : h("ul", { class: "badges", "aria-label": "Badges" }, facts.map((fact) => h("li", {}, fact)));
}

/**
 * Games in a list.
 *
 * @param {LadderGame[]} played
 * @param {boolean} discs
 */
export function games(played, discs) {
  if (played.length === 0) return h("p", { class: "soft" }, "No games yet.");
  return h("ul", { class: "plain played" }, played.map((game) => h("li", {},
    side(game.black, game.points === 1), " \u2013 ", side(game.white, game.points === 0), " ",
    h("a", { href: `/games/${game.id}`, class: "nowrap" }, game.points === .5 ? "draw " : "", discs ? game.discs.join(" : ") : "look"),
    game.fault && h("span", { class: "soft" }, ` by ${game.fault}`),
    game.reason && h("pre", { class: "reason" }, game.reason))));
}

/**
 * @param {LadderSide} side
 * @param {boolean} won
 */
function side({ name, version, number }, won) {
  return h("a", { href: `/versions/${version}`, class: won ? "won break" : "break" }, `${name}${number > 1 ? ` v${number}` : ""}`);
}

/**
 * Where the event is in its course, in words.
 *
 * @param {Ladder} ladder
 * @param {number} ahead how far the server's clock is ahead of this one
 */
export function course({ phase, starts, ends, waiting, final_round }, ahead) {
  const left = (/** @type {number} */ until) => clock(Math.max(0, Math.ceil((until - Date.now() - ahead) / 1000)) * 1000).replace(/\.0$/, "");
  if (phase === "before") return starts === null ? "begins soon" : `begins in ${left(starts)}`;
  if (phase === "open") return ends === null ? "open" : `${left(ends)} left`;
  if (phase === "closing") return waiting > 0 ? `time is up: ${waiting} to be checked` : "time is up";
  if (phase === "final") return final_round ? `final: game ${final_round.played} of ${final_round.planned}` : "final";
  return "over";
}
