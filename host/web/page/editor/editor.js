/**
 * @file A field in which a query is written: in colours, completed and explained as one types, with errors underlined
 * where they are. What is done with the query is its owner's business.
 */

import { h } from "../base/dom.js";
import { post } from "../base/server.js";
import { say } from "../base/speech.js";
import { Checks } from "./checks.js";
import { Choices } from "./choices.js";
import { Painted } from "./painted.js";
import { known } from "./words.js";

/** @typedef {import("../base/protocol.js").QueryFault} QueryFault */

/**
 * @typedef {object} Uses
 * @property {string} label what the field is called
 * @property {string} [text] what stands in it at first
 * @property {(text: string) => void} [changed] something else stands in it
 * @property {() => void} [submit] it is to be run: Ctrl+Enter
 * @property {(query: string, signal: AbortSignal) => Promise<import("../base/protocol.js").CheckedText>} [check] what the engine says of it
 */

let fields = 0;

export class Editor {
  /** @param {Uses} uses */
  constructor({ label, text = "", changed = () => {}, submit = () => {}, check = (query, signal) => post("/api/check", { query }, signal) }) {
    fields += 1;
    const id = `editor-${fields}`;
    this.changed = changed;
    this.submit = submit;
    /** @type {[number, number] | null} */
    this.wrong = null;
    this.painted = new Painted();
    this.problem = h("p", { class: "editor-problem bad", id: `${id}-problem` });
    this.about = h("p", { class: "editor-about soft", id: `${id}-about` });
    this.field = h("textarea", {
      id, spellcheck: false, autocapitalize: "off", autocomplete: "off", rows: 8, value: text,
      "aria-label": label, "aria-describedby": `${id}-problem`, "aria-autocomplete": "list",
      oninput: () => this.edited(true),
      onscroll: () => this.scrolled(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onselectionchange: () => this.explain(),
      onblur: () => this.choices.close(),
    });
    this.choices = new Choices(this.field, this.painted, (from, word) => this.complete(from, word));
    this.checks = new Checks(check, (fault) => this.fault(fault));
    this.element = h("div", { class: "editor-box" },
      h("div", { class: "editor" }, this.painted.element, this.field, this.choices.element), this.problem, this.about);
    this.painted.show(text, null);
    if (text) this.checks.soon(text);
  }

  /** What stands in it. */
  get text() {
    return this.field.value;
  }

  /**
   * Puts another text there.
   *
   * @param {string} text
   */
  set(text) {
    this.field.value = text;
    this.edited(false);
  }

  /**
   * Shows a text that nobody has written here.
   *
   * @param {string} text
   */
  show(text) {
    this.field.value = text;
    this.wrong = null;
    this.painted.show(text, null);
    this.checks.soon(text);
  }

  focus() {
    this.field.focus();
  }

  /**
   * Says what is wrong with the text, and underlines it; nothing where all is well.
   *
   * @param {QueryFault | null} fault
   */
  fault(fault) {
    this.wrong = fault?.span ?? null;
    const where = fault?.line && fault.column ? `Line ${fault.line}, column ${fault.column}: ` : "";
    this.problem.textContent = fault ? `${where}${fault.message}${fault.hint ? ` (${fault.hint})` : ""}` : "";
    if (fault) this.field.setAttribute("aria-invalid", "true");
    else this.field.removeAttribute("aria-invalid");
    this.painted.show(this.text, this.wrong);
  }

  /** @param {boolean} typed */
  edited(typed) {
    const text = this.text;
    // What was wrong may have moved; the next check says where it is now.
    this.wrong = null;
    this.painted.show(text, null);
    this.checks.soon(text);
    if (typed) this.choices.offer();
    else this.choices.close();
    this.changed(text);
  }

  scrolled() {
    const { scrollTop, scrollLeft } = this.field;
    this.painted.element.scrollTo(scrollLeft, scrollTop);
  }

  /**
   * @param {number} from
   * @param {string} word
   */
  complete(from, word) {
    const begin = word.replace(" { }", " {");
    this.field.setRangeText(begin, from, this.field.selectionStart, "end");
    this.edited(false);
  }

  /** What the word under the cursor does. */
  explain() {
    const { selectionStart: at } = this.field;
    const { value } = this.field;
    const before = /\$?\w*$/.exec(value.slice(Math.max(0, at - 40), at))?.[0] ?? "";
    const word = before + (/^\w*/.exec(value.slice(at, at + 40))?.[0] ?? "");
    const found = word ? known(word) : undefined;
    const text = found ? `${found.word}: ${found.text}` : "";
    if (this.about.textContent !== text) this.about.textContent = text;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.choices.close();
      this.submit();
    } else if (event.key === "F1") {
      event.preventDefault();
      this.explain();
      say(this.about.textContent || "There is nothing to explain here.");
    } else {
      this.choices.key(event);
    }
  }

  close() {
    this.checks.close();
  }
}
