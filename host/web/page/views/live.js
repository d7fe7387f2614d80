/** @file A game that is being played: watched, played from a seat, or led by whoever made it. */

import { byId, h } from "../base/dom.js";
import { go } from "../base/route.js";
import { about } from "../base/server.js";
import { LiveGame } from "../base/socket.js";
import { say } from "../base/speech.js";
import { rememberKey } from "../base/storage.js";
import { COLOURS, isolated, other, outcome, score, side } from "../base/words.js";
import { moveInWords } from "../study/reading.js";
import { evaluates } from "../study/evaluations.js";
import { Study } from "../study/study.js";
import { PASS } from "../study/course.js";
import { Controls } from "./controls.js";
import { Afterwards, ended } from "./ended.js";
import { Invitations } from "./invitations.js";
import { branch } from "./start.js";

/** @typedef {import("../base/protocol.js").GameState} GameState */
/** @typedef {import("../base/protocol.js").Change} Change */
/** @typedef {import("../base/protocol.js").Colour} Colour */

/**
 * Shows a game as soon as the server has told it.
 *
 * @param {string} id
 * @param {string | null} key
 * @returns {Promise<import("../base/views.js").View>}
 */
export function live(id, key) {
  return new Promise((resolve, reject) => {
    /** @type {Live | null} */
    let view = null;
    // The game is told while the page hears about the host: on a slow line each takes a while.
    const asked = about();
    const begin = async () => {
      const known = await asked;
      if (view || !game.state) return;
      const shown = new Live(game, game.state, known);
      view = shown;
      const title = shown.title();
      resolve({ title, says: `${title}. ${shown.status()}`, element: shown.element, close: () => shown.close() });
    };
    const game = new LiveGame(id, key, {
      change: (state, change) => {
        if (view) view.change(state, change);
        else begin().catch(() => {});
      },
      refused: (message, square) => view?.study.refuse(square, message),
      connection: (connected, why) => {
        connection(connected, why);
        if (!view && !connected && why.startsWith("th")) reject(new Error(why));
      },
    });
    asked.catch((error) => {
      game.close();
      reject(error);
    });
  });
}

/**
 * Says on every view whether what is seen is what is.
 *
 * @param {boolean} connected
 * @param {string} why
 */
function connection(connected, why) {
  const note = byId("connection");
  if (connected && !note.hidden) say("Connected again.");
  if (!connected && note.hidden) say(why);
  note.hidden = connected;
  note.textContent = why;
}

export class Live {
  /**
   * @param {LiveGame} game
   * @param {GameState} state
   * @param {import("../base/protocol.js").About} known
   */
  constructor(game, state, known) {
    this.game = game;
    this.state = state;
    this.discs = known.games.find(({ name }) => name === state.game.game)?.disc !== "mark";
    const { game: name, size } = state.game;
    this.hints = evaluates(known, name, size);
    this.controls = new Controls(this);
    this.study = new Study(this.course(), {
      choose: (square) => this.choose(square),
      key: (event) => this.controls.key(event),
      branch: (plies) => branch(this.study, plies, state.game),
      links: () => this.links(),
    });
    this.study.moves.branch.hidden = !known.open;
    this.study.share.record = `/api/games/${state.game.id}/record`;
    this.study.controls.append(this.controls.element);
    this.afterwards = new Afterwards(this);
    this.study.notice.append(this.controls.notice, this.afterwards.element);
    this.study.rounds.switch.append(this.controls.hide);
    this.study.moves.extra.append(this.controls.back);
    this.invitations = new Invitations();
    this.element = h("div", {}, this.invitations.element, this.study.element);
    this.follow(null);
  }

  title() {
    const { black, white } = this.state.game;
    return `${isolated(black.name)} against ${isolated(white.name)}`;
  }

  /** The seats whose discs this page moves. */
  get seats() {
    const { you, game } = this.state;
    return COLOURS.filter((colour) =>
      you.seats.includes(colour) || (you.organiser && game[colour].person && game[colour].here));
  }

  /** Whether nobody plays but machines. */
  get unattended() {
    return COLOURS.every((colour) => !this.state.game[colour].person);
  }

  /** Whether a machine plays, so that there is a pace to set. */
  get paced() {
    return COLOURS.some((colour) => !this.state.game[colour].person);
  }

  /**
   * What a side is called: by the name of who plays it, where the other one has another.
   *
   * @param {import("../base/protocol.js").Colour} colour
   */
  who(colour) {
    const { black, white } = this.state.game;
    return black.name === white.name ? side(colour, this.discs) : this.state.game[colour].name;
  }

  /**
   * The same with the colour, for whoever looks at the board.
   *
   * @param {import("../base/protocol.js").Colour} colour
   */
  whose(colour) {
    const [who, discs] = [this.who(colour), side(colour, this.discs)];
    return who === discs ? discs : `${isolated(who)} (${discs})`;
  }

  /** @returns {import("../study/course.js").Course} */
  course() {
    const { game, plies, rounds, position, end } = this.state;
    const { size, start, initial, black, white } = game;
    return {
      game: game.game, size, start, discs: this.discs, initial, plies, rounds, now: position, end,
      players: { black, white },
    };
  }

