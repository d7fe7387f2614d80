/** @file What the page greets with: what this is, a board on which a game goes by, and the ways in. */

import { fill, h } from "../base/dom.js";
import { go } from "../base/route.js";
import { post } from "../base/server.js";
import { warn } from "../base/speech.js";
import { cypher } from "../editor/pieces.js";
import { picture } from "./boards.js";
import { wordsOf } from "../base/words.js";

/** A game of Oracle against Minmax Score. */
const GAME = "c4e3f3c5c6b5a6a5a4g3f5b7f4e6d3c3a8g4d2c1d1e1h4d6b4h5h6c7b6a7c2b3c8a3a2g5d8b8d7e8f8e2f2h3g2h1h2g1h7h8f1b1b2g6f6e7f7a1g8g7";

/** How long each of its moves is seen, in ms, and with which one those begin who want nothing to move. */
const PACE = 1100, STILL = 24;

/** What a player is: this one goes beside a disc of White's that has Black's behind it. */
const QUERY = [
  "MATCH (cell:Cell)-[r:NEIGHBOR_OF]-(:Cell {state: 'O'})",
  "      -[{direction: r.direction}]-(:Cell {state: 'X'})",
  "WHERE cell.state IS NULL",
  "RETURN cell LIMIT 1",
].join("\n");

export class Doors {
  /** @param {() => void} play goes to the form of a new game */
  constructor(play) {
    this.board = h("div", { class: "demo-board" });
    this.hold = h("button", { type: "button", class: "link", hidden: true, onclick: () => this.pause(this.timer !== 0) });
    /** @type {{board: string, last: string | null}[]} */
    this.boards = [];
    this.at = 0;
    this.timer = 0;
    this.closed = false;
    this.element = h("section", { class: "hero", "aria-label": "Welcome" },
      h("div", { class: "hero-text" },
        h("p", { class: "lead" }, "A player here is one query in Cypher: it looks at the board as a graph and returns the cell to go to."),
        h("pre", { class: "query" }, cypher(QUERY)),
        h("ul", { class: "doors" },
          h("li", {}, h("button", { type: "button", onclick: play }, h("strong", {}, "Play"), h("span", {}, "against a query, or a friend"))),
          h("li", {}, h("a", { href: "/bots" }, h("strong", {}, "Write a bot"), h("span", {}, "and see what it is worth"))),
          h("li", {}, h("button", { type: "button", onclick: () => void watch() }, h("strong", {}, "Watch"), h("span", {}, "two queries play each other"))),
          h("li", {}, h("a", { href: "/learn" }, h("strong", {}, "Learn"), h("span", {}, "Cypher, from the first MATCH"))))),
      h("figure", { class: "demo" }, this.board,
        h("figcaption", {}, h("span", {}, "Oracle against Minmax Score "), this.hold, h("a", { href: "/rules" }, "The rules"))));
    // Without its game the page greets all the same.
    void this.load().catch(() => {});
  }

  async load() {
    const moves = GAME.match(/../g) ?? [];
    /** @type {import("../base/protocol.js").MovesShown} */
    const { initial, plies } = await post("/api/position", { game: "othello", size: 8, moves });
    this.boards = [{ board: initial, last: null }, ...plies.map(({ board, move }) => ({ board, last: move }))];
    if (this.closed) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.at = still ? STILL : 0;
    this.pause(still);
    this.show();
  }

  /** @param {boolean} stop */
  pause(stop) {
    clearInterval(this.timer);
    this.timer = stop ? 0 : window.setInterval(() => this.step(), PACE);
    this.hold.hidden = false;
    this.hold.textContent = stop ? "Let it play" : "Pause";
  }

  step() {
    if (document.hidden) return;
    this.at = (this.at + 1) % this.boards.length;
    this.show();
  }

  show() {
    const shown = this.boards[this.at];
    if (shown) fill(this.board, picture(shown, true, "A game that goes by"));
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
  }
}

let begins = false;

/** Has two players begin a game, and goes there. */
async function watch() {
  if (begins) return;
  begins = true;
  try {
    /** @type {import("../base/protocol.js").MadeGame} */
    const made = await post("/api/games", { black: { spec: "Oracle" }, white: { spec: "Minmax Score" }, auto: true, delay_ms: 600 });
    go(made.organiser);
  } catch (error) {
    warn(wordsOf(error));
  } finally {
    begins = false;
  }
}
