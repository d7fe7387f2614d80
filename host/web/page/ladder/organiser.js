/** @file The organiser's page: the event's course, and everybody who is there. */

import { copyable } from "../base/copy.js";
import { fill, h } from "../base/dom.js";
import { sure } from "../base/dialog.js";
import { say, warn } from "../base/speech.js";
import { some, wordsOf } from "../base/words.js";
import { ask, key } from "./account.js";
import { follow } from "./feed.js";
import { Learners } from "./learners.js";
import { Place, course } from "./parts.js";
import { People } from "./people.js";

/** @typedef {import("../base/protocol.js").LadderOffice} LadderOffice */
/** @typedef {import("../base/protocol.js").LadderAct} LadderAct */
/** @typedef {import("../base/protocol.js").LadderElsewhere} LadderElsewhere */

/** How often everybody is looked at again, in ms. */
const INTERVAL = 3000;

/** @returns {Promise<import("../base/views.js").View>} */
export async function organiser() {
  if (!key("organiser")) throw new Error("This page is for the organiser: open the link that the host printed when it began.");
  let office = /** @type {LadderOffice} */ (await ask("/api/ladder/organiser", { as: "organiser" }));
  const state = new Place(h("p", { class: "own-place" })), code = new Place(h("p", {}));
  const problem = h("p", { class: "warning", role: "alert" });
  const links = h("div", {});
  const elsewhere = new Place(h("div", {}));
  const show = () => {
    elsewhere.show(office.elsewhere, () => office.elsewhere ? machines(office.elsewhere) : []);
    code.show(office.code, () => ["The room\u2019s code is ", h("strong", { class: "code" }, office.code), "."]);
    people.show(office.people);
    learners.show(office.learners, Date.now() + ahead);
  };
  /**
   * @param {LadderAct} wish
   * @param {string} done
   */
  const act = async (wish, done) => {
    problem.textContent = "";
    try {
      office = await ask("/api/ladder/organiser", { as: "organiser", body: wish });
      say(done);
      show();
      const name = "person" in wish ? office.people.find((one) => one.id === wish.person)?.name ?? "" : "";
      if (office.key) fill(links, h("p", {}, `${name}\u2019s new link, told only now:`), copyable(`Link of ${name}`, `${location.origin}/#key=${office.key}`));
    } catch (error) {
      problem.textContent = wordsOf(error);
      warn(problem.textContent);
    }
  };
  const people = new People(act), learners = new Learners();
  let ahead = 0;
  const minutes = h("input", { id: "minutes", type: "number", min: "1", max: "10000", value: "10", class: "minutes" });
  const close = follow((ladder, difference) => {
    ahead = difference;
    state.show([course(ladder, ahead), ladder.games, ladder.waiting], () => `${course(ladder, ahead)} \u00b7 ${some(ladder.people, "person", "people")} \u00b7 ${some(ladder.games, "game")} \u00b7 ${ladder.waiting} to be checked`);
  });
  const looking = setInterval(async () => {
    try {
      office = await ask("/api/ladder/organiser", { as: "organiser" });
      if (learners.lessons.length === 0) await learners.begin().catch(() => {});
      show();
    } catch {
      // The line at the top says so.
    }
  }, INTERVAL);
  await learners.begin().catch(() => {});
  show();
  return {
    title: "Organiser",
    close: () => {
      close();
      clearInterval(looking);
    },
    element: h("div", { class: "narrow organiser" }, h("h1", {}, "Organiser"), state.element, problem,
      h("section", { class: "card" }, h("h2", {}, "Event"), code.element,
        h("div", { class: "row-of-buttons" },
          h("a", { class: "button", href: "/screen", target: "_blank" }, "Open the screen"),
          h("button", { type: "button", onclick: () => void act({ act: "code" }, "There is a new code.") }, "New code"),
          h("label", { for: "minutes" }, "Minutes left"), minutes,
          h("button", { type: "button", onclick: () => void act({ act: "time", minutes: Number(minutes.value) || 1 }, "The time is set.") }, "Set"),
          h("button", { type: "button", onclick: async () => {
            if (await sure("Close submissions?", "The final begins with everybody\u2019s last version, once what came in time is checked.", "Close submissions")) void act({ act: "close" }, "Submissions are closed.");
          } }, "Close submissions"),
          h("button", { type: "button", onclick: async () => {
            if (await sure("End the event?", "What is played stands, and all queries can be read.", "End the event")) void act({ act: "end" }, "The event is over.");
          } }, "End the event"))),
      elsewhere.element,
      h("section", { class: "card" }, h("h2", {}, "People"), links, people.element),
      learners.element),
  };
}

/**
 * The machines elsewhere that play the games, and what there is to tell of them.
 * @param {LadderElsewhere} elsewhere
 */
function machines(elsewhere) {
  const playing = elsewhere.at_once === 0
    ? "Nobody takes part at the moment: games wait, but for those that this host plays itself."
    : `${some(elsewhere.at_once, "game")} at once, ${elsewhere.out} handed out.`;
  const said = elsewhere.said.map((news) => h("li", { class: "break" }, `${new Date(news.at).toLocaleTimeString()}: ${news.text}`));
  return [h("section", { class: "card" }, h("h2", {}, "Other machines"), h("p", {}, playing), said.length > 0 && h("ul", {}, said))];
}
