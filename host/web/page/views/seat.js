/** @file Who sits on a side of a new game: a person here, a person elsewhere, or a player of the machine. */

import { fill, h } from "../base/dom.js";
import { recall } from "../base/storage.js";
import { interval, side, some, strength } from "../base/words.js";

/** @typedef {import("../base/protocol.js").Player} Player */
/** @typedef {import("../base/protocol.js").PlayerOption} PlayerOption */

/** What people want of a player's options where they say nothing else: nobody likes to wait for a minute. */
const AGAINST_PEOPLE = /** @type {Record<string, string>} */ ({ level: "strong" });

/** What stands for a person on another page. */
const ELSEWHERE = "|elsewhere";

/**
 * Who plays where nobody says: whoever played last here, or a person against the first player.
 *
 * @param {Player[]} players
 */
export function usual(players) {
  const person = players.find((player) => player.class === "person");
  const machine = players.find(({ name }) => name === "Simple") ?? players.find((player) => player.class !== "person");
  return {
    black: recall("black") ?? person?.spec ?? machine?.spec ?? "",
    white: recall("white") ?? machine?.spec ?? person?.spec ?? "",
  };
}

export class Seat {
  /**
   * @param {"black" | "white"} colour
   * @param {Player[]} players
   * @param {string} first
   * @param {() => void} changed
   */
  constructor(colour, players, first, changed) {
    this.players = players;
    this.options = h("div", { class: "options" });
    this.card = h("p", { class: "soft about-player" });
    this.select = h("select", { id: `seat-${colour}`, "data-field": colour, onchange: () => { this.describe(); changed(); } }, this.groups());
    this.element = h("fieldset", { class: `seat ${colour}` },
      h("legend", {}, h("span", { class: `dot ${colour}`, "aria-hidden": "true" }), ` ${side(colour)}`),
      h("label", { for: `seat-${colour}` }, "Player"), this.select, this.card, this.options);
    this.name = h("input", { id: `seat-${colour}-name`, type: "text", maxLength: 24, autocomplete: "off", placeholder: "optional" });
    this.naming = h("p", { class: "field" }, h("label", { for: this.name.id }, "Name"), this.name);
    this.choose(first);
  }

  groups() {
    const option = (/** @type {Player} */ player) => {
      const rating = player.rating ? `, ${strength(player.rating)}` : "";
      return h("option", { value: player.spec }, `${player.name} (${player.class}${rating})`);
    };
    const people = this.players.filter((player) => player.class === "person");
    // Of whom only an upper bound is known, has won nothing yet.
    const strong = (/** @type {Player} */ { rating }) => !rating ? -Infinity : rating.low === null ? -Number.MAX_VALUE : rating.rating;
    const machines = this.players.filter((player) => player.class !== "person").sort((a, b) => strong(b) - strong(a) || 0);
    return [
      h("optgroup", { label: "People" }, people.slice(0, 1).flatMap(({ spec }) => [
        h("option", { value: spec }, "A person, on this page"),
        h("option", { value: spec + ELSEWHERE }, "A person, on another page"),
      ])),
      h("optgroup", { label: "Players of this machine" }, machines.map(option)),
    ];
  }

  /** Who is chosen, with options: what a spec says. */
  chosen() {
    if (this.player()?.class === "person") return this.select.value;
    const options = [...this.options.querySelectorAll("input, select")].flatMap((field) => {
      const { value, defaultValue } = /** @type {HTMLInputElement} */ (field);
      const usual = field instanceof HTMLSelectElement ? field.dataset.usual : defaultValue;
      return value !== "" && value !== usual ? [`${field.getAttribute("name")}=${value}`] : [];
    });
    return options.length > 0 ? `${this.select.value}:${options.join(",")}` : this.select.value;
  }

