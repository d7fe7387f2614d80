/** @file The bots that were written on the page: opened, taken along, brought, deleted, begun. */

import { sure } from "../base/dialog.js";
import { fill, h } from "../base/dom.js";
import { acceptAll, refuseField } from "../base/invalid.js";
import { about, get, post, remove } from "../base/server.js";
import { go } from "../base/route.js";
import { say, warn } from "../base/speech.js";
import { when, wordsOf } from "../base/words.js";

/** @typedef {import("../base/protocol.js").BotList} BotList */
/** @typedef {import("../base/protocol.js").BotSummary} BotSummary */

/** @returns {Promise<import("../base/views.js").View>} */
export async function bots() {
  /** @type {[BotList, import("../base/protocol.js").About]} */
  const [list, known] = await Promise.all([get("/api/bots"), about()]);
  const place = h("div", {});
  const show = (/** @type {BotSummary[]} */ all) => fill(place, all.length === 0 ? h("p", { class: "soft" }, "None yet.")
    : h("ul", { class: "plain own-bots" }, all.map((bot) => h("li", {},
      h("a", { href: path(bot.name), class: "break" }, bot.name),
      h("span", { class: "soft" }, `${bot.game}, version ${bot.version}, saved ${when(bot.saved)}`),
      h("span", { class: "row-of-buttons" },
        h("a", { href: `/api/bots/${encodeURIComponent(bot.name)}/file`, download: "", "aria-label": `Download ${bot.name}` }, "Download"),
        h("a", { href: `/api/bots/${encodeURIComponent(bot.name)}/file?pack=true`, download: "", "aria-label": `Download ${bot.name} as a pack` }, "as a pack"),
        h("button", { type: "button", class: "link", "aria-label": `Delete ${bot.name}`, onclick: () => void forget(bot.name) }, "Delete"))))));
  async function forget(/** @type {string} */ name) {
    if (!await sure(`Delete ${name}?`, "All its versions go. Games that it has played stay.", "Delete")) return;
    try {
      const left = /** @type {BotList} */ (await remove(`/api/bots/${encodeURIComponent(name)}`));
      show(left.bots);
      say(`${name} is deleted.`);
      element.querySelector("h1")?.focus();
    } catch (error) {
      warn(wordsOf(error));
    }
  }
  show(list.bots);
  const example = known.games[0]?.examples.at(1)?.query ?? "";
  const element = h("div", { class: "narrow" }, h("h1", { tabIndex: -1 }, "My bots"),
    h("p", {}, "A bot is one Cypher query that returns one ", h("code", {}, "cell"), ". It is saved as a file with all its versions, and plays wherever players are named."),
    list.is_of_browser && h("p", { class: "soft" }, "This host is somebody else's. Your bots belong to this browser: nobody else who visits can change them, or look at their versions and the games that try them. Whoever is in a live game of a bot sees what it asks there. Download what you want to keep."),
    place, begin(example));
  return { title: "My bots", element };
}

/** @param {string} name */
function path(name) {
  return `/bots/${encodeURIComponent(name)}`;
}

/** @param {string} example what a bot begins with that nobody has written */
function begin(example) {
  const name = h("input", { id: "bot-name", "data-field": "name", required: true, maxLength: 40, autocomplete: "off" });
  const file = h("input", { id: "bot-file", type: "file", accept: ".cypher,.txt,text/plain" });
  const problem = h("p", { class: "warning", role: "alert", id: "bot-problem" });
  const make = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    acceptAll(form);
    fill(problem);
    try {
      const text = await file.files?.[0]?.text();
      await post("/api/bots", { name: name.value, query: text ? withoutHeader(text) : example });
      go(path(name.value.trim()));
    } catch (error) {
      fill(problem, wordsOf(error));
      refuseField(form, error, problem);
    }
  };
  const form = h("form", { class: "card new-bot", onsubmit: (/** @type {SubmitEvent} */ event) => void make(event) },
    h("h2", {}, "A new bot"),
    h("p", { class: "field" }, h("label", { for: name.id }, "Name"), name),
    h("p", { class: "field" }, h("label", { for: file.id }, "From a .cypher file (or a first legal move, to be changed)"), file),
    problem, h("button", { type: "submit", class: "primary" }, "Begin"));
  return form;
}

/**
 * A player's query without the lines that say what it is, which are written anew.
 *
 * @param {string} text
 */
function withoutHeader(text) {
  return text.replace(/^(?:\/\/ [^\n]*\n)+\n/, "").trim();
}
