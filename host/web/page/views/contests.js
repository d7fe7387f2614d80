/** @file Contests: the list, and one with its ratings, crosstable and games, while it runs as well. */

import { fill, h, keepingFocus } from "../base/dom.js";
import { get, post } from "../base/server.js";
import { say, warn } from "../base/speech.js";
import { some, wordsOf } from "../base/words.js";
import { table } from "../study/table.js";
import { boards } from "./boards.js";
import { plot } from "./plot.js";
import { rated } from "./ratings.js";
import { summaries } from "./summaries.js";

/** @typedef {import("../base/protocol.js").ContestSummary} ContestSummary */
/** @typedef {import("../base/protocol.js").Contest} Contest */

/** How often a running contest is asked for, and how seldom at the least, in ms; so seldom as well what may begin. */
const PERIOD = 2000, LONGEST_PERIOD = 10_000;

/** @returns {Promise<import("../base/views.js").View>} */
export async function contests() {
  const element = h("div", { class: "narrow" });
  return watched("Contests", element, async () => {
    /** @type {{contests: ContestSummary[]}} */
    const { contests: all } = await get("/api/contests");
    keepingFocus(() => fill(element, h("h1", {}, "Contests"), all.length === 0
      ? h("p", { class: "soft" }, "None yet. ", h("code", {}, "othello-host tournament Simple Random ..."), " holds one.")
      : table("Contests", ["Name", "Format", "Players", "Games", "State"], all.map((one) => [
        h("a", { href: `/contests/${encodeURIComponent(one.name)}`, class: "break" }, one.name), one.format, one.players.join(", "),
        games(one), one.running ? h("strong", { class: "good" }, "running") : "over"]))));
    return all.some(({ running }) => running) ? PERIOD : LONGEST_PERIOD;
  });
}

/**
 * @param {string} name
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function contest(name) {
  const element = h("div", { class: "narrow" });
  return watched(decodeURIComponent(name), element, async () => {
    /** @type {Contest} */
    const found = await get(`/api/contests/${name}`);
    const { running, ratings: { players: ratings }, order, crosstable } = found;
    keepingFocus(() => fill(element, h("h1", { class: "break" }, found.name),
      h("p", {}, `${found.format}, ${games(found)}`, running && h("strong", { class: "good" }, ", running")),
      found.stoppable && h("p", {}, h("button", { type: "button", onclick: () => void stop(name) }, "Stop")),
      running && found.planned && h("progress", { max: found.planned, value: found.played, "aria-label": "Games played" }),
      found.boards.length > 0 && boards(found.boards, found.disc === "disc"),
      found.places.length > 0 && standings(found),
      found.rounds.map((round, index) => rounds(round, `Round ${index + 1}`)),
      ratings.length > 0 && [plot(ratings), rated(ratings)],
      order.length > 1 && table("Crosstable, points of the row against the column",
        ["Player", ...order.map((_, index) => `${index + 1}`)],
        crosstable.map((row, index) => [`${index + 1} ${order[index]}`, ...row.map((points) => points ?? "\u00b7")])),
      found.games.length > 0 && summaries("Newest games", found.games, (number) => `/contests/${name}/${number}`)));
    // What was started here can be stopped a moment before it runs, and a moment longer.
    return running || found.stoppable ? PERIOD : null;
  });
}

/** @param {string} name of a contest that was started here */
async function stop(name) {
  try {
    await post(`/api/contests/${name}/stop`, {});
    say("The contest is being stopped.");
  } catch (error) {
    warn(wordsOf(error));
  }
}

/** @param {Contest} contest */
function standings({ places }) {
  const swiss = places.some(({ points }) => points !== null), stillIn = places.filter(({ lost_in: lost }) => lost === null).length;
  const reached = (/** @type {number | null} */ lost) =>
    lost !== null ? `out in round ${lost}` : stillIn === 1 ? "winner" : "still in";
  return table("Standings", swiss ? ["#", "Player", "Points", "Buchholz", "Byes"] : ["#", "Player", "Reached"],
    places.map(({ place, name, points, buchholz, byes, lost_in: lost }) =>
      [place, name, ...swiss ? [points ?? 0, buchholz ?? 0, byes || ""] : [reached(lost)]]));
}

/**
 * @param {import("../base/protocol.js").ContestRound} round
 * @param {string} title
 */
function rounds({ meetings, byes }, title) {
  return table(title, ["Player", "Points", "Player", "Goes on"], [
    ...meetings.map(({ players, points, over, winner }) =>
      [players[0] ?? "", `${points[0]} : ${points[1]}`, players[1] ?? "", winner ?? (over ? "" : "being played")]),
    ...byes.map((name) => [name, "no opponent", "", ""])]);
}

/** @param {ContestSummary} contest */
function games({ played, planned }) {
  return planned && planned > played ? `${played} of ${some(planned, "game")}` : some(played, "game");
}

/**
 * A view that looks again as long as something goes on or may begin.
 *
 * @param {string} title
 * @param {HTMLElement} element
 * @param {() => Promise<number | null>} look says after which time to look again, in ms, if ever
 */
async function watched(title, element, look) {
  let open = true;
  const after = (/** @type {number | null} */ period) => {
    if (period !== null && open) setTimeout(() => open && void again(), period);
  };
  const again = async () => {
    const begun = performance.now();
    // A host that does not answer just now is asked again as well. What takes long to add up is asked for less often,
    // so that looking on does not slow a contest down.
    const period = await look().catch(() => LONGEST_PERIOD);
    after(period && Math.min(LONGEST_PERIOD, Math.max(period, 10 * (performance.now() - begun))));
  };
  after(await look());
  return { title, element, close: () => { open = false; } };
}
