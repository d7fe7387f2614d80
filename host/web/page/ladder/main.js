/** @file Begins the ladder's pages: looks at the address and shows its view. */

import { byId } from "../base/dom.js";
import { identify } from "../base/server.js";
import { theme } from "../base/theme.js";
import { showViews } from "../base/views.js";
import { arrivedWith, credential } from "./account.js";
import { begin, follow } from "./feed.js";
import { course } from "./parts.js";

/** The room's code, where the address brought one. */
const code = arrivedWith();

/** @type {[RegExp, import("../base/views.js").Show][]} */
const VIEWS = [
  [/^\/$/, async () => (await import("./home.js")).home(code)],
  [/^\/people\/(\d+)$/, async (id = "") => (await import("./person.js")).person(id)],
  [/^\/versions\/(\d+)$/, async (id = "") => (await import("./version.js")).version(id)],
  [/^\/games\/(\d+)$/, async (id = "") => (await import("./game.js")).game(id)],
  [/^\/learn$/, async () => (await import("./learn.js")).path()],
  [/^\/learn\/([a-z-]+)$/, async (name = "") => (await import("./learn.js")).step(name)],
  [/^\/screen$/, async () => (await import("./screen.js")).screenView()],
  [/^\/organiser$/, async () => (await import("./organiser.js")).organiser()],
];

function arrives() {
  document.body.classList.toggle("projected", location.pathname === "/screen");
  for (const link of document.querySelectorAll(".top nav a")) {
    const place = link.getAttribute("href") ?? "";
    if (place === location.pathname || (place !== "/" && location.pathname.startsWith(`${place}/`))) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

identify(() => credential("person"));
theme();
follow((ladder, ahead) => {
  byId("event").textContent = ladder.title;
  byId("course").textContent = course(ladder, ahead);
});
showViews({ name: "Ladder", home: "To the ladder", views: VIEWS, leaves: () => {}, arrives });
void begin();