  /**
   * Chooses a player by its spec; one that is not there leaves the choice as it is.
   *
   * @param {string} spec
   * @param {boolean} [exactly] whether options that it does not name are as usual, and not as people like them
   */
  choose(spec, exactly = false) {
    const known = [...this.select.options].map(({ value }) => value);
    const plain = known.includes(spec) ? spec : known.find((value) => spec.startsWith(`${value}:`));
    if (plain !== undefined) this.select.value = plain;
    this.describe();
    for (const field of exactly ? this.options.querySelectorAll("select[data-usual]") : []) {
      if (field instanceof HTMLSelectElement) field.value = field.dataset.usual ?? "";
    }
    for (const [, name, value] of spec.slice(plain?.length ?? 0).matchAll(/(\w+)=([^,]*)/g)) {
      const field = this.options.querySelector(`[name="${CSS.escape(name ?? "")}"]`);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value ?? "";
    }
  }

  /** Who sits there, as the server takes it. */
  read() {
    const spec = this.chosen();
    if (this.player()?.class !== "person") return { spec };
    const name = this.name.value.trim();
    const plain = spec.replace(ELSEWHERE, "");
    return { spec: name ? `${name}=${plain}` : plain, here: !spec.endsWith(ELSEWHERE) };
  }

  player() {
    const spec = this.select.value.replace(ELSEWHERE, "");
    return this.players.find((player) => player.spec === spec);
  }

  describe() {
    const player = this.player();
    const rating = player?.rating;
    const facts = player?.class === "person"
      ? this.select.value.endsWith(ELSEWHERE) ? "Gets an address of their own, to send to them or to scan." : "Plays with mouse, touch or keys."
      : [player?.line, player?.version && `version ${player.version}`, player?.author && `by ${player.author}`,
        rating && `rated ${strength(rating)}${rating.low === rating.high || rating.low === null || rating.high === null ? "" : ` (${interval(rating.low, rating.high)})`} in ${some(rating.games, "game")}`,
      ].filter(Boolean).join("; ");
    const kind = player && player.class !== "person" && h("span", { class: `class ${player.class}` }, player.class);
    fill(this.card, kind, kind ? " " : "", facts);
    fill(this.options, player?.class === "person" ? this.naming : player?.options.map((option) => this.field(option)));
  }

  /** @param {PlayerOption} option */
  field({ name, type, default: usualValue, min, max, choices, line }) {
    const id = `${this.select.id}-${name}`;
    const value = usualValue === null || usualValue === undefined ? "" : `${usualValue}`;
    const listed = type === "boolean" ? ["true", "false"] : choices;
    const first = choices.includes(AGAINST_PEOPLE[name] ?? "") ? AGAINST_PEOPLE[name] : value;
    const field = listed.length > 0
      ? h("select", { id, name, "data-usual": value }, listed.map((text) => h("option", { value: text, selected: text === first }, text)))
      : h("input", {
        id, name, defaultValue: value, type: type === "integer" || type === "number" ? "number" : "text",
        ...min === null ? {} : { min }, ...max === null ? {} : { max }, ...type === "number" ? { step: "any" } : {},
      });
    return h("p", { class: "field", title: line }, h("label", { for: id }, name), field);
  }

  /**
   * Which players can be chosen for this game.
   *
   * @param {string} game
   * @param {number} size
   * @param {string} start
   */
  fit(game, size, start) {
    // A person plays whatever can be drawn.
    const plays = (/** @type {Player} */ player) => player.class === "person" || player.plays.some((one) => one.game === game &&
      (one.sizes.length === 0 || one.sizes.includes(size)) && (one.starts.length === 0 || one.starts.includes(start)));
    for (const option of this.select.options) {
      const player = this.players.find(({ spec }) => spec === option.value.replace(ELSEWHERE, ""));
      option.disabled = player !== undefined && !plays(player);
    }
    if (this.select.selectedOptions[0]?.disabled) {
      const other = [...this.select.options].find(({ disabled }) => !disabled);
      if (other) this.choose(other.value);
    }
  }
}
