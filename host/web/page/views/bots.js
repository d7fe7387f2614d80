/** @file The bots that were written on the page: opened, taken along, brought, deleted, begun. */

import { sure } from "../base/dialog.js";
import { fill, h } from "../base/dom.js";
import { acceptAll, mark, refuseField } from "../base/invalid.js";
import { about, get, post, remove, send } from "../base/server.js";
import { go } from "../base/route.js";
import { say, warn } from "../base/speech.js";
import { some, when, wordsOf } from "../base/words.js";

/** @typedef {import("../base/protocol.js").Bot} Bot */
/** @typedef {import("../base/protocol.js").BotList} BotList */
/** @typedef {import("../base/protocol.js").BotSummary} BotSummary */

/** @returns {Promise<import("../base/views.js").View>} */
export async function bots() {
  /** @type {[BotList, import("../base/protocol.js").About]} */
  const [list, known] = await Promise.all([get("/api/bots"), about()]);
  const place = h("div", {});
  let shown = list.bots;
  const show = (/** @type {BotSummary[]} */ all) => fill(place, (shown = all).length === 0 ? h("p", { class: "soft" }, "None yet.")
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
    place, begin(example, (name) => shown.some((bot) => bot.name === name)));
  return { title: "My bots", element };
}

/** @param {string} name */
function path(name) {
  return `/bots/${encodeURIComponent(name)}`;
}

/**
 * @param {string} example what a bot begins with that nobody has written
 * @param {(name: string) => boolean} isThere whether there is a bot of this name
 */
function begin(example, isThere) {
  const name = h("input", { id: "bot-name", "data-field": "name", required: true, maxLength: 40, autocomplete: "off" });
  const file = h("input", {
    id: "bot-file", "data-field": "query", type: "file", accept: ".cypher,.cql,.txt,.othello", onchange: () => {
      const isBrought = Boolean(file.files?.length);
      name.required = !isBrought;
      name.placeholder = isBrought ? "as the file says" : "";
    },
  });
  const problem = h("p", { class: "warning", role: "alert", id: "bot-problem" });
  const make = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    acceptAll(form);
    fill(problem);
    const [wanted, brought] = [name.value.trim(), file.files?.[0]];
    if (!brought && isThere(wanted)) {
      fill(problem, `You have a bot ${wanted} already. `, h("a", { href: path(wanted) }, "Go on with it"), ", or take another name.");
      mark(name, problem);
      return;
    }
    try {
      /** @type {Bot} */
      const bot = await (brought ? send(`/api/files?${new URLSearchParams({ file: brought.name, name: wanted })}`, brought)
        : post("/api/bots", { name: wanted, query: example }));
      go(path(bot.name));
      if (brought) say(`${bot.name} is here, with ${some(bot.versions.length, "version")}.`);
    } catch (error) {
      fill(problem, wordsOf(error));
      refuseField(form, error, problem);
    }
  };
  const form = h("form", { class: "card new-bot", onsubmit: (/** @type {SubmitEvent} */ event) => void make(event) },
    h("h2", {}, "A new bot"),
    h("p", { class: "field" }, h("label", { for: name.id }, "Name"), name),
    h("p", { class: "field" }, h("label", { for: file.id }, "From a file, a .cypher or a pack; without one, from a first legal move"), file),
    problem, h("button", { type: "submit", class: "primary" }, "Begin"));
  return form;
}
