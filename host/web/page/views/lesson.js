/** @file One step of the lessons: its text and task, the editor, what is said of the query, and the board beside it. */

import { sure } from "../base/dialog.js";
import { able, fill, h, putAway } from "../base/dom.js";
import { get, post } from "../base/server.js";
import { say, warn } from "../base/speech.js";
import { side, some, wordsOf } from "../base/words.js";
import { cheatSheet } from "../editor/cheat_sheet.js";
import { Draft } from "../editor/draft.js";
import { Editor } from "../editor/editor.js";
import { hinted, ownSteps, tried } from "../study/progress.js";
import { Bench } from "./bench.js";
import { prose, words } from "./prose.js";

/** @typedef {import("../base/protocol.js").LessonPage} LessonPage */
/** @typedef {import("../base/protocol.js").LessonSummary} LessonSummary */
/** @typedef {import("../base/protocol.js").LessonVerdict} LessonVerdict */
/** @typedef {import("../base/protocol.js").LessonFinding} LessonFinding */

/**
 * @param {string} name
 * @param {(query: string) => import("../base/dom.js").Child} [onwards] what can be done with a query that plays, where there is more
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function lesson(name, onwards) {
  /** @type {[LessonPage, import("../base/protocol.js").LessonList]} */
  const [page, list] = await Promise.all([get(`/api/learn/${name}`), get("/api/learn")]);
  const view = new LessonView(list.keeps ? page : withOwn(page), list, onwards);
  await view.bench.reach(page.position);
  return { title: page.title, element: view.element, close: () => view.close() };
}

/**
 * The step as far as this browser knows the learner to be.
 *
 * @param {LessonPage} page
 * @returns {LessonPage}
 */
function withOwn(page) {
  const step = ownSteps()[page.name];
  return { ...page, tried: step?.query ?? null, shown: Math.min(step?.hints ?? 0, page.hints.length) };
}

class LessonView {
  /**
   * @param {LessonPage} page
   * @param {import("../base/protocol.js").LessonList} list
   * @param {((query: string) => import("../base/dom.js").Child) | undefined} onwards
   */
  constructor(page, { lessons, keeps }, onwards) {
    this.page = page;
    this.onwards = page.takes_part ? onwards : undefined;
    this.keeps = keeps;
    this.shown = page.shown;
    this.discs = page.disc === "disc";
    const at = lessons.findIndex(({ name }) => name === page.name);
    this.next = lessons[at + 1];
    this.draft = new Draft(`lesson ${page.name}`);
    this.editor = new Editor({
      label: "Query", text: this.draft.text ?? page.tried ?? page.start, changed: (text) => this.draft.write(text),
      submit: () => void this.check(),
    });
    this.bench = new Bench({
      position: page.position, discs: this.discs, walks: true, query: () => this.editor.text,
      answered: (answer) => { if (answer) this.editor.fault(answer.error); },
    });
    this.button = h("button", { type: "button", class: "primary", title: "Ctrl+Enter", onclick: () => void this.check() }, "Check");
    this.stop = h("button", { type: "button", hidden: true, onclick: () => this.checking.abort() }, "Stop");
    this.hint = h("button", { type: "button", onclick: () => void this.another() });
    this.hints = h("ol", { class: "hints" });
    this.verdict = h("div", { class: "lesson-verdict", tabIndex: -1 });
    this.rows = h("details", { class: "lesson-rows" }, h("summary", {}, "What it gives on this board"), this.bench.result);
    this.checking = new AbortController();
    this.element = h("div", { class: "workshop lesson" },
      h("div", { class: "workshop-text" },
        h("p", { class: "soft lesson-place" }, h("a", { href: "/learn" }, "Learn"), ` \u203a ${page.part}, step ${at + 1} of ${lessons.length}`),
        h("h1", {}, page.title), h("div", { class: "prose" }, prose(page.text)),
        h("section", { class: "card task", "aria-label": "Your task" }, h("h2", {}, "Your task"), prose(page.task)),
        this.editor.element,
        h("div", { class: "row-of-buttons" }, this.button, this.stop,
          h("button", { type: "button", onclick: () => void this.run() }, "Run on this board"), this.bench.cancel,
          this.hint,
          h("button", { type: "button", onclick: () => cheatSheet() }, "Cheat sheet"),
          h("button", { type: "button", onclick: () => void this.solve() }, "Solution"),
          h("button", { type: "button", onclick: () => this.editor.set(page.start) }, "Begin anew")),
        this.verdict, this.hints,
        this.rows,
        this.ways(lessons, at)),
      this.bench.element);
    this.showHints();
  }

  /**
   * The steps before and behind this one.
   *
   * @param {LessonSummary[]} lessons
   * @param {number} at
   */
  ways(lessons, at) {
    const [before, behind] = [lessons[at - 1], lessons[at + 1]];
    return h("nav", { class: "ways", "aria-label": "Steps" },
      before ? h("a", { href: `/learn/${before.name}` }, `\u2190 ${before.title}`) : h("span", {}),
      behind && h("a", { href: `/learn/${behind.name}` }, `${behind.title} \u2192`));
  }

