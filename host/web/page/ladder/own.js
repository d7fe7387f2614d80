/** @file What somebody sees of themselves: the place, a query to write, its verdict, all versions, the secret link. */

import { copyable } from "../base/copy.js";
import { h } from "../base/dom.js";
import { sure } from "../base/dialog.js";
import { Refusal } from "../base/server.js";
import { say } from "../base/speech.js";
import { some, wordsOf } from "../base/words.js";
import { cheatSheet } from "../editor/cheat_sheet.js";
import { Editor } from "../editor/editor.js";
import { Verdict } from "../editor/verdict.js";
import { ask, link } from "./account.js";
import { Compare } from "./compare.js";
import { Place, badges, formed, rating } from "./parts.js";
import { Upload } from "./upload.js";

/** @typedef {import("../base/protocol.js").Ladder} Ladder */
/** @typedef {import("../base/protocol.js").LadderPerson} LadderPerson */
/** @typedef {import("../base/protocol.js").LadderVersion} LadderVersion */
/** @typedef {import("../base/protocol.js").LadderReceipt} LadderReceipt */

/** How often a verdict is looked for, in ms. */
const SOON = 400;
/** How often everything else is. */
const LATER = 4000;
/** The longest file that is read, in bytes. */
const LONGEST_FILE = 64 << 10;

