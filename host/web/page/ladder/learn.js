/** @file The lessons on the ladder: for those who take part, and for guests, whose browsers keep how far they are. */

import { h } from "../base/dom.js";
import { Refusal, post } from "../base/server.js";
import { say } from "../base/speech.js";
import { learn } from "../views/learn.js";
import { lesson } from "../views/lesson.js";
import { drop, key } from "./account.js";
import { wordsOf } from "../base/words.js";

/** @typedef {import("../base/protocol.js").LadderReceipt} LadderReceipt */

/** The whole path. */
export function path() {
  return asWhoever(learn);
}

/** @param {string} name */
export function step(name) {
  return asWhoever(() => lesson(name, submitting));
}

/**
 * A link that leads nowhere any more makes a guest of whoever has it.
 *
 * @param {() => Promise<import("../base/views.js").View>} view
 */
async function asWhoever(view) {
  try {
    return await view();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401 || !key("person")) throw error;
    drop("person");
    return view();
  }
}

/**
 * A query that plays can be sent to take part.
 *
 * @param {string} query
 */
function submitting(query) {
  if (!key("person")) return h("p", {}, "This query plays. ", h("a", { href: "/" }, "Join the ladder"), " to send it there.");
  const words = h("span", { role: "alert" });
  const button = h("button", {
    type: "button", onclick: async () => {
      button.disabled = true;
      words.textContent = "";
      try {
        const { number } = /** @type {LadderReceipt} */ (await post("/api/ladder/versions", { query }));
        words.replaceChildren(" ", h("a", { href: "/" }, `It is your version ${number} now`), ".");
        say(`Version ${number} is being checked.`);
      } catch (error) {
        words.textContent = ` ${wordsOf(error)}`;
        button.disabled = false;
      }
    },
  }, "Submit it to the ladder");
  return h("p", {}, button, words);
}