  /**
   * The same play another game: whoever sits there and looks at the end goes along, with the key that they have. Who
   * watches, looks back or writes something finds the way below the board.
   */
  goOn() {
    const { next } = this.state;
    if (!next) return;
    if (this.seats.length === 0 || !this.study.latest || this.study.tabs.element.contains(document.activeElement)) {
      say("They play again; the way to their next game is below the board.");
      return;
    }
    this.keepKey(next);
    go(`/game/${next}`);
  }

  /**
   * The key of this game is that of the one which the same play after it.
   *
   * @param {string} next
   */
  keepKey(next) {
    if (this.game.key) rememberKey(next, this.game.key);
  }

  links() {
    const { links, game } = this.state;
    const seat = (/** @type {Colour} */ colour) => links?.[colour] && !game[colour].here
      ? [{ label: `${side(colour, this.discs)}'s seat`, path: links[colour] ?? "" }] : [];
    return [
      ...seat("black"), ...seat("white"),
      { label: "For watchers", path: `/game/${game.id}` },
    ];
  }

  /**
   * @param {GameState} state
   * @param {Change | null} change
   */
  change(state, change) {
    const before = this.state;
    this.state = state;
    const mine = change?.what === "move" && change.colour && this.seats.includes(change.colour);
    // Where everything is told, what was marked may have been meant for another connection.
    if (change?.what !== "present") this.study.update(this.course(), mine || change?.what === "go-to", change === null);
    this.follow(change);
    if (change) this.announce(change);
    else if (state.end && !before.end) say(outcome(state.end, this.discs));
    if (change?.what === "again") this.goOn();
    else if (state.end && !before.end) void ended(this);
  }

  /**
   * What follows from a change beside the board.
   *
   * @param {Change | null} change
   */
  follow(change) {
    const { clocks, present, illegal } = this.state;
    if (!change || change.set?.clocks) this.study.sides.set(clocks);
    if (JSON.stringify(present) !== JSON.stringify(this.study.present)) {
      this.study.present = present;
      this.study.draw(false, false);
    }
    this.study.setStatus(this.status());
    if (illegal && this.study.latest) {
      this.study.board.mark("illegal", new Map([[illegal.square, { label: "not legal" }]]));
    }
    this.controls.show();
    this.afterwards.show();
    this.invitations.show(this.state, this.discs);
  }

  /** One line: what is the matter. */
  status() {
    const { end, position, plies, pace, game, obstacle } = this.state;
    if (end) return outcome(end, this.discs);
    if (obstacle) return `The game stands still: ${obstacle}.`;
    if (!position.turn) return "";
    const turn = position.turn;
    const passed = plies.at(-1)?.move === PASS ? `${this.whose(other(turn))} has no legal move and passes. ` : "";
    const who = side(turn, this.discs);
    if (this.seats.includes(turn)) return `${passed}Your move${this.seats.length > 1 ? `, ${who}` : ` as ${who}`}.`;
    if (pace.waiting) return `${passed}${this.whose(turn)} is to move when you step.`;
    return `${passed}${this.whose(turn)} to move${game[turn].person ? "" : ", thinking"}.`;
  }

  /** @param {Change} change */
  announce(change) {
    const { position, plies, offer, end } = this.state;
    const { what } = change;
    if (what === "move" || what === "pass") {
      const turn = position.turn && !end ? ` ${this.status().replace(/^.*passes\. /, "")}` : "";
      say(`${moveInWords(this.course(), plies.length)}${what === "move" ? ` ${score(position.counts)}.` : ""}${turn}`);
    } else if (what === "go-to") {
      say(`The game goes on after ${plies.length} moves. ${this.status()}`);
    } else if (what === "offer" && offer) {
      say(`${this.who(offer.from)} asks to take back to move ${offer.plies}.`);
    } else if (what === "refusal" && change.colour) {
      const refused = `${this.who(change.colour)} refuses to take back. ${this.status()}`;
      this.study.setStatus(refused);
      say(refused);
    } else if (what === "obstacle") {
      say(this.status());
    } else if (what === "end" && end) {
      say(outcome(end, this.discs));
    }
  }

  /** @param {string} square */
  choose(square) {
    const { position, end, plies } = this.state;
    const turn = position.turn;
    if (end || !turn) return this.study.refuse(null, "The game is over.");
    if (this.seats.length === 0) return this.study.refuse(null, "You watch this game; its players move.");
    if (!this.seats.includes(turn)) return this.study.refuse(null, `It is ${side(turn, this.discs)}'s turn.`);
    if (!position.legal.includes(square)) {
      return this.study.refuse(square, `${square} is not legal; these are: ${position.legal.join(" ")}`);
    }
    this.study.board.mark("illegal", new Map());
    this.study.board.mark("chosen", new Map([[square, { label: "chosen" }]]));
    return this.game.send({ type: "play", ply: plies.length, square });
  }

  close() {
    this.game.close();
    this.study.close();
  }
}
