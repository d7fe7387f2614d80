/**
 * @file A game on the table: the board with who plays, and beside it the panels that explain it. Whoever
 * shows a game (one that is played, an old one, one that is only thought of) puts its own controls below.
 */

import { Board } from "../board/board.js";
import { count } from "../board/squares.js";
import { h } from "../base/dom.js";
import { Tabs } from "../base/tabs.js";
import { say, warn } from "../base/speech.js";
import { button } from "./buttons.js";
import { asText, reading } from "./reading.js";
import { Console } from "./console.js";
import { Evaluations } from "./evaluations.js";
import { GraphPanel } from "./graph.js";
import { help, lettersWork } from "./help.js";
import { Moves } from "./moves.js";
import { Rounds } from "./rounds.js";
import { Share } from "./share.js";
import { Sides } from "./sides.js";
import { positionAt, samePosition, shownAt, turnAt } from "./course.js";

/** @typedef {import("./course.js").Course} Course */

/**
 * @typedef {object} Uses what the owner of a study does with it
 * @property {(square: string) => void} choose a square was chosen in the last position
 * @property {(event: KeyboardEvent) => boolean} [key] a key that is the owner's; says whether it was
 * @property {(plies: number) => void} branch
 * @property {() => {label: string, path: string}[]} [links] addresses of this game
 * @property {number} [number] the live game's or the old one's, for its records
 * @property {string} [open] the panel that is open at first
 * @property {number} [from] the plies after which it is looked at first; without it, the last position
 */

export class Study {
  /**
   * @param {Course} course
   * @param {Uses} uses
   */
  constructor(course, uses) {
    this.course = course;
    this.uses = uses;
    this.at = uses.from ?? course.plies.length;
    this.board = new Board({
      choose: (square) => this.choose(square),
      key: (event) => this.key(event),
      type: (text) => { this.typing.textContent = text; },
    });
    this.sides = new Sides();
    /** @type {import("../base/protocol.js").ByColour<boolean> | null} */
    this.present = null;
    this.typing = h("kbd", { class: "typing", "aria-hidden": "true" });
    this.status = h("p", { class: "status" });
    this.notice = h("div", { class: "notice" });
    this.controls = h("div", { class: "controls" });
    this.moves = new Moves(this, uses.branch);
    this.rounds = new Rounds(this, (round) => this.tryOut(round));
    this.evaluations = new Evaluations(this);
    this.console = new Console(this);
    this.graph = new GraphPanel(this);
    this.share = new Share(this, uses.links ?? (() => []));
    this.tabs = new Tabs("About this game", [
      this.panel("moves", "Moves", this.moves),
      this.panel("queries", "Queries", this.rounds),
      this.panel("evaluation", "Evaluation", this.evaluations),
      this.panel("console", "Console", this.console),
      this.panel("graph", "Graph", this.graph),
      this.panel("share", "Share", this.share),
    ]);
    this.asText = h("ol", { class: "as-text" });
    this.textBox = h("details", { class: "text-box", ontoggle: () => this.writeText() },
      h("summary", {}, "Board as text"), this.asText);
    this.play = h("section", { class: "play", "aria-label": "Game" },
      this.sides.element, h("div", { class: "board-row" }, this.evaluations.bar.element, this.board.element),
      h("div", { class: "status-line" }, this.status, this.typing), this.notice, this.controls, this.textBox);
    this.element = h("div", { class: "study" }, this.play, this.tabs.element);
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.pressedAnywhere(event);
    document.addEventListener("keydown", this.pressed);
    this.draw(false);
    if (uses.open) this.tabs.open(uses.open);
  }

  /**
   * @param {string} id
   * @param {string} title
   * @param {{element: HTMLElement, show: () => void}} content
   */
  panel(id, title, content) {
    return { id, title, element: content.element, show: () => content.show() };
  }

  /** Where the game is at its end as far as it is known. */
  get latest() {
    return this.at === this.course.plies.length;
  }

  /** The position that is looked at. */
  get position() {
    return positionAt(this.course, this.at);
  }

  /**
   * Shows the game as it has become. Whoever looks at an earlier position goes on looking at it.
   *
   * @param {Course} course
   * @param {boolean} [follow]
   * @param {boolean} [anew] whether nothing that was marked is meant any more
   */
  update(course, follow = false, anew = false) {
    const stays = !follow && !this.latest && this.at <= course.plies.length;
    const before = this.position;
    this.course = course;
    if (!stays) this.at = course.plies.length;
    this.draw(!stays, anew || !samePosition(before, this.position));
  }

  /**
   * Looks at another position.
   *
   * @param {number} plies
   */
  goTo(plies) {
    const goal = Math.max(0, Math.min(plies, this.course.plies.length));
    if (goal === this.at) return;
    this.at = goal;
    this.draw(true);
    say(reading(this).last());
  }

