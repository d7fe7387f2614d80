/**
 * @file The screen in front of the room: how to join, the clock, the table, the boards; to be read from the last row. The
 * room's code is shown where the organiser has opened it in their own browser; no secret is ever on it.
 */

import { fill, h } from "../base/dom.js";
import { boards } from "../views/boards.js";
import { ask, fetchPicture, key } from "./account.js";
import { follow } from "./feed.js";
import { Place, course } from "./parts.js";

/** @typedef {import("../base/protocol.js").Ladder} Ladder */
/** @typedef {import("../base/protocol.js").LadderOffice} LadderOffice */

/** So many places fit, to be read from afar. */
const PLACES = 12;
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
    table.show([now.table.slice(0, PLACES), now.final_round], () => places(now));
    play.show([now.boards, now.phase, now.people, now.games], () => now.phase === "over" ? winners(now)
      : [now.boards.length > 0 ? boards(now.boards.slice(0, BOARDS), now.disc === "disc") : h("p", {}, "The first games begin with the first query."),
        h("p", { class: "screen-counts" }, `${now.people} people \u00b7 ${now.games} games`)]);
    invitation.hidden = now.phase === "final" || now.phase === "over";
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

/** @param {Ladder} ladder */
function places({ table, final_round }) {
  const rows = final_round
    ? final_round.places.slice(0, PLACES).map((place) => ({ key: place.person, rank: place.rank, name: place.name, value: `${place.points}`, boss: false }))
    : table.slice(0, PLACES).map((place) => ({ key: place.person, rank: place.rank, name: place.name, value: `${place.rating}`, boss: place.boss }));
  return h("table", {}, h("caption", {}, final_round ? "Final" : "Ladder"),
    h("thead", { class: "unseen" }, h("tr", {}, h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, "Name"), h("th", { scope: "col" }, final_round ? "Points" : "Rating"))),
    h("tbody", {}, rows.map((row) => h("tr", { class: row.boss ? "boss" : "" }, h("td", { class: "n" }, row.rank ?? "\u2013"),
      h("th", { scope: "row" }, row.name), h("td", { class: "n" }, row.value)))));
}

/** @param {Ladder} ladder */
function winners({ final_round, table }) {
  const names = (final_round?.places ?? table.filter((place) => !place.boss)).slice(0, 3).map((place) => place.name);
  return h("div", { class: "winners" }, h("p", {}, "Well played!"), h("ol", {}, names.map((name) => h("li", {}, name))),
    h("p", { class: "soft" }, "All queries can be read now."));
}