  async check() {
    this.checking.abort();
    const checking = new AbortController();
    this.checking = checking;
    const query = this.editor.text;
    this.stop.hidden = false;
    fill(this.verdict, h("p", { class: "soft" }, "Trying it..."));
    try {
      /** @type {LessonVerdict} */
      const verdict = await post(`/api/learn/${this.page.name}/check`, { query }, checking.signal);
      if (checking.signal.aborted) return;
      // From here on it is kept as what was tried.
      if (this.editor.text === query) this.draft.forget();
      if (!this.keeps) tried(this.page.name, query, verdict.passed);
      this.judged(verdict, query);
      if (verdict.finding) await this.look(verdict.finding);
      else if (verdict.games.length === 0) await this.bench.run();
    } catch (error) {
      if (this.checking === checking) this.failed(checking.signal.aborted ? "Stopped." : wordsOf(error));
    } finally {
      if (this.checking === checking) putAway(this.stop, this.button);
    }
  }

  /** Shows what it gives on the board that is looked at. */
  async run() {
    this.rows.open = true;
    await this.bench.run();
    say(this.bench.result.querySelector("p")?.textContent ?? "");
  }

  /** @param {string} text */
  failed(text) {
    fill(this.verdict, h("p", { class: "warning" }, text));
    this.verdict.scrollIntoView({ block: "nearest" });
    warn(text);
  }

  /**
   * @param {LessonVerdict} verdict
   * @param {string} query
   */
  judged({ passed, text, mistake, finding, games }, query) {
    const [found = "", ...place] = finding?.text.split("\n") ?? [];
    fill(this.verdict, h("p", {}, h("strong", { class: passed ? "good" : "bad" }, `${passed ? "\u2713 " : ""}${capital(text)}`)),
      finding && h("p", { class: "finding" }, capital(found), " ",
        h("button", { type: "button", class: "link to-board", onclick: () => this.showBoard() }, "Show it on the board")),
      place.length > 0 && h("pre", { class: "place", tabIndex: 0, "aria-label": "The place in your query" }, place.join("\n")),
      mistake && h("p", { class: "mistake" }, words(mistake)),
      games.length > 0 && h("ul", { class: "duels" }, games.map((game, index) => h("li", {},
        h("button", { type: "button", class: "link", title: "Show its end on the board", onclick: () => void this.bench.reach(game.position) }, `Game ${index + 1}`), ` as ${side(game.colour, this.discs)}: ${game.text}`))),
      passed && this.next && h("p", {}, h("a", { class: "button", href: `/learn/${this.next.name}` }, `Next: ${this.next.title}`)),
      passed && !this.next && h("p", {}, "That was the last step."),
      passed && this.onwards?.(query));
    say([text, found, mistake].filter(Boolean).join(". "));
    // On a phone what is said is below what was pressed.
    (this.verdict.querySelector("a.button") ?? this.verdict).scrollIntoView({ block: "nearest" });
  }

  /**
   * Shows where the query is wrong: what it gives there, and the cells that are missing or too many.
   *
   * @param {LessonFinding} finding
   */
  async look({ position, missing, surplus }) {
    await this.bench.reach(position);
    await this.bench.run();
    this.bench.board.mark("hint", new Map(missing.map((square) => [square, { label: "missing" }])));
    this.bench.board.mark("illegal", new Map(surplus.map((square) => [square, { label: "too many" }])));
  }

  /** Goes to the board, which is far below on a phone. */
  showBoard() {
    const { element, grid } = this.bench.board;
    element.scrollIntoView({ block: "center" });
    grid.querySelector(/** @type {"button"} */ ("[tabindex='0']"))?.focus({ preventScroll: true });
  }

  /** Shows one hint more. */
  async another() {
    this.shown += 1;
    this.showHints();
    say(this.page.hints[this.shown - 1] ?? "");
    try {
      await hinted(this.page.name, this.shown, this.keeps);
    } catch (error) {
      this.failed(wordsOf(error));
    }
  }

  showHints() {
    const hints = this.page.hints.slice(0, this.shown);
    const more = this.page.hints.length - hints.length;
    fill(this.hints, hints.map((hint) => h("li", {}, words(hint))));
    able(this.hint, more > 0);
    this.hint.textContent = hints.length === 0 ? "Hint" : more === 0 ? "No more hints" : `Another hint (${some(more, "more", "more")})`;
  }

  async solve() {
    if (!await sure("Show the solution?", "It takes the place of what you have written.", "Show it")) return;
    try {
      /** @type {import("../base/protocol.js").LessonSolution} */
      const { query } = await get(`/api/learn/${this.page.name}/solution`);
      this.editor.set(query);
      this.editor.focus();
    } catch (error) {
      warn(wordsOf(error));
    }
  }

  close() {
    this.checking.abort();
    this.draft.close();
    this.bench.close();
    this.editor.close();
  }
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
