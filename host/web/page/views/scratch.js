/** @file The console on a position of its own: moves are tried by putting discs down for both sides. */

import { fill, h } from "../base/dom.js";
import { replace } from "../base/route.js";
import { about, isAborted, Latest, post } from "../base/server.js";
import { side, wordsOf } from "../base/words.js";
import { button } from "../study/buttons.js";
import { evaluates } from "../study/evaluations.js";
import { Study } from "../study/study.js";
import { consolePath, PASS } from "../study/course.js";
import { branch } from "./start.js";

/** @typedef {import("../base/protocol.js").Position} Position */
/** @typedef {import("../base/protocol.js").MovesShown} MovesShown */

/**
 * @param {URLSearchParams} params
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function scratch(params) {
  const known = await about();
  const game = known.games.find(({ name }) => name === params.get("game")) ?? known.games[0];
  if (!game) throw new Error("this host knows no game");
  /** @type {Position} */
  const position = {
    game: game.name,
    size: Number(params.get("size")) || (game.sizes.includes(8) ? 8 : game.sizes[0] ?? 8),
    start: params.get("start") ?? game.starts[0] ?? "standard",
    moves: (params.get("moves") ?? "").match(/[a-z]\d+|--/g) ?? [],
  };
  const tried = new Tried(position, game, await post("/api/position", position), evaluates(known, position.game, position.size));
  return { title: "Query console", element: tried.study.element, close: () => tried.study.close() };
}

class Tried {
  /**
   * @param {Position} position
   * @param {import("../base/protocol.js").OfferedGame} game
   * @param {MovesShown} reached
   * @param {boolean} hints
   */
  constructor(position, game, reached, hints) {
    this.position = position;
    this.latest = new Latest();
    this.discs = game.disc !== "mark";
    this.study = new Study(this.course(reached), {
      choose: (square) => void this.put(square),
      branch: (plies) => branch(this.study, plies, null),
      open: "console",
    });
    this.paste = h("input", { type: "text", "aria-label": "Paste a transcript, a position or GGF", placeholder: "f5d6c3..., a position or GGF" });
    const read = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void this.read();
    };
    this.study.controls.append(
      h("div", { class: "row-of-buttons", role: "group", "aria-label": "Board" },
        button("undo", "Take back", () => void this.reach(this.study.position.moves.slice(0, -1)), "Take back"),
        hints && this.study.best(), this.study.turning()),
      this.study.travel(),
      h("form", { class: "paste", onsubmit: read }, this.paste, h("button", { type: "submit" }, "Set up")));
    this.status();
  }

  /**
   * @param {MovesShown} reached
   * @returns {import("../study/course.js").Course}
   */
  course({ initial, plies, position }) {
    const { game, size, start } = this.position;
    const who = { class: "to try", person: false };
    return {
      game, size, start, discs: this.discs, initial, plies, rounds: [], now: position, end: null,
      players: { black: { ...who, name: side("black", this.discs) }, white: { ...who, name: side("white", this.discs) } },
    };
  }

  status() {
    const { now, plies } = this.study.course;
    const turn = now?.turn;
    const passed = plies.at(-1)?.move === PASS ? "A pass. " : "";
    this.study.setStatus(turn ? `${passed}${side(turn, this.discs)} to move. Put discs down to try a position.` : "The game is over here.");
  }

  /** @param {string} square */
  async put(square) {
    const legal = this.study.course.now?.legal ?? [];
    if (!legal.includes(square)) {
      this.study.refuse(square, `${square} is not legal; these are: ${legal.join(" ")}`);
      return;
    }
    await this.reach([...this.study.position.moves, square]);
  }

  /** @param {string[]} moves */
  async reach(moves) {
    try {
      const position = { ...this.position, moves };
      const shown = await this.latest.post("/api/position", position);
      this.position = position;
      replace(consolePath(position));
      this.study.update(this.course(shown), true);
      this.status();
    } catch (error) {
      if (isAborted(error)) return;
      this.study.refuse(null, wordsOf(error));
    }
  }

  async read() {
    try {
      const { game, size, start } = this.position;
      const { position } = await post("/api/read", { text: this.paste.value, game, size, start });
      this.position = position;
      await this.reach(position.moves);
      fill(this.study.notice);
    } catch (error) {
      this.study.refuse(null, wordsOf(error));
    }
  }
}
