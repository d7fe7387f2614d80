/** @file Begins the ladder's pages: looks at the address and shows its view. */

import { byId, fill, h } from "../base/dom.js";
import { routes } from "../base/route.js";
import { warn } from "../base/speech.js";
import { theme } from "../base/theme.js";
import { arrivedWith } from "./account.js";
import { begin, follow } from "./feed.js";
import { course } from "./parts.js";

/**
 * @typedef {object} View
 * @property {string} title
 * @property {Element} element
 * @property {() => void} [close]
 */

/** The room's code, where the address brought one. */
const code = arrivedWith();

/** @type {[RegExp, (id: string) => Promise<View>][]} */
const VIEWS = [
  [/^\/$/, async () => (await import("./home.js")).home(code)],
  [/^\/people\/(\d+)$/, async (id) => (await import("./person.js")).person(id)],
  [/^\/versions\/(\d+)$/, async (id) => (await import("./version.js")).version(id)],
  [/^\/games\/(\d+)$/, async (id) => (await import("./game.js")).game(id)],
  [/^\/screen$/, async () => (await import("./screen.js")).screenView()],
  [/^\/organiser$/, async () => (await import("./organiser.js")).organiser()],
];

/** @type {View | null} */
let current = null;
let visits = 0;

async function arrive() {
  visits += 1;
  const visit = visits;
  const view = await make();
  if (visit !== visits) {
    view.close?.();
    return;
  }
  current?.close?.();
  current = view;
  document.title = `${view.title} - Ladder`;
  document.body.classList.toggle("projected", location.pathname === "/screen");
  const named = view.element.querySelector("h1");
  fill(byId("main"), !named && h("h1", { class: "unseen" }, view.title), view.element);
  if (visit > 1) {
    scrollTo(0, 0);
    byId("main").focus({ preventScroll: true });
  }
}

/** @returns {Promise<View>} */
async function make() {
  try {
    for (const [pattern, show] of VIEWS) {
      const found = pattern.exec(location.pathname);
      if (found) return await show(found[1] ?? "");
    }
    throw new Error("There is nothing at this address.");
  } catch (error) {
    const message = error instanceof Error ? error.message : `${error}`;
    warn(message);
    return {
      title: "Not found",
      element: h("div", { class: "narrow" }, h("h1", {}, "That did not work"), h("p", {}, message),
        h("p", {}, h("a", { href: "/" }, "To the ladder"))),
    };
  }
}

theme();
routes(() => void arrive());
follow((ladder, ahead) => {
  byId("event").textContent = ladder.title;
  byId("course").textContent = course(ladder, ahead);
});
void arrive();
void begin();
