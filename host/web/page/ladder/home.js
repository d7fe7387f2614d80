/** @file The ladder: joining, one's own versions, and where everybody stands. */

import { fill, h } from "../base/dom.js";
import { Refusal } from "../base/server.js";
import { say } from "../base/speech.js";
import { some, wordsOf } from "../base/words.js";
import { boards } from "../views/boards.js";
import { ask, drop, keep, key } from "./account.js";
import { follow, look } from "./feed.js";
import { Own } from "./own.js";
import { Place, games, standings } from "./parts.js";

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
  /** @type {Own | null} */
  let own = null;
  /** @type {Ladder | null} */
  let ladder = null;

  /** @param {LadderPerson} me */
  const enter = (me) => {
    own = new Own(me, () => {
      drop("person");
      own = null;
      fill(mine, joining(code, join));
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
      fill(mine, h("p", { class: "warning", role: "alert" }, error.message), joining(code, join));
    }
  } else fill(mine, joining(code, join));

  const close = follow((now) => {
    ladder = now;
    own?.ladder(now);
    const person = own?.me.id ?? null;
    table.show([now.table, person], () => standings(now.table, person));
    latest.show(now.latest.slice(0, 12), () => games(now.latest.slice(0, 12), now.disc === "disc"));
    playing.show(now.boards, () => now.boards.length > 0 && now.phase !== "over" ? boards(now.boards, now.disc === "disc") : null);
    others.show([now.newcomers, now.people, now.games], () => [
      `${some(now.people, "person", "people")}, ${some(now.games, "game")}.`,
      now.newcomers.length > 0 ? ` Still without a query that plays: ${now.newcomers.slice(0, 30).join(", ")}.` : ""]);
  });
  return {
    title: "Ladder",
    close: () => {
      close();
      own?.close();
    },
    element: h("div", { class: "home" }, mine,
      h("section", { class: "card table-card", "aria-labelledby": "standings" }, h("h2", { id: "standings" }, "Standings"), table.element, others.element),
      h("section", { class: "card latest", "aria-labelledby": "latest" }, h("h2", { id: "latest" }, "Latest games"), playing.element, latest.element)),
  };
}

/**
 * The form of whoever is new.
 *
 * @param {string} known
 * @param {(name: string, code: string) => Promise<void>} join
 */
function joining(known, join) {
  const name = h("input", { id: "name", name: "nickname", autocomplete: "nickname", maxLength: 24, required: true, "aria-describedby": "name-help join-problem" });
  const code = h("input", { id: "code", value: known, autocomplete: "off", autocapitalize: "none", spellcheck: false, maxLength: 12, required: true, "aria-describedby": "join-problem" });
  const problem = h("p", { id: "join-problem", class: "warning", role: "alert" });
  const button = h("button", { class: "primary large" }, "Join");
  return h("form", {
    class: "card join",
    onsubmit: async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      button.disabled = true;
      problem.textContent = "";
      try {
        await join(name.value, code.value);
      } catch (error) {
        problem.textContent = wordsOf(error);
        button.disabled = false;
        (error instanceof Refusal && error.status === 403 ? code : name).focus();
      }
    },
  }, h("h1", {}, "Join the ladder"),
    h("p", {}, "Write a Cypher query that chooses a cell. It plays others within seconds, and you can send a better one at any time. New to Cypher? ", h("a", { href: "/learn" }, "Learn it step by step"), "."),
    h("div", { class: "field" }, h("label", { for: "name" }, "Your name"), name),
    h("p", { id: "name-help", class: "soft" }, "Everybody sees it. Nothing else is kept of you."),
    h("div", { class: "field" }, h("label", { for: "code" }, "The room's code, from the screen"), code), problem, button);
}
