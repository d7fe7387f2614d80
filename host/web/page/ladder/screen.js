/**
 * @file The screen in front of the room: how to join, the clock, the table, the boards; to be read from the last row. The
 * room's code is shown where the organiser has opened it in their own browser; no secret is ever on it.
 */

import { fill, h } from "../base/dom.js";
import { some } from "../base/words.js";
import { boards } from "../views/boards.js";
import { ask, fetchPicture, key } from "./account.js";
import { follow } from "./feed.js";
import { Place, course } from "./parts.js";

/** @typedef {import("../base/protocol.js").Ladder} Ladder */
/** @typedef {import("../base/protocol.js").LadderOffice} LadderOffice */

/** So many places fit, to be read from afar. Where there are more, so many of the first stay, and the others take turns. */
const PLACES = 12, FIRST = 5;
/** How long a part of the others stands there, in ms. */
const TURN = 8000;
/** So many boards. */
const BOARDS = 4;

/** @returns {Promise<import("../base/views.js").View>} */
export async function screenView() {
  const clock = h("p", { class: "screen-clock" });
  const invitation = h("div", { class: "invitation" });
  const table = new Place(h("div", { class: "screen-table" })), play = new Place(h("div", { class: "screen-boards" }));
  const title = h("h1", {});
  /** @type {Ladder | null} */
  let ladder = null;
  let ahead = 0;
  let shownCode = "";
  const invite = async () => {
    if (!key("organiser")) {
      fill(invitation, h("p", { class: "screen-address" }, location.host), h("p", {}, "The code stands here in the browser with the organiser\u2019s link."));
      return;
    }
    const office = /** @type {LadderOffice} */ (await ask("/api/ladder/organiser", { as: "organiser" }));
    if (office.code === shownCode) return;
    const picture = await fetchPicture("/api/ladder/qr", "organiser");
    shownCode = office.code;
    const drawn = h("img", { class: "qr", alt: "The address with the code, to be read by a phone", width: 260, height: 260 });
    drawn.src = picture;
    fill(invitation, drawn, h("p", { class: "screen-address" }, office.address.replace(/^http:\/\//, "").replace(/\/$/, "")),
      h("p", { class: "screen-code" }, h("span", { class: "soft" }, "code "), office.code));
  };
  const tick = () => {
    if (ladder) clock.textContent = course(ladder, ahead);
  };
  const inviting = setInterval(() => void invite().catch(() => {}), 5000);
  const ticking = setInterval(tick, 250);
  await invite().catch(() => {});
  const close = follow((now, difference) => {
    [ladder, ahead] = [now, difference];
    title.textContent = now.title;
    tick();
    const rows = inTurn(placesOf(now), Date.now());
    table.show([rows, now.phase], () => places(rows, now.final_round !== null));
    play.show([now.boards, now.phase, now.people, now.games], () => now.phase === "over" ? winners(now)
      : [now.boards.length > 0 ? played(now) : h("p", {}, "The first games begin with the first query."),
        h("p", { class: "screen-counts" }, `${some(now.people, "person", "people")} \u00b7 ${some(now.games, "game")}`)]);
    invitation.hidden = now.phase !== "before" && now.phase !== "open";
  });
  return {
    title: "Screen",
    close: () => {
      close();
      clearInterval(inviting);
      clearInterval(ticking);
    },
    element: h("div", { class: "screen" }, h("header", { class: "screen-head" }, title, clock),
      h("section", { class: "screen-left", "aria-label": "Standings" }, table.element),
      h("section", { class: "screen-right", "aria-label": "Now" }, invitation, play.element)),
  };
}

/** @typedef {{rank: number | null, name: string, note: string, value: number | null, boss: boolean}} Row */

/**
 * @param {Ladder} ladder
 * @returns {Row[]}
 */
function placesOf({ table, final_round }) {
  return final_round
    ? final_round.places.map(({ rank, name, points, byes }) => ({ rank, name, note: byes > 0 ? "bye" : "", value: points, boss: false }))
    : table.map(({ rank, name, rating, boss }) => ({ rank, name, note: boss ? "boss" : "", value: rank === null ? null : rating, boss }));
}

/**
 * What is shown of these at this moment.
 *
 * @param {Row[]} rows
 * @param {number} now
 */
function inTurn(rows, now) {
  if (rows.length <= PLACES) return rows;
  const others = PLACES - FIRST, parts = Math.ceil((rows.length - FIRST) / others);
  // The last part is as long as the others, so that no row jumps.
  const begin = Math.min(FIRST + Math.floor(now / TURN) % parts * others, rows.length - others);
  return [...rows.slice(0, FIRST), ...rows.slice(begin, begin + others)];
}

/**
 * @param {Row[]} rows
 * @param {boolean} final
 */
function places(rows, final) {
  return h("table", {}, h("caption", {}, final ? "Final" : "Ladder"),
    h("thead", { class: "unseen" }, h("tr", {}, h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, "Name"), h("th", { scope: "col" }, final ? "Points" : "Rating"))),
    h("tbody", {}, rows.map(({ rank, name, note, value, boss }) => h("tr", { class: boss ? "boss" : "" }, h("td", { class: "n" }, rank ?? "\u2013"),
      h("th", { scope: "row" }, name, note && h("span", { class: "soft" }, ` ${note}`)), h("td", { class: "n" }, value)))));
}

/** @param {Ladder} ladder */
function played({ boards: all, disc, phase }) {
  const shown = boards(all.slice(0, BOARDS), disc === "disc");
  // Where nobody is invited any more, two boards have all the height.
  shown.classList.toggle("few", phase === "final" && all.length <= 2);
  return shown;
}

/** @param {Ladder} ladder */
function winners({ final_round, table }) {
  const guests = table.filter((place) => !place.boss).map(({ name }, index) => ({ rank: index + 1, name }));
  const first = (final_round?.places ?? guests).filter(({ rank }) => rank <= 3).slice(0, 6);
  return h("div", { class: "winners" }, h("p", {}, "Well played!"),
    h("ol", {}, first.map(({ rank, name }) => h("li", {}, h("span", {}, `${rank}.`), h("span", { class: "break" }, name)))),
    h("p", { class: "soft" }, "All queries can be read now."));
}
