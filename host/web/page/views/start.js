/** @file A new game, and the games that are being played. */

import { fill, h, keepingFocus } from "../base/dom.js";
import { acceptAll, refuseField } from "../base/invalid.js";
import { about, get, post } from "../base/server.js";
import { go } from "../base/route.js";
import { remember } from "../base/storage.js";
import { PASS, positionAt } from "../study/course.js";
import { Settings } from "./settings.js";
import { inWords, picture } from "./boards.js";
import { Doors } from "./doors.js";
import { usual, Seat } from "./seat.js";
import { isolated, wordsOf } from "../base/words.js";

/** @typedef {import("../base/protocol.js").About} About */
/** @typedef {import("../base/protocol.js").PlayerList} PlayerList */
/** @typedef {import("../base/protocol.js").LiveGame} LiveGame */

/** How often the list of games is asked for, in ms. */
const PERIOD = 3000;

/**
 * @param {URLSearchParams} params what a branch of another game begins with
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function start(params) {
  /** @type {[About, PlayerList]} */
  const [known, players] = await Promise.all([about(), get("/api/players")]);
  const games = new Games();
  const form = known.open ? new NewGame(known, players, params) : null;
  // Whoever comes from another game's position knows what this is.
  const doors = form && params.size === 0 ? new Doors(() => form.begins()) : null;
  const element = h("div", {}, h("h1", { class: "unseen" }, "Othello Host"), doors?.element,
    h("div", { class: "start" },
      h("section", { class: "card new-game", "aria-labelledby": "new-title" },
        h("h2", { id: "new-title" }, "New game"), form?.element ?? h("p", {}, "This host serves the game of its command line alone.")),
      h("div", { class: "aside" }, games.element, broken(players))));
  return { title: "Play", element, close: () => { doors?.close(); games.close(); } };
}

/**
 * Leads to a new game that begins where another one stood.
 *
 * @param {import("../study/study.js").Study} study
 * @param {number} plies
 * @param {Record<"black" | "white", {name: string, player?: string}> | null} players
 */
export function branch(study, plies, players) {
  const { game, size, start: begin, moves } = positionAt(study.course, plies);
  const params = new URLSearchParams({ game, size: `${size}`, start: begin, moves: moves.filter((move) => move !== PASS).join("") });
  for (const colour of /** @type {const} */ (["black", "white"])) {
    const player = players?.[colour];
    if (player) params.set(colour, player.player ?? player.name);
  }
  go(`/?${params}`);
}

/** @param {PlayerList} players */
function broken({ broken: files }) {
  return files.length > 0 && h("details", { class: "card" },
    h("summary", {}, `Players that could not be read: ${files.length}`),
    h("ul", {}, files.map(({ file, why }) => h("li", { class: "break" }, h("strong", {}, file), `: ${why}`))));
}

class NewGame {
  /**
   * @param {About} known
   * @param {PlayerList} players
   * @param {URLSearchParams} params
   */
  constructor(known, { players }, params) {
    this.settings = new Settings(known, params, () => this.fit());
    const first = usual(players);
    this.black = new Seat("black", players, params.get("black") ?? first.black, () => this.fit());
    this.white = new Seat("white", players, params.get("white") ?? first.white, () => this.fit());
    this.swap = h("button", { type: "button", class: "swap", onclick: () => this.exchange() }, "Swap colours");
    this.problem = h("p", { class: "warning", role: "alert", id: "new-game-problem" });
    this.begin = h("button", { type: "submit", class: "primary large" }, "Start the game");
    this.element = h("form", { onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); void this.make(); } },
      h("div", { class: "seats" }, this.black.element, this.white.element), this.swap,
      this.settings.element, this.problem, this.begin);
    this.fit();
  }

  /** Goes to the form. */
  begins() {
    this.element.closest("section")?.scrollIntoView({ block: "start" });
    this.black.select.focus({ preventScroll: true });
  }

  /** Tells both seats what is played, as not every player plays everything. */
  fit() {
    const { game, size, start: begin } = this.settings.board();
    this.black.fit(game, size, begin);
    this.white.fit(game, size, begin);
  }

  exchange() {
    const [black, white] = [this.black.chosen(), this.white.chosen()];
    this.black.choose(white, true);
    this.white.choose(black, true);
    [this.black.name.value, this.white.name.value] = [this.white.name.value, this.black.name.value];
  }

  async make() {
    this.problem.textContent = "";
    acceptAll(this.element);
    this.begin.disabled = true;
    try {
      const newGame = { ...await this.settings.read(), black: this.black.read(), white: this.white.read() };
      remember("black", this.black.select.value);
      remember("white", this.white.select.value);
      /** @type {import("../base/protocol.js").MadeGame} */
      const made = await post("/api/games", newGame);
      go(made.organiser);
    } catch (error) {
      this.problem.textContent = wordsOf(error);
      refuseField(this.element, error, this.problem);
    } finally {
      this.begin.disabled = false;
    }
  }
}

/** The games that are being played on this host. */
class Games {
  constructor() {
    this.list = h("div", {});
    this.element = h("section", { class: "card", "aria-labelledby": "games-title" }, h("h2", { id: "games-title" }, "Games here"), this.list);
    this.shown = "";
    this.timer = window.setInterval(() => void this.look(), PERIOD);
    void this.look();
  }

  async look() {
    if (document.hidden && this.shown) return;
    try {
      /** @type {{games: LiveGame[]}} */
      const { games } = await get("/api/games");
      if (JSON.stringify(games) === this.shown) return;
      this.shown = JSON.stringify(games);
      keepingFocus(() => fill(this.list, KINDS.map(([title, is]) => group(title, games.filter(is))), games.length === 0 && h("p", { class: "soft" }, "No game yet.")));
    } catch {
      fill(this.list, h("p", { class: "soft" }, "The host does not answer."));
      this.shown = "";
    }
  }

  close() {
    clearInterval(this.timer);
  }
}

/** @type {[string, (game: LiveGame) => boolean][]} */
const KINDS = [["Being played", ({ over }) => !over], ["Finished", (game) => game.over && !game.void], ["Broken off", (game) => game.void]];

/**
 * @param {string} title
 * @param {LiveGame[]} games
 */
function group(title, games) {
  return games.length > 0 && [h("h3", {}, title), h("ul", { class: "boards thumbnails" }, games.map(thumbnail))];
}

/** @param {LiveGame} game */
function thumbnail(game) {
  const { url, black, white, counts, plies, over, waits, watchers } = game;
  const state = over ? "over" : waits && watchers === 0 ? "stands still until somebody looks" : waits ? "waits" : `move ${plies}`;
  return h("li", {}, h("a", { href: url }, h("figure", {},
    picture(game, game.disc !== "mark", inWords(game)),
    h("figcaption", {}, h("span", { class: "break" }, `${isolated(black)} \u2013 ${isolated(white)}`),
      h("span", { class: "tally" }, `${counts.black}\u2009:\u2009${counts.white}`), h("span", { class: "soft" }, state)))));
}
