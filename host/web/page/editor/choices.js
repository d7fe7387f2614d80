/** @file The list below the cursor with what may come next. Tab takes the first, or the one that arrows chose. */

import { fill, h } from "../base/dom.js";
import { completions } from "./completion.js";

export class Choices {
  /**
   * @param {HTMLTextAreaElement} field
   * @param {import("./painted.js").Painted} painted
   * @param {(from: number, word: string) => void} choose
   */
  constructor(field, painted, choose) {
    this.field = field;
    this.painted = painted;
    this.choose = choose;
    this.element = h("ul", { class: "choices-list", role: "listbox", id: `${field.id}-choices`, "aria-label": "What may come next", hidden: true });
    field.setAttribute("aria-controls", this.element.id);
    /** @type {import("./completion.js").Offer | null} */
    this.offered = null;
    this.at = -1;
  }

  /** Shows what may come at the cursor. */
  offer() {
    const { selectionStart: caret, selectionEnd: end, value } = this.field;
    this.offered = caret === end ? completions(value, caret) : null;
    this.at = -1;
    this.show();
  }

  close() {
    this.offered = null;
    this.show();
  }

  show() {
    const { offered } = this;
    if (!offered && this.element.hidden) return;
    this.element.hidden = !offered;
    this.field.removeAttribute("aria-activedescendant");
    if (!offered) return;
    fill(this.element, offered.words.map(({ word, text }, index) => h("li", {
      role: "option", id: `${this.element.id}-${index}`, "aria-selected": `${index === this.at}`,
      onpointerdown: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.take(index);
      },
    }, h("strong", {}, word), h("span", { class: "soft" }, ` ${text}`))));
    if (this.at >= 0) this.field.setAttribute("aria-activedescendant", `${this.element.id}-${this.at}`);
    this.place(offered.from);
  }

  /**
   * Puts the list under the word that is completed.
   *
   * @param {number} from
   */
  place(from) {
    const before = this.field.value.slice(0, from).split("\n");
    const where = this.painted.where(before.length - 1, before.at(-1)?.length ?? 0);
    const box = this.field.getBoundingClientRect();
    if (!where) return;
    const room = Math.max(0, box.width - this.element.offsetWidth - 4);
    this.element.style.left = `${Math.max(0, Math.min(where.left - box.left, room))}px`;
    this.element.style.top = `${where.bottom - box.top + 2}px`;
  }

  /** @param {number} index */
  take(index) {
    const word = this.offered?.words[index]?.word;
    const from = this.offered?.from ?? 0;
    this.close();
    if (word) this.choose(from, word);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const number = this.offered?.words.length ?? 0;
    if (number === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown") this.at = (this.at + 1) % number;
    else if (event.key === "ArrowUp" && this.at >= 0) this.at = (this.at + number - 1) % number;
    else if (event.key === "Escape") return this.leave(event);
    else if ((event.key === "Tab" && !event.shiftKey) || (event.key === "Enter" && this.at >= 0)) {
      event.preventDefault();
      return this.take(Math.max(0, this.at));
    } else {
      return undefined;
    }
    event.preventDefault();
    return this.show();
  }

  /** @param {KeyboardEvent} event */
  leave(event) {
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }
}
