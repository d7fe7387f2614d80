/** @file Begins the page: looks at the address and shows its view. */

import { leaveDialogs } from "./base/dialog.js";
import { byId } from "./base/dom.js";
import { replace } from "./base/route.js";
import { about } from "./base/server.js";
import { say } from "./base/speech.js";
import { recallKey, rememberKey } from "./base/storage.js";
import { theme } from "./base/theme.js";
import { showViews } from "./base/views.js";
import { start } from "./views/start.js";

/** @type {[RegExp, import("./base/views.js").Show][]} */
const VIEWS = [
  [/^\/$/, async () => start(new URLSearchParams(location.search))],
  [/^\/game\/(\w+)(?:\/(\w+))?$/, async (id, key) => {
    // Before anything is waited for: the bar may show another address by then.
    const known = seatKey(id ?? "", key);
    return (await import("./views/live.js")).live(id ?? "", known);
  }],
  [/^\/console$/, async () => (await import("./views/scratch.js")).scratch(new URLSearchParams(location.search))],
  [/^\/learn$/, async () => (await import("./views/learn.js")).learn()],
  [/^\/learn\/([a-z-]+)$/, async (name) => (await import("./views/lesson.js")).lesson(name ?? "")],
  [/^\/rules$/, async () => (await import("./views/rules.js")).rules()],
  [/^\/bots$/, async () => (await import("./views/bots.js")).bots()],
  [/^\/bots\/([^/]+)$/, async (name) => (await import("./views/workshop.js")).workshop(decodeURIComponent(name ?? ""), new URLSearchParams(location.search))],
  [/^\/history$/, async () => (await import("./views/history.js")).history(new URLSearchParams(location.search))],
  [/^\/history\/(\d+)$/, async (number) => (await import("./views/replay.js")).replay(`/history/${number}`)],
  [/^\/ratings$/, async () => (await import("./views/ratings.js")).ratings(new URLSearchParams(location.search))],
  [/^\/contests$/, async () => (await import("./views/contests.js")).contests()],
  [/^\/contests\/([^/]+)$/, async (name) => (await import("./views/contests.js")).contest(name ?? "")],
  [/^\/contests\/([^/]+)\/(\d+)$/, async (name, number) => (await import("./views/replay.js")).replay(`/contests/${name}/${number}`)],
];

/**
 * The key of a seat or of the organiser. It does not stay in the address, which somebody may pass on.
 *
 * @param {string} id
 * @param {string | undefined} key
 */
function seatKey(id, key) {
  if (!key) return recallKey(id);
  rememberKey(id, key);
  replace(`/game/${id}`);
  return key;
}

function leaves() {
  leaveDialogs();
  byId("connection").hidden = true;
}

/** @param {import("./base/views.js").View} view */
function arrives(view) {
  if (view.says) say(view.says);
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".top nav a"))) {
    const here = link.getAttribute("href") === (`/${location.pathname.split("/")[1]}`);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    // On a phone they don't all fit, and this one is to be seen.
    const row = link.parentElement;
    if (here && row && row.scrollWidth > row.clientWidth) row.scrollLeft = link.offsetLeft + link.offsetWidth - row.offsetLeft - row.clientWidth / 2;
  }
}

/** An app window for which nobody named a place goes to the middle of its screen. */
function centre() {
  if (location.hash !== "#centred") return;
  history.replaceState(null, "", location.pathname + location.search);
  const { availLeft = 0, availTop = 0, availWidth, availHeight } = /** @type {Screen & {availLeft?: number, availTop?: number}} */ (screen);
  moveTo(availLeft + Math.max(0, availWidth - outerWidth) / 2, availTop + Math.max(0, availHeight - outerHeight) / 2);
}

/** Where there is one game alone, nothing leads away from it. */
async function stay() {
  if ((await about()).open) return;
  const { nav, brand } = { nav: document.querySelector("nav"), brand: document.querySelector("a.brand") };
  if (nav) nav.hidden = true;
  brand?.removeAttribute("href");
}

centre();
theme();
void stay().catch(() => {});
showViews({ name: "Othello Host", home: "Begin a game", views: VIEWS, leaves, arrives });
