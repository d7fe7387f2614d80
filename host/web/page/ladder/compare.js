/** @file One's own versions against each other, on the ladder's cores, until it is clear whether the one is better. */

import { fill, h } from "../base/dom.js";
import { say } from "../base/speech.js";
import { some, wordsOf } from "../base/words.js";
import { ask } from "./account.js";
import { Place } from "./parts.js";

/** @typedef {import("../base/protocol.js").LadderPerson} LadderPerson */
/** @typedef {import("../base/protocol.js").LadderComparison} LadderComparison */

export class Compare {
  /** @param {() => Promise<void>} changed there is something new */
  constructor(changed) {
    this.changed = changed;
    this.tried = h("select", { "aria-label": "The version that may be better" });
    this.against = h("select", { "aria-label": "The version that it plays against" });
    this.problem = h("p", { class: "warning", role: "alert" });
    this.begin = h("button", { type: "button", onclick: () => void this.ask("/api/ladder/comparisons", { tried: Number(this.tried.value), against: Number(this.against.value) }, "They play.") }, "Compare");
    this.choice = h("div", { class: "row-of-buttons" }, this.begin, this.tried, " with ", this.against);
    this.list = new Place(h("div", { role: "status" }));
    this.element = h("section", { class: "card", "aria-labelledby": "compare", hidden: true }, h("h2", { id: "compare" }, "Compare"),
      h("p", { class: "soft" }, "Two of your versions play each other until it is clear whether the one is better. Rated games go first."),
      this.choice, this.problem, this.list.element);
  }

  /** @param {import("../base/protocol.js").Ladder} ladder */
  ladder({ phase }) {
    this.choice.hidden = phase !== "open";
  }

  /** @param {LadderPerson} me */
  show({ versions, comparisons }) {
    const good = versions.filter(({ verdict }) => verdict === "accepted").map(({ id, number }) => ({ id, number }));
    this.element.hidden = good.length < 2 && comparisons.length === 0;
    const known = JSON.stringify(good);
    if (this.choice.dataset["versions"] !== known) {
      this.choice.dataset["versions"] = known;
      for (const [select, at] of /** @type {const} */ ([[this.tried, 0], [this.against, 1]])) {
        fill(select, good.map(({ id, number }, index) => h("option", { value: `${id}`, selected: index === at }, `version ${number}`)));
      }
    }
    this.begin.disabled = comparisons.some(({ outcome }) => outcome === null);
    this.list.show(comparisons, () => comparisons.length > 0 && h("ul", { class: "plain" }, comparisons.map((one) => h("li", {}, words(one), " ",
      one.outcome === null && h("button", {
        type: "button", "data-name": `stop-${one.id}`, onclick: () => void this.ask(`/api/ladder/comparisons/${one.id}/stop`, {}, "Stopped."),
      }, "Stop")))));
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {string} done
   */
  async ask(path, body, done) {
    this.problem.textContent = "";
    try {
      await ask(path, { as: "person", body });
      say(done);
      await this.changed();
    } catch (error) {
      this.problem.textContent = wordsOf(error);
    }
  }
}

/** @param {LadderComparison} comparison */
function words({ tried, against, wins, draws, losses, outcome }) {
  const games = wins + draws + losses, both = `Version ${tried} against version ${against}: `;
  const score = games > 0 ? `${wins} won, ${draws} drawn, ${losses} lost` : "no game yet";
  switch (outcome) {
    case null: return `${both}${score}; ${games > 0 ? "not clear yet." : "it waits until rated games leave room."}`;
    case "stronger": return [both, h("strong", { class: "good" }, `version ${tried} is stronger`), ` (${score}).`];
    case "no-gain": return [both, h("strong", {}, `version ${tried} gains nothing that is worth having`), ` (${score}).`];
    case "unclear": return `${both}not clear after ${some(games, "game")} (${score}): they are about as strong.`;
    case "stopped": return `${both}stopped (${score}).`;
    case "failed": return `${both}it could not be played; tell the organiser.`;
  }
}
