/** @file One bot: its query with the board and the graph beside it, its versions, and the games that try it. */

import { fill, h } from "../base/dom.js";
import { about, get, post } from "../base/server.js";
import { say, warn } from "../base/speech.js";
import { side, some, took } from "../base/words.js";
import { Board } from "../board/board.js";
import { cheatSheet } from "../editor/cheat_sheet.js";
import { Editor } from "../editor/editor.js";
import { Verdict } from "../editor/verdict.js";
import { samePosition } from "../study/course.js";
import { GraphPanel } from "../study/graph.js";
import { table } from "../study/table.js";
import { value } from "../study/values.js";
import { TrialGames } from "./trial_games.js";
import { Versions } from "./versions.js";

/** @typedef {import("../base/protocol.js").Bot} Bot */
/** @typedef {import("../base/protocol.js").Position} Position */
/** @typedef {import("../base/protocol.js").QueryResult} QueryResult */

/**
 * @param {string} name
 * @param {URLSearchParams} params
 * @returns {Promise<import("../main.js").View>}
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
  await view.reach(position);
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
    this.position = position;
    this.course = { size: position.size };
    this.discs = discs;
    /** @type {string[]} */
    this.legal = [];
    this.board = new Board({ choose: (square) => void this.put(square) });
    this.graph = new GraphPanel(this);
    this.status = h("p", { class: "status" });
    this.editor = new Editor({
      label: "Query", text: bot.versions.at(-1)?.query ?? "", changed: () => this.saved(), submit: () => void this.run(),
    });
    this.verdict = new Verdict({
      query: () => this.editor.text, board: () => ({ game: bot.game, size: position.size }),
      look: (tried) => void this.reach(tried.position).then(() => this.run()),
    });
    this.result = h("div", { class: "result" });
    this.save = h("button", { type: "button", onclick: () => void this.keep() });
    this.cancel = h("button", { type: "button", hidden: true, onclick: () => this.running.abort() }, "Cancel");
    this.versions = new Versions(bot, (query) => this.editor.set(query));
    this.games = new TrialGames(bot, players, async () => await this.keep() && this.bot.versions.at(-1)?.number);
    this.running = new AbortController();
    this.element = h("div", { class: "workshop" },
      h("div", { class: "workshop-text" },
        h("h1", { class: "break" }, bot.name), this.editor.element,
        h("div", { class: "row-of-buttons" },
          h("button", { type: "button", class: "primary", title: "Ctrl+Enter", onclick: () => void this.run() }, "Run"),
          this.cancel, this.verdict.button, this.save,
          h("button", { type: "button", onclick: () => cheatSheet() }, "Cheat sheet")),
        this.verdict.element, this.result, this.games.element, this.versions.element),
      h("div", { class: "workshop-board" },
        h("div", { class: "small-board" }, this.board.element), this.status,
        h("div", { class: "row-of-buttons" },
          h("button", { type: "button", onclick: () => void this.reach({ ...this.position, moves: this.position.moves.slice(0, -1) }) }, "Take back"),
          h("button", { type: "button", onclick: () => void this.reach({ ...this.position, moves: [] }) }, "From the start")),
        this.graph.element));
    this.saved();
  }

  /** Shows whether what stands there is saved. */
  saved() {
    const newest = this.bot.versions.at(-1);
    const same = newest?.query === this.editor.text.trimEnd();
    this.save.textContent = same ? `Saved as version ${newest?.number}` : `Save as version ${(newest?.number ?? 0) + 1}`;
    this.save.disabled = same;
  }

  /** Saves what stands there, and says whether that went well. */
  async keep() {
    if (this.save.disabled) return true;
    try {
      const { name, game } = this.bot;
      this.bot = await post("/api/bots", { name, query: this.editor.text, game });
      this.versions.show(this.bot);
      this.games.show(this.bot);
      this.saved();
      say(this.save.textContent ?? "");
      return true;
    } catch (error) {
      const text = error instanceof Error ? error.message : "it did not work";
      fill(this.result, h("p", { class: "warning" }, text));
      warn(text);
      return false;
    }
  }

  /** @param {string} square */
  async put(square) {
    if (this.legal.includes(square)) await this.reach({ ...this.position, moves: [...this.position.moves, square] });
    else warn(`${square} is not legal; these are: ${this.legal.join(" ")}`);
  }

  /** @param {Position} position */
  async reach(position) {
    this.running.abort();
    /** @type {import("../base/protocol.js").MovesShown} */
    const { initial, plies, position: now } = await post("/api/position", position);
    this.position = { ...position, moves: plies.map(({ move }) => move) };
    this.legal = now.legal;
    const last = plies.at(-1);
    for (const kind of /** @type {const} */ (["returned", "illegal"])) this.board.mark(kind, new Map());
    this.board.show({
      width: position.size, height: position.size, cells: last?.board ?? initial, legal: now.legal,
      last: last && last.move !== "--" ? last.move : null, turned: last?.flips ?? [], discs: this.discs,
    });
    const turn = now.turn ? `${side(now.turn, this.discs)} to move` : "The game is over here";
    this.status.textContent = `${turn}, after ${some(plies.length, "move")}. Put discs down to try a position.`;
    this.verdict.show(null);
    fill(this.result);
    this.graph.light(null);
    await this.graph.show();
  }

  async run() {
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    this.cancel.hidden = false;
    fill(this.result, h("p", { class: "soft" }, "Running..."));
    try {
      /** @type {QueryResult} */
      const answer = await post("/api/query", { position: this.position, query: this.editor.text }, running.signal);
      if (samePosition(answer.position, this.position)) this.answered(answer);
    } catch (error) {
      if (this.running === running) fill(this.result, h("p", {}, running.signal.aborted ? "Cancelled." : `${error instanceof Error ? error.message : ""}`));
    } finally {
      if (this.running === running) this.cancel.hidden = true;
    }
  }

  /** @param {QueryResult} answer */
  answered({ columns, rows, more, took_ms: ms, lit, verdict, error, warnings }) {
    this.verdict.show(verdict);
    this.board.mark("returned", new Map(lit.squares.map((square) => [square, { label: "returned by the query" }])));
    this.graph.light(lit, rows);
    this.editor.fault(error);
    if (verdict) say(verdict.text);
    fill(this.result, error ? error.hint && h("p", { class: "soft" }, error.hint) : [
      h("p", {}, `${some(rows.length + more, "row")} in ${took(ms)}.`),
      warnings.map((text) => h("p", { class: "warning" }, text)),
      rows.length > 0 && table("Rows", columns, rows.slice(0, 20).map((row) => row.map(value))),
      rows.length + more > 20 && h("p", { class: "soft" }, `and ${some(rows.length + more - 20, "more row")}`)]);
  }

  close() {
    this.running.abort();
    this.editor.close();
    this.games.close();
    this.verdict.clear();
  }
}
