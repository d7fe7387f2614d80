/**
 * @file Everybody, with what the organiser may do to each, and to many at once where a joker has made them. A row stays
 * where it is, and changes where its person has.
 */

import { fill, h } from "../base/dom.js";
import { ask as dialog, sure } from "../base/dialog.js";
import { some } from "../base/words.js";

/** @typedef {import("../base/protocol.js").LadderPerson} LadderPerson */
/** @typedef {import("../base/protocol.js").LadderAct} LadderAct */
/** @typedef {(wish: LadderAct, done: string) => Promise<void>} Act */

export class People {
  /** @param {Act} act */
  constructor(act) {
    this.act = act;
    /** @type {Map<number, Row>} */
    this.rows = new Map();
    /** @type {LadderPerson[]} */
    this.people = [];
    this.nobody = h("p", { class: "soft" }, "Nobody is here yet.");
    this.part = h("input", { id: "part-of-name", type: "search", autocomplete: "off", oninput: () => this.sift() });
    this.idle = h("input", { type: "checkbox", onchange: () => this.sift() });
    this.removeAll = button(() => void this.toAll(act, true));
    this.takeBack = button(() => void this.toAll(act, false));
    this.sieve = h("div", { class: "row-of-buttons", role: "group", "aria-label": "Many at once" },
      h("label", { for: "part-of-name" }, "Names with"), this.part,
      h("label", {}, this.idle, " only those without a version"), this.removeAll, this.takeBack);
    this.list = h("ul", { class: "plain people" });
    this.element = h("div", {}, this.nobody, this.sieve, this.list);
  }

  /** Those who are looked for. */
  get found() {
    const part = this.part.value.trim().toLowerCase();
    return this.people.filter(({ name, versions }) =>
      name.toLowerCase().includes(part) && !(this.idle.checked && versions.length > 0));
  }

  /** Shows those who are looked for, and how many a button would be about. */
  sift() {
    const found = this.found, shown = new Set(found.map(({ id }) => id));
    for (const [id, { element }] of this.rows) element.hidden = !shown.has(id);
    const removed = found.filter((one) => one.removed).length;
    this.removeAll.textContent = `Remove these ${found.length - removed}`;
    // Where nobody is looked for it would be everybody.
    this.removeAll.hidden = removed === found.length || !(this.idle.checked || this.part.value.trim());
    this.takeBack.textContent = `Take back these ${removed}`;
    this.takeBack.hidden = removed === 0;
  }

  /**
   * @param {Act} act
   * @param {boolean} removed
   */
  async toAll(act, removed) {
    const people = this.found.filter((one) => one.removed !== removed).map(({ id }) => id);
    const title = `${removed ? "Remove" : "Take back"} ${some(people.length, "person", "people")}?`;
    const text = removed ? "They leave the table and can submit nothing. Each of them can be taken back. Whoever made them knows the room\u2019s code: give it another one as well."
      : "They are in the table again.";
    if (await sure(title, text, removed ? "Remove" : "Take back")) await act({ act: "remove-all", people, removed }, removed ? "Removed." : "Back in.");
  }

  /** @param {LadderPerson[]} people */
  show(people) {
    this.people = people;
    this.nobody.hidden = people.length > 0;
    this.sieve.hidden = people.length === 0;
    const here = new Set(people.map(({ id }) => id));
    for (const [id, row] of this.rows) {
      if (here.has(id)) continue;
      row.element.remove();
      this.rows.delete(id);
    }
    for (const person of people) {
      const known = this.rows.get(person.id);
      if (known) {
        known.show(person);
        continue;
      }
      const row = new Row(person, this.act);
      this.rows.set(person.id, row);
      this.list.append(row.element);
    }
    this.sift();
  }
}

class Row {
  /**
   * @param {LadderPerson} person
   * @param {Act} act
   */
  constructor(person, act) {
    this.person = person;
    this.shown = "";
    this.name = h("span", { class: "break person-name" });
    this.rename = button(() => void this.askName(act));
    this.mute = button(() => {
      const { id, muted } = this.person;
      void act({ act: "mute", person: id, muted: !muted }, muted ? "May submit again." : "May not submit.");
    });
    this.reset = button(() => void act({ act: "reset", person: this.person.id }, "There is a new link."));
    this.remove = button(() => {
      const { id, removed } = this.person;
      void act({ act: "remove", person: id, removed: !removed }, removed ? "Back in." : "Removed.");
    });
    this.forget = button(async () => {
      const { id, name } = this.person;
      if (await sure(`Forget ${name}?`, "The name and everything they wrote is deleted, for good.", "Forget")) void act({ act: "forget", person: id }, "Forgotten.");
    });
    this.element = h("li", {}, this.name, h("span", { class: "row-of-buttons" }, this.rename, this.mute, this.reset, this.remove, this.forget));
    this.show(person);
  }

  /** @param {LadderPerson} person */
  show(person) {
    this.person = person;
    const { name, removed, muted, versions } = person;
    const shown = JSON.stringify([name, removed, muted, versions.length]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.classList.toggle("gone", removed);
    fill(this.name, h("bdi", {}, name), removed && h("span", { class: "soft" }, " (removed)"), muted && h("span", { class: "soft" }, " (muted)"),
      h("span", { class: "soft" }, ` ${some(versions.length, "version")}`));
    for (const [one, word] of /** @type {[HTMLButtonElement, string][]} */ ([
      [this.rename, "Rename"], [this.mute, muted ? "Unmute" : "Mute"], [this.reset, "New link"],
      [this.remove, removed ? "Take back" : "Remove"], [this.forget, "Forget"],
    ])) {
      one.textContent = word;
      one.setAttribute("aria-label", `${word} ${name}`);
    }
  }

  /** @param {Act} act */
  async askName(act) {
    const { id, name } = this.person;
    const field = h("input", { value: name, maxLength: 24, "aria-label": "New name" });
    if (await dialog(`Rename ${name}`, field, [["no", "Cancel"], ["yes", "Rename"]]) === "yes") void act({ act: "rename", person: id, name: field.value }, "Renamed.");
  }
}

/** @param {() => void} press */
function button(press) {
  return h("button", { type: "button", onclick: press });
}
