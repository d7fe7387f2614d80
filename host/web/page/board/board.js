/**
 * @file The board: a grid of buttons, one a square. It shows what it is given and says which square was
 * chosen; it knows no rules.
 */

import { h, fill } from "../base/dom.js";
import { at, changed, distance, squares } from "./squares.js";
import { edges, turned } from "./turned.js";
import { Typed } from "./typed.js";

/**
 * @typedef {object} Shown what a board shows
 * @property {number} width
 * @property {number} height
 * @property {string} cells X, O or - by rows
 * @property {string[]} legal where the side to move may go
 * @property {string | null} last where the last disc was put
 * @property {string[]} turned what that turned over
 * @property {boolean} discs whether stones are discs, or else crosses and noughts
 */

/**
 * @typedef {object} Mark something that is said about a square beside what stands there
 * @property {string} label for its name
 * @property {string} [text] what is written on it
 */

/** How long the next disc waits before it turns as well, in ms. */
const WAVE = 55;

export class Board {
  /**
   * @param {object} on
   * @param {(square: string) => void} on.choose
   * @param {(event: KeyboardEvent) => void} [on.key] a key that means nothing to the board
   * @param {(text: string) => void} [on.type] what is typed so far
   */
  constructor({ choose, key = () => {}, type = () => {} }) {
    this.choose = choose;
    this.otherKey = key;
    this.typed = new Typed((square) => this.chooseTyped(square), type);
    /** @type {Shown} */
    this.shown = { width: 0, height: 0, cells: "", legal: [], last: null, turned: [], discs: true };
    /** @type {import("./turned.js").Turn} */
    this.turn = { quarters: 0, mirrored: false };
    /** @type {Map<string, Map<string, Mark>>} */
    this.marks = new Map();
    /** @type {Map<string, HTMLButtonElement>} */
    this.cells = new Map();
    /** @type {string[][]} */
    this.seen = [];
    this.cursor = "";
    this.upper = h("div", { class: "edge upper", "aria-hidden": "true" });
    this.left = h("div", { class: "edge left", "aria-hidden": "true" });
    this.grid = h("div", {
      class: "grid", role: "grid", "aria-label": "Board",
      onclick: (/** @type {MouseEvent} */ event) => this.clicked(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onfocusin: (/** @type {FocusEvent} */ event) => this.focused(event),
      onanimationend: (/** @type {AnimationEvent} */ event) => {
        if (event.target instanceof HTMLElement) event.target.classList.remove("turning", "placed");
      },
    });
    this.element = h("div", { class: "board" }, this.upper, this.left, this.grid);
  }

  /**
   * Shows a position. Discs that turned over do so one after the other, from the last move outwards.
   *
   * @param {Shown} next
   * @param {boolean} [animate]
   */
  show(next, animate = true) {
    const before = this.shown;
    this.shown = next;
    const sameShape = before.width === next.width && before.height === next.height;
    if (!sameShape) this.lay();
    for (const [square, cell] of this.cells) this.draw(square, cell);
    if (animate && sameShape) this.animate(before, next);
  }

  /**
   * Puts marks of one kind on the board, in place of those that were there.
   *
   * @param {"returned" | "walked" | "illegal" | "hint" | "value" | "chosen"} kind
   * @param {Map<string, Mark>} marks
   */
  mark(kind, marks) {
    if (marks.size === 0 && !this.marks.has(kind)) return;
    if (marks.size === 0) this.marks.delete(kind);
    else this.marks.set(kind, marks);
    for (const [square, cell] of this.cells) this.draw(square, cell);
  }

  /** Turns the board by a quarter. */
  rotate() {
    this.turn = { ...this.turn, quarters: (this.turn.quarters + 1) % 4 };
    this.lay();
    this.show(this.shown, false);
  }

  /** Exchanges left and right. */
  flip() {
    this.turn = { ...this.turn, mirrored: !this.turn.mirrored };
    this.lay();
    this.show(this.shown, false);
  }

  /** Puts the focus on the board. */
  focus() {
    this.cells.get(this.cursor)?.focus();
  }

  /**
   * What the page calls a square: its place, what stands there, whether it is legal, what is marked.
   *
   * @param {string} square
   */
  name(square) {
    const { cells, width, legal, last, turned: over } = this.shown;
    const stone = at(cells, width, square);
    const words = [square, stone === "-" ? (legal.includes(square) ? "legal move" : "empty") : this.stone(stone)];
    if (square === last) words.push("last move");
    if (over.includes(square)) words.push("turned");
    for (const kind of this.marks.values()) {
      const mark = kind.get(square);
      if (mark) words.push(mark.label);
    }
    return words.join(", ");
  }

  /** @param {string} stone */
  stone(stone) {
    if (!this.shown.discs) return stone;
    return stone === "X" ? "black" : "white";
  }

  /** Lays the buttons out anew, for another shape or another side to look from. */
  lay() {
    const { width, height } = this.shown;
    const hadFocus = this.grid.contains(document.activeElement);
    this.typed.width = width;
    this.typed.height = height;
    this.seen = turned(squares(width, height), this.turn);
    const { upper, left } = edges(this.seen, this.turn);
    fill(this.upper, upper.map((text) => h("span", {}, text)));
    fill(this.left, left.map((text) => h("span", {}, text)));
    this.cells.clear();
    fill(this.grid, this.seen.map((row) => h("div", { role: "row", class: "row" }, row.map((square) => {
      const cell = h("button", { type: "button", class: "cell", "data-square": square, tabIndex: -1 },
        h("span", { class: "stone" }), h("span", { class: "mark" }));
      this.cells.set(square, cell);
      return h("div", { role: "gridcell" }, cell);
    }))));
    this.element.style.setProperty("--columns", `${this.seen[0]?.length ?? 8}`);
    this.element.style.setProperty("--rows", `${this.seen.length}`);
    if (!this.cells.has(this.cursor)) {
      const middle = this.seen[Math.floor((this.seen.length - 1) / 2)] ?? [];
      this.cursor = middle[Math.floor((middle.length - 1) / 2)] ?? "";
    }
    const cursor = this.cells.get(this.cursor);
    if (cursor) cursor.tabIndex = 0;
    if (hadFocus) cursor?.focus();
  }

  /**
   * @param {string} square
   * @param {HTMLButtonElement} cell
   */
  draw(square, cell) {
    const { cells, width, legal, last, discs } = this.shown;
    const stone = at(cells, width, square);
    const kinds = [...this.marks].filter(([, marks]) => marks.has(square));
    const classes = ["cell"];
    if (stone === "-" && legal.includes(square)) classes.push("legal");
    if (square === last) classes.push("last");
    classes.push(...kinds.map(([kind]) => kind));
    const [look, label] = [classes.join(" "), this.name(square)];
    if (cell.className !== look) cell.className = look;
    if (cell.ariaLabel !== label) cell.ariaLabel = label;
    const [shape, mark] = /** @type {[HTMLElement, HTMLElement]} */ ([...cell.children]);
    const kind = stone === "-" ? "" : `${discs ? "disc" : "sign"} ${stone}`;
    if (shape.dataset.kind !== kind) {
      shape.dataset.kind = kind;
      shape.className = `stone ${kind}`;
    }
    const text = kinds.map(([name]) => this.marks.get(name)?.get(square)?.text ?? "").join("");
    if (mark.textContent !== text) mark.textContent = text;
  }

  /**
   * @param {Shown} before
   * @param {Shown} next
   */
  animate(before, next) {
    const from = next.last ?? this.cursor;
    for (const square of changed(before.cells, next.cells, next.width)) {
      const shape = this.cells.get(square)?.firstElementChild;
      if (!(shape instanceof HTMLElement) || at(next.cells, next.width, square) === "-") continue;
      const wasEmpty = at(before.cells, next.width, square) === "-";
      shape.style.setProperty("--wait", `${wasEmpty ? 0 : distance(from, square) * WAVE}ms`);
      shape.classList.add(wasEmpty ? "placed" : "turning");
    }
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const cell = event.target instanceof Element ? event.target.closest("button") : null;
    if (cell?.dataset.square) this.choose(cell.dataset.square);
  }

  /** @param {string} square */
  chooseTyped(square) {
    this.moveTo(square);
    this.choose(square);
  }

  /**
   * Takes a key, wherever on the page it was pressed.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { row, column } = this.where();
    const [rows, columns] = [this.seen.length, this.seen[0]?.length ?? 0];
    const onBoard = this.grid.contains(document.activeElement);
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [row, 0], End: [row, columns - 1],
      PageUp: [0, column], PageDown: [rows - 1, column],
    };
    const step = steps[event.key];
    if (step && onBoard) {
      this.typed.set("");
      const name = this.seen[step[0]]?.[step[1]];
      if (name) this.moveTo(name);
    } else if (!this.typed.take(event.key)) {
      this.otherKey(event);
      return;
    }
    event.preventDefault();
  }

  /** Where the cursor is seen. */
  where() {
    const row = this.seen.findIndex((line) => line.includes(this.cursor));
    return { row, column: this.seen[row]?.indexOf(this.cursor) ?? -1 };
  }

  /** @param {string} square */
  moveTo(square) {
    const cell = this.cells.get(square);
    if (!cell) return;
    const old = this.cells.get(this.cursor);
    if (old) old.tabIndex = -1;
    this.cursor = square;
    cell.tabIndex = 0;
    if (this.grid.contains(document.activeElement)) cell.focus();
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (square && square !== this.cursor) this.moveTo(square);
  }
}
