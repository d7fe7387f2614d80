/** @file The ladder: joining, one's own versions, and where everybody stands. */

import { fill, h } from "../base/dom.js";
import { Refusal } from "../base/server.js";
import { say } from "../base/speech.js";
import { isolated, some, wordsOf } from "../base/words.js";
import { boards } from "../views/boards.js";
import { ask, drop, keep, key } from "./account.js";
import { follow, look } from "./feed.js";
import { Own } from "./own.js";
import { Place, finalPlaces, games, standings } from "./parts.js";

/** @typedef {import("../base/protocol.js").Ladder} Ladder */
/** @typedef {import("../base/protocol.js").LadderAccount} LadderAccount */
/** @typedef {import("../base/protocol.js").LadderPerson} LadderPerson */

/**
 * @param {string} code the room's code, where the address brought it
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function home(code) {
  const mine = h("section", { class: "mine" });
  const table = new Place(h("div", {})), latest = new Place(h("div", {})), playing = new Place(h("div", {}));
  const others = new Place(h("p", { class: "soft" }));
  const final = h("section", { class: "card table-card", "aria-labelledby": "final", hidden: true }), places = new Place(h("div", {}));
  fill(final, h("h2", { id: "final" }, "Final"), places.element);
  /** @type {Own | null} */
  let own = null;
  /** @type {Ladder | null} */
  let ladder = null;

  const form = new Joining(code, (name, room) => join(name, room));
  const invite = (/** @type {Element[]} */ ...before) => fill(mine, ...before, form.element);
  /** @param {LadderPerson} me */
  const enter = (me) => {
    own = new Own(me, () => {
      drop("person");
      own = null;
      invite();
    });
    fill(mine, own.element);
    if (ladder) own.ladder(ladder);
  };
  /**
   * @param {string} name
   * @param {string} room
   */
  const join = async (name, room) => {
    const account = /** @type {LadderAccount} */ (await ask("/api/ladder/join", { body: { name, code: room } }));
    keep("person", account.key);
    say(`You are in, ${account.name}.`);
    enter(await ask("/api/ladder/me", { as: "person" }));
    own?.focus();
    await look();
  };

  if (key("person")) {
    try {
      enter(await ask("/api/ladder/me", { as: "person" }));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      drop("person");
      invite(h("p", { class: "warning", role: "alert" }, error.message));
    }
  } else invite();

  const close = follow((now) => {
    ladder = now;
    own?.ladder(now);
    form.ladder(now);
    const person = own?.me.id ?? null;
    table.show([now.table, person], () => standings(now.table, person));
    latest.show(now.latest.slice(0, 12), () => games(now.latest.slice(0, 12), now.disc === "disc"));
    playing.show(now.boards, () => now.boards.length > 0 && now.phase !== "over" ? boards(now.boards, now.disc === "disc") : null);
    final.hidden = now.final_round === null;
    places.show([now.final_round, person], () => now.final_round && finalPlaces(now.final_round, person));
    others.show([now.newcomers, now.people, now.games], () => [
      `${some(now.people, "person", "people")}, ${some(now.games, "game")}.`,
      now.newcomers.length > 0 ? ` Still without a query that plays: ${names(now.newcomers)}.` : ""]);
  });
  return {
    title: "Ladder",
    close: () => {
      close();
      own?.close();
    },
    element: h("div", { class: "home" }, mine,
      h("div", { class: "tables" }, final,
        h("section", { class: "card table-card", "aria-labelledby": "standings" }, h("h2", { id: "standings" }, "Standings"), table.element, others.element)),
      h("section", { class: "card latest", "aria-labelledby": "latest" }, h("h2", { id: "latest" }, "Latest games"), playing.element, latest.element)),
  };
}

/** So many names are told. */
const NAMES = 30;

/** @param {string[]} all */
function names(all) {
  const told = all.slice(0, NAMES).map(isolated).join(", ");
  return all.length > NAMES ? `${told} and ${some(all.length - NAMES, "other")}` : told;
}

/** What whoever is new reads, for each part of the event. */
const WELCOME = {
  before: "Write a Cypher query that chooses a cell. It plays others as soon as the event begins; join now.",
  open: "Write a Cypher query that chooses a cell. It plays others within seconds, and you can send a better one at any time.",
  closing: "The time is up, and no more queries are taken. Whoever joins now watches.",
  final: "The final is being played, and no more queries are taken. Whoever joins now watches.",
  over: "This event is over. All queries can be read: open somebody\u2019s page in the table.",
};

/** The form of whoever is new. */
class Joining {
  /**
   * @param {string} known the room's code, where the address brought it
   * @param {(name: string, code: string) => Promise<void>} join
   */
  constructor(known, join) {
    this.join = join;
    this.name = h("input", { id: "name", name: "nickname", autocomplete: "nickname", maxLength: 24, required: true, "aria-describedby": "name-help join-problem" });
    this.code = h("input", { id: "code", value: known, autocomplete: "off", autocapitalize: "none", spellcheck: false, maxLength: 12, required: true, "aria-describedby": "join-problem" });
    this.problem = h("p", { id: "join-problem", class: "warning", role: "alert" });
    this.button = h("button", { class: "primary large" }, "Join");
    this.title = h("h1", {}, "Join the ladder");
    this.welcome = h("span", {}, WELCOME.open);
    this.fields = h("div", {},
      h("div", { class: "field" }, h("label", { for: "name" }, "Your name"), this.name),
      h("p", { id: "name-help", class: "soft" }, "Everybody sees it. Nothing else is kept of you."),
      h("div", { class: "field" }, h("label", { for: "code" }, "The room's code, from the screen"), this.code), this.problem, this.button);
    this.element = h("form", { class: "card join", onsubmit: (/** @type {SubmitEvent} */ event) => void this.send(event) }, this.title,
      h("p", {}, this.welcome, " New to Cypher? ", h("a", { href: "/learn" }, "Learn it step by step"), "."), this.fields);
  }

  /** @param {Ladder} ladder */
  ladder({ phase, title }) {
    this.title.textContent = phase === "over" ? title : "Join the ladder";
    this.welcome.textContent = WELCOME[phase];
    this.fields.hidden = phase === "over";
  }

  /** @param {SubmitEvent} event */
  async send(event) {
    event.preventDefault();
    this.button.disabled = true;
    this.problem.textContent = "";
    try {
      await this.join(this.name.value, this.code.value);
    } catch (error) {
      this.problem.textContent = wordsOf(error);
      (error instanceof Refusal && error.status === 403 ? this.code : this.name).focus();
    } finally {
      this.button.disabled = false;
    }
  }
}
