/** @file Games in the background that try a bot: against a player, or a version against another until it is clear. */

import { fill, h, putAway } from "../base/dom.js";
import { get, post } from "../base/server.js";
import { say } from "../base/speech.js";
import { side, some, wordsOf } from "../base/words.js";

/** @typedef {import("../base/protocol.js").Bot} Bot */
/** @typedef {import("../base/protocol.js").Contest} Contest */

/** How often games are looked at, in ms. */
const PERIOD = 1500;
/** How many losses are named. */
const NAMED = 8;

export class TrialGames {
  /**
   * @param {Bot} bot
   * @param {import("../base/protocol.js").Player[]} players
   * @param {() => Promise<number | undefined | false>} saved saves what is written, and gives its version
   */
  constructor(bot, players, saved) {
    this.bot = bot;
    this.saved = saved;
    this.timer = 0;
    this.closed = false;
    this.stopped = false;
    const fits = players.filter((player) => player.class !== "person" && player.name !== bot.name && player.plays.some(({ game }) => game === bot.game));
    this.player = h("select", { "aria-label": "Against" }, fits.map(({ spec, name }) => h("option", { value: spec, selected: name === "Simple" }, name)));
    this.other = h("select", { "aria-label": "Against version" });
    this.begun = h("div", { class: "trial-games" });
    this.test = h("button", { type: "button", onclick: () => void this.begin("player") }, "Test");
    this.compare = h("button", { type: "button", onclick: () => void this.begin("version") }, "Compare");
    this.stop = h("button", { type: "button", hidden: true, onclick: () => void this.end() }, "Stop");
    this.comparison = h("div", { class: "row-of-buttons" }, this.compare, "until it is clear, with ", this.other);
    this.element = h("section", { class: "card", "aria-label": "Games that try it" },
      h("h2", {}, "Games"),
      h("div", { class: "row-of-buttons" },
        this.test, "20 games against ", this.player),
      this.comparison,
      this.begun, this.stop);
    this.contest = bot.running[0] ?? "";
    this.show(bot);
    if (this.contest) this.begins();
  }

  /** @param {Bot} bot */
  show(bot) {
    this.bot = bot;
    const before = bot.versions.slice(0, -1).reverse();
    const chosen = this.other.value;
    fill(this.other, before.map(({ number }) => h("option", { value: `${number}`, selected: `${number}` === chosen }, `version ${number}`)));
    this.comparison.hidden = before.length === 0;
  }

  /** @param {"player" | "version"} against */
  async begin(against) {
    const other = this.other.value;
    const version = await this.saved();
    if (!version) return;
    const whom = against === "player" ? { player: this.player.value } : { against: Number(other) };
    clearTimeout(this.timer);
    this.stopped = false;
    try {
      const path = `/api/bots/${encodeURIComponent(this.bot.name)}/games`;
      this.contest = /** @type {import("../base/protocol.js").TrialGames} */ (await post(path, { version, ...whom })).contest;
      this.begins();
    } catch (error) {
      fill(this.begun, h("p", { class: "warning" }, wordsOf(error)));
    }
  }

  /** Looks at games that have just begun, or that were begun before somebody came back. */
  begins() {
    fill(this.begun, h("p", { class: "soft" }, "The players are being started..."));
    this.stop.hidden = false;
    this.look(0);
  }

  /** @param {number} tries */
  look(tries) {
    if (this.closed) return;
    this.timer = window.setTimeout(async () => {
      try {
        /** @type {Contest} */
        const contest = await get(`/api/contests/${this.contest}`);
        this.draw(contest);
        // A process that was stopped still puts its games away.
        if (contest.stoppable || (contest.running && !this.stopped)) this.look(0);
        else this.over(contest);
      } catch {
        // The contest's file is there when its players are.
        if (tries < 40 && !this.stopped) {
          this.look(tries + 1);
          return;
        }
        putAway(this.stop, this.test);
        fill(this.begun, h("p", {}, this.stopped ? "Stopped before the first game." : "The games could not be played."));
      }
    }, PERIOD);
  }

  /** @param {Contest} contest */
  draw({ games, played, planned, players, name }) {
    const tried = players.find((one) => one.startsWith(`${this.bot.name} v`) && one.endsWith(` v${this.bot.versions.at(-1)?.number}`)) ?? players[0] ?? "";
    const colour = (/** @type {import("../base/protocol.js").GameSummary} */ game) => game.black === tried ? "black" : "white";
    const points = games.reduce((sum, game) => sum + (game.winner === null ? 0.5 : Number(game.winner === colour(game))), 0);
    const share = games.length > 0 ? points / games.length : 0;
    const error = games.length > 0 ? 196 * Math.sqrt(Math.max(share * (1 - share), 0.25 / games.length) / games.length) : 0;
    const lost = games.filter((game) => game.winner !== null && game.winner !== colour(game));
    fill(this.begun,
      h("p", {}, h("strong", {}, games.length === 0 ? "No game is over yet" : `${tried} wins ${Math.round(100 * share)} % \u00b1 ${Math.round(error)}`),
        ` (${planned && planned >= played && planned < 1000 ? `${played} of ${planned} games` : some(played, "game")}). `, h("a", { href: `/contests/${name}` }, "All of it")),
      planned && planned < 1000 && h("progress", { max: planned, value: played, "aria-label": "Games played" }),
      lost.length > 0 && h("p", {}, `${some(lost.length, "loss", "losses")}: `, lost.slice(0, NAMED).map((game, index) => [index > 0 && ", ",
        h("a", { href: `/contests/${name}/${game.number}`, "aria-label": `Game ${game.number}, lost as ${side(colour(game))}` }, `game ${game.number}`)])));
  }

  /** @param {Contest} contest */
  over({ said }) {
    putAway(this.stop, this.test);
    const advice = said?.split("\n").find((line) => /^(keep|the new version|no answer)/.test(line));
    const words = advice?.split(/[.;] /)[0] ?? "The games are over.";
    this.begun.append(h("p", {}, h("strong", {}, words)));
    say(words);
  }

  async end() {
    this.stopped = true;
    await post(`/api/contests/${this.contest}/stop`, {}).catch(() => {});
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
