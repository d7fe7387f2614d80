/** @file One bot: its query with the board and the graph beside it, its versions, and the games that try it. */

import { able, fill, h, isAble } from "../base/dom.js";
import { about, get, post } from "../base/server.js";
import { say, warn } from "../base/speech.js";
import { cheatSheet } from "../editor/cheat_sheet.js";
import { Draft } from "../editor/draft.js";
import { Editor } from "../editor/editor.js";
import { Verdict } from "../editor/verdict.js";
import { Bench } from "./bench.js";
import { TrialGames } from "./trial_games.js";
import { Versions } from "./versions.js";
import { wordsOf } from "../base/words.js";

/** @typedef {import("../base/protocol.js").Bot} Bot */
/** @typedef {import("../base/protocol.js").Position} Position */

/**
 * @param {string} name
 * @param {URLSearchParams} params
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function workshop(name, params) {
  /** @type {[Bot, import("../base/protocol.js").About, import("../base/protocol.js").PlayerList]} */
  const [bot, known, { players }] = await Promise.all([get(`/api/bots/${encodeURIComponent(name)}`), about(), get("/api/players")]);
  const game = known.games.find((one) => one.name === bot.game);
  const sizes = game?.sizes ?? [8];
  const position = {
    game: bot.game, size: sizes.includes(8) ? 8 : sizes[0] ?? 8, start: game?.starts[0] ?? "standard",
    moves: (params.get("moves") ?? "").match(/[a-z]\d+|--/g) ?? [],
  };
  const view = new Workshop(bot, position, game?.disc !== "mark", players);
  await view.bench.reach(position);
  return { title: bot.name, element: view.element, close: () => view.close() };
}

class Workshop {
  /**
   * @param {Bot} bot
   * @param {Position} position
   * @param {boolean} discs
   * @param {import("../base/protocol.js").Player[]} players
   */
  constructor(bot, position, discs, players) {
    this.bot = bot;
    // Of a bot that was changed elsewhere meanwhile the draft is the newer text all the same: saving makes a version of it.
    this.draft = new Draft(`bot ${bot.name}`);
    this.editor = new Editor({
      label: "Query", text: this.draft.text ?? bot.versions.at(-1)?.query ?? "",
      changed: (text) => { this.draft.write(text); this.saved(); }, submit: () => void this.bench.run(),
    });
    this.bench = new Bench({
      position, discs, query: () => this.editor.text,
      answered: (answer) => {
        this.verdict.show(answer?.verdict ?? null);
        if (answer) this.editor.fault(answer.error);
        say(answer?.verdict?.text ?? "");
      },
    });
    this.verdict = new Verdict({
      query: () => this.editor.text, ask: (query, signal) => post("/api/trial", { query, game: bot.game, size: position.size }, signal),
      look: (tried) => void this.bench.reach(tried.position).then(() => this.bench.run()),
    });
    this.unsaved = h("p", { class: "soft" }, "Not saved yet; this browser keeps it for you.");
    this.save = h("button", { type: "button", onclick: () => void this.keep() });
    this.versions = new Versions(bot, (query) => this.editor.set(query));
    this.games = new TrialGames(bot, players, async () => await this.keep() && this.bot.versions.at(-1)?.number);
    this.element = h("div", { class: "workshop" },
      h("div", { class: "workshop-text" },
        h("h1", { class: "break" }, bot.name), this.editor.element,
        h("div", { class: "row-of-buttons" },
          h("button", { type: "button", class: "primary", title: "Ctrl+Enter", onclick: () => void this.bench.run() }, "Run"),
          this.bench.cancel, this.verdict.button, this.save,
          h("button", { type: "button", onclick: () => cheatSheet() }, "Cheat sheet")),
        this.unsaved, this.verdict.element, this.bench.result, this.games.element, this.versions.element),
      this.bench.element);
    this.saved();
  }

  /** Shows whether what stands there is saved. */
  saved() {
    const newest = this.bot.versions.at(-1);
    const same = newest?.query === this.editor.text.trimEnd();
    this.save.textContent = same ? `Saved as version ${newest?.number}` : `Save as version ${(newest?.number ?? 0) + 1}`;
    able(this.save, !same);
    this.unsaved.hidden = same;
    if (same) this.draft.forget();
  }

  /** Saves what stands there, and says whether that went well. */
  async keep() {
    if (!isAble(this.save)) return true;
    try {
      const { name, game } = this.bot;
      this.bot = await post("/api/bots", { name, query: this.editor.text, game });
      this.versions.show(this.bot);
      this.games.show(this.bot);
      this.saved();
      say(this.save.textContent ?? "");
      return true;
    } catch (error) {
      const text = wordsOf(error);
      fill(this.bench.result, h("p", { class: "warning" }, text));
      warn(text);
      return false;
    }
  }

  close() {
    this.draft.close();
    this.bench.close();
    this.editor.close();
    this.games.close();
    this.verdict.clear();
  }
}