  /**
   * @param {boolean} animate
   * @param {boolean} [anew] whether this is another position than before
   */
  draw(animate, anew = true) {
    const shown = shownAt(this.course, this.at);
    if (anew) for (const kind of MARKS) this.board.mark(kind, new Map());
    this.board.show(shown, animate);
    const counts = { black: count(shown.cells, "X"), white: count(shown.cells, "O") };
    const turn = this.latest && this.course.end ? null : turnAt(this.course, this.at);
    this.sides.show(this.course, counts, turn, this.present);
    this.status.textContent = this.latest ? this.statusText ?? "" : `You look at move ${this.at} of ${this.course.plies.length}.`;
    this.evaluations.show();
    this.tabs.refresh();
    this.writeText();
  }

  /**
   * What is the matter in the last position.
   *
   * @param {string} text
   */
  setStatus(text) {
    this.statusText = text;
    if (this.latest) this.status.textContent = text;
  }

  /**
   * Marks a square that may not be chosen, and says why.
   *
   * @param {string | null} square
   * @param {string} message
   */
  refuse(square, message) {
    this.board.mark("chosen", new Map());
    this.board.mark("illegal", square ? new Map([[square, { label: "not legal" }]]) : new Map());
    this.status.textContent = message;
    warn(message);
  }

  /** @param {string} square */
  choose(square) {
    if (this.latest) this.uses.choose(square);
    else this.refuse(null, "This is an earlier position; go to the last move to play, or branch from here.");
  }

  /** @param {import("../base/protocol.js").Round} round */
  tryOut(round) {
    if (round.query === null) return;
    this.goTo(round.ply);
    this.console.set(round.query, round.colour);
    this.tabs.open("console");
  }

  /** Looks at the whole game, and shows what was found. */
  review() {
    this.tabs.open("evaluation");
    void this.evaluations.review.begin();
  }

  /** A button for what is best in the position that is looked at. */
  best() {
    return button("hint", "Best move", () => void this.evaluations.hint(), "Best");
  }

  /** Buttons for another side to look from, and for the keys. */
  turning() {
    const { board } = this;
    return [
      button("flip", "Flip the board", () => board.flip(), "Flip", "spare"),
      button("rotate", "Rotate the board", () => board.rotate(), "Rotate", "spare"),
      button("keys", "Keys", help, "Keys", "spare"),
    ];
  }

  /** Buttons that go back and forth through the game. */
  travel() {
    return h("div", { class: "row-of-buttons", role: "group", "aria-label": "Go through the game" },
      button("first", "First position", () => this.goTo(0)),
      button("back", "One move back", () => this.goTo(this.at - 1)),
      button("on", "One move on", () => this.goTo(this.at + 1)),
      button("last", "Last position", () => this.goTo(this.course.plies.length)));
  }

  /** @param {KeyboardEvent} event */
  pressedAnywhere(event) {
    const target = event.target;
    if (!(target instanceof HTMLElement) || this.board.grid.contains(target)) return;
    if (target.closest("input, textarea, select, dialog, [role=tablist], summary")) return;
    if (["Enter", " "].includes(event.key) && target.closest("button, a")) return;
    if (event.key.length === 1 && !lettersWork()) return;
    // What scrolls a table or a panel goes through no game.
    const scrolls = /^(Arrow|Page|Home|End)/.test(event.key);
    if (scrolls && target.closest("main *") && !this.play.contains(target)) return;
    this.board.key(event);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.uses.key?.(event)) {
      event.preventDefault();
      return;
    }
    const read = reading(this);
    /** @type {Record<string, () => string | void>} */
    const keys = {
      l: read.legal, s: read.score, t: read.clocks, m: read.last, r: read.row, w: read.board,
      ",": () => this.goTo(this.at - 1), ".": () => this.goTo(this.at + 1),
      "<": () => this.goTo(0), ">": () => this.goTo(this.course.plies.length),
      i: () => { if (!event.repeat) void this.evaluations.hint(); }, v: () => this.board.flip(), q: () => this.board.rotate(), "?": help,
    };
    const onPage = /** @type {Record<string, string>} */ ({ ArrowLeft: ",", ArrowRight: ".", Home: "<", End: ">" });
    const what = keys[onPage[event.key] ?? event.key.toLowerCase()];
    if (!what) return;
    event.preventDefault();
    const words = what();
    if (words) say(words);
    if (words && this.latest) this.status.textContent = words;
  }

  writeText() {
    if (this.textBox.open) asText(this.asText, this.board);
  }

  close() {
    document.removeEventListener("keydown", this.pressed);
    this.sides.close();
    this.evaluations.close();
    this.console.close();
  }
}

const MARKS = /** @type {const} */ (["returned", "walked", "illegal", "hint", "value", "chosen"]);
