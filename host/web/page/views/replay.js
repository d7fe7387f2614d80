/** @file A game of the history or of a contest, on the same board. */

import { fill, h } from "../base/dom.js";
import { about, get } from "../base/server.js";
import { outcome, when } from "../base/words.js";
import { button } from "../study/buttons.js";
import { evaluates } from "../study/evaluations.js";
import { Study } from "../study/study.js";
import { branch } from "./start.js";

/** How long each move stands when the game is played through, in ms. */
const PACE = 900;

/**
 * @param {string} path
 * @returns {Promise<import("../base/views.js").View>}
 */
export async function replay(path) {
  /** @type {[import("../base/protocol.js").StoredGame, import("../base/protocol.js").About]} */
  const [game, known] = await Promise.all([get(`/api${path}`), about()]);
  const discs = known.games.find(({ name }) => name === game.game)?.disc !== "mark";
  const hints = evaluates(known, game.game, game.size);
  const { black, white } = game;
  const end = endOf(game);
  const who = (/** @type {"black" | "white"} */ colour) => ({
    name: game[colour], class: game.players[colour].class, person: game.players[colour].class === "person",
  });
  const study = new Study({
    game: game.game, size: game.size, start: game.start, discs, initial: game.initial, plies: game.plies, rounds: game.rounds,
    players: { black: who("black"), white: who("white") }, now: null, end,
  }, {
    from: 0,
    choose: () => study.refuse(null, "This game is over; branch from here to play."),
    branch: (plies) => branch(study, plies, { black: game.players.black, white: game.players.white }),
    links: () => [{ label: "This game", path }],
  });
  study.share.record = `/api${path}/record`;
  study.setStatus(outcome(end, discs));
  const player = new Player(study);
  fill(study.controls,
    study.travel(),
    h("div", { class: "row-of-buttons", role: "group", "aria-label": "Board" }, player.button,
      hints && [study.best(), h("button", { type: "button", class: "tool", onclick: () => study.review() }, "Review the game")],
      study.turning()),
    game.series.length > 0 && series(game),
    h("p", { class: "soft facts" }, `${when(game.began)}, ${game.time}, ${game.database}, seed ${game.seed}`));
  const close = () => {
    player.stop();
    study.close();
  };
  return { title: `${black} against ${white}`, element: study.element, close };
}

/**
 * The games that the same played one after the other.
 *
 * @param {import("../base/protocol.js").StoredGame} game
 */
function series({ number, series: games }) {
  return h("nav", { class: "series", "aria-label": "Games of this series" }, h("span", { class: "soft" }, "Played one after the other:"),
    games.map((one) => h("a", { href: `/history/${one.number}`, "aria-current": one.number === number ? "page" : false },
      `${one.black} \u2013 ${one.white}, ${one.counts.black} to ${one.counts.white}`)));
}

/**
 * @param {import("../base/protocol.js").StoredGame} game
 * @returns {import("../base/protocol.js").GameEnd}
 */
function endOf({ ending, winner, why, counts, black, white }) {
  const name = winner ? { black, white }[winner] : null;
  const kind = ending === "void" ? "void" : winner ? "win" : "draw";
  return { result: kind, winner, name, by: ending === "played" ? "discs" : ending, reason: null, why, counts };
}

/** Plays a game through, move by move. */
class Player {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.timer = 0;
    this.button = button("auto", "Play through", () => this.toggle(), "Play");
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.study.latest) this.study.goTo(0);
    this.timer = window.setInterval(() => {
      this.study.goTo(this.study.at + 1);
      if (this.study.latest) this.stop();
    }, PACE);
    this.look("pause", "Pause");
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.look("auto", "Play");
  }

  /**
   * @param {"auto" | "pause"} drawing
   * @param {string} text
   */
  look(drawing, text) {
    fill(this.button, ...button(drawing, text, () => {}, text).childNodes);
    this.button.ariaLabel = text === "Play" ? "Play through" : text;
  }
}