export class Own {
  /**
   * @param {LadderPerson} me
   * @param {() => void} leave
   */
  constructor(me, leave) {
    this.me = me;
    this.closed = false;
    this.head = new Place(h("div", { class: "head" }));
    this.verdict = new Place(h("div", { class: "verdict", role: "status" }));
    this.versions = new Place(h("div", {}));
    this.problem = h("p", { class: "warning", role: "alert", id: "submit-problem" });
    this.editor = new Editor({
      label: "Your query", submit: () => void this.submit(),
      check: (query, signal) => ask("/api/ladder/check", { as: "person", body: { query }, signal }),
    });
    this.trial = new Verdict({
      query: () => this.editor.text, ask: (query, signal) => ask("/api/ladder/trial", { as: "person", body: { query }, signal }),
    });
    this.button = h("button", { class: "primary" }, "Submit");
    this.upload = new Upload((send) => this.send(send));
    this.compare = new Compare(() => this.refresh());
    const file = h("input", { type: "file", id: "file", accept: ".cypher,.cql,text/plain", class: "unseen", onchange: () => void this.read(file) });
    this.form = h("form", {
      class: "card",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void this.submit();
      },
    }, h("h2", {}, "Your query"), this.editor.element,
      h("p", { class: "soft" }, "$symbol is your side, X or O. The record needs an entry \u201ccell\u201d. Ctrl+Enter submits. New to Cypher? ", h("a", { href: "/learn" }, "Learn it step by step"), "."),
      this.problem,
      h("div", { class: "row-of-buttons" }, this.button, file, h("label", { for: "file", class: "file-button" }, "Open a .cypher file"),
        this.upload.element,
        h("button", { type: "button", onclick: () => this.suggest(true) }, "An example"), this.trial.button,
        h("button", { type: "button", onclick: () => cheatSheet() }, "Cheat sheet")), this.trial.element, this.verdict.element);
    this.element = h("div", { class: "own" }, this.head.element, this.form,
      h("section", { class: "card", "aria-labelledby": "versions" }, h("h2", { id: "versions" }, "My versions"), this.versions.element),
      this.compare.element,
      h("details", { class: "card" }, h("summary", {}, "My link"),
        h("p", {}, "This link is your account: open it on another device to go on there, and show it to nobody. Your own editor submits with ",
          h("code", {}, "othello-host ladder submit"), "."),
        copyable("My secret link", link()),
        h("p", {}, h("button", { type: "button", onclick: async () => {
          if (await sure("Leave on this device?", "Keep your link if you want to come back; nobody can tell it to you but the organiser, by a new one.", "Leave")) leave();
        } }, "Leave on this device"))));
    /** @type {string} */
    this.example = "";
    this.show();
    void this.takeUp();
    void this.keepLooking();
  }

  focus() {
    this.editor.focus();
  }

  /** Goes on with what was written last. */
  async takeUp() {
    const last = this.me.versions[0];
    if (!last) return;
    const { query } = /** @type {import("../base/protocol.js").LadderVersionPage} */ (await ask(`/api/ladder/versions/${last.id}`, { as: "person" }));
    if (query !== null && this.editor.text === "") this.editor.set(query);
  }

  close() {
    this.closed = true;
    this.editor.close();
    this.trial.clear();
  }

  /** @param {Ladder} ladder */
  ladder(ladder) {
    this.example = ladder.example;
    this.upload.ladder(ladder);
    this.compare.ladder(ladder);
    this.suggest(false);
    const place = ladder.table.find((one) => one.person === this.me.id), final = ladder.final_round?.places ?? [];
    const own = final.find((one) => one.person === this.me.id);
    this.open = ladder.phase === "open";
    this.allow();
    if (this.over !== (ladder.phase === "over")) {
      this.over = ladder.phase === "over";
      this.show();
    }
    this.head.show([place, own, this.me.name, this.me.badges, ladder.phase, this.me.muted], () => [
      h("h1", {}, this.me.name),
      own && h("p", { class: "own-place" }, `Place ${own.rank} of ${final.length} in the final, with ${some(own.points, "point")}`),
      h("p", { class: "own-place" }, !place ? "Send a query to get a place."
        : place.rank ? [`Place ${place.rank} of ${ladder.table.length}, rated `, rating(place.rating, place.error)] : "Placed in a moment."),
      badges(this.me.badges),
      this.me.muted && h("p", { class: "warning" }, "The organiser lets you submit nothing for now."),
      ladder.phase === "before" && h("p", {}, "Submissions are taken when the event begins."),
      ladder.phase === "closing" && h("p", {}, "The time is up; what you sent in time is checked before it goes on."),
      (ladder.phase === "final" || ladder.phase === "over") && h("p", {}, "Submissions are closed; your last accepted version stands.")]);
  }

  sending = false;
  open = true;
  over = false;

  /** Lets something be sent where it would be taken. */
  allow() {
    this.button.disabled = this.sending || !this.open || this.me.muted;
    this.upload.allow(this.open && !this.me.muted);
  }

  /** @param {boolean} always */
  suggest(always) {
    if (!this.example || (!always && this.editor.text !== "")) return;
    if (!always && this.me.versions.length > 0) return;
    this.editor.set(this.example);
  }

  /** @param {HTMLInputElement} input */
  async read(input) {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    if (file.size > LONGEST_FILE) {
      this.problem.textContent = `${file.name} is too large for a query.`;
      return;
    }
    this.editor.set(await file.text());
    say(`${file.name} is in the editor.`);
    this.editor.focus();
  }

  submit() {
    return this.send(() => ask("/api/ladder/versions", { as: "person", body: { query: this.editor.text } }));
  }

  /** @param {() => Promise<LadderReceipt>} send */
  async send(send) {
    if (this.sending) return;
    this.sending = true;
    this.allow();
    this.problem.textContent = "";
    try {
      const { number } = await send();
      say(`Version ${number} is being checked.`);
      await this.refresh();
    } catch (error) {
      this.problem.textContent = wordsOf(error);
      this.editor.focus();
    } finally {
      this.sending = false;
      this.allow();
    }
  }

  async keepLooking() {
    while (!this.closed) {
      const waits = this.me.versions[0]?.verdict === "waiting";
      await new Promise((resolve) => { setTimeout(resolve, waits ? SOON : LATER); });
      if (this.closed || (document.hidden && !waits)) continue;
      try {
        await this.refresh();
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) {
          this.problem.textContent = error.message;
          this.closed = true;
        }
      }
    }
  }

  async refresh() {
    this.me = await ask("/api/ladder/me", { as: "person" });
    this.show();
  }

  show() {
    const last = this.me.versions[0];
    this.compare.show(this.me);
    this.verdict.show(last && [last.id, last.verdict, last.words], () => last ? verdict(last) : null);
    this.versions.show([this.me.versions, this.over], () => this.me.versions.length === 0 ? h("p", { class: "soft" }, "None yet.")
      : h("ol", { class: "plain versions", reversed: true }, this.me.versions.map((version) => this.row(version))));
  }

  /** @param {LadderVersion} version */
  row(version) {
    const games = version.wins + version.draws + version.losses;
    const faults = version.faults.map(({ reason, games: lost }) => `${lost} by ${reason}`).join(", ");
    return h("li", {}, h("a", { href: `/versions/${version.id}` }, `Version ${version.number}`), formed(version), ": ",
      version.verdict === "refused" ? h("span", { class: "bad" }, "refused") : version.verdict === "waiting" ? "is being checked"
        : ["rated ", rating(version.rating, version.error), `, ${some(games, "game")}, ${version.wins} won`, faults && h("span", { class: "bad" }, `, lost ${faults}`)],
      " ", version.verdict === "accepted" && !this.over && h("button", {
        type: "button", class: "link", "data-name": `reveal-${version.id}`, onclick: () => void this.reveal(version),
      }, version.public ? "hide it" : "show it to everybody"));
  }

  /** @param {LadderVersion} version */
  async reveal(version) {
    try {
      await ask(`/api/ladder/versions/${version.id}/public`, { as: "person", body: { public: !version.public } });
      await this.refresh();
    } catch (error) {
      this.problem.textContent = wordsOf(error);
    }
  }
}

/** @param {LadderVersion} version */
function verdict({ number, verdict: word, words }) {
  if (word === "waiting") return h("p", {}, `Version ${number} is being checked\u2026`);
  if (word === "refused") return [h("p", { class: "bad" }, `Version ${number} can\u2019t play:`), h("pre", { class: "reason" }, words)];
  return [h("p", { class: "good" }, `Version ${number} plays.`), words && h("pre", { class: "reason" }, words)];
}
