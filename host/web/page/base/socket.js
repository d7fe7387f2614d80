/**
 * @file A live game, kept true over a connection that may break. The server's state is the truth: whatever
 * does not follow on what is known is answered by asking for everything again.
 */

/** @typedef {import("./protocol.js").GameState} GameState */
/** @typedef {import("./protocol.js").Change} Change */
/** @typedef {import("./protocol.js").ClientCommand} ClientCommand */
/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */

/** The least and the greatest pause before another try, in ms. */
const PAUSES = [250, 5000];

/** For how long a server that is there says nothing at the most, and how often that is looked at, in ms. */
const SILENCE = 5000, LOOK = 1000;

/** Codes with which the server closes for good. */
const FINAL = new Map([
  [4003, "this address does not open a seat of the game"],
  [4004, "there is no such game on this host"],
]);

export class LiveGame {
  /**
   * @param {string} id
   * @param {string | null} key
   * @param {object} on
   * @param {(state: GameState, change: Change | null) => void} on.change with no change where all is new
   * @param {(message: string, square: string | null) => void} on.refused
   * @param {(connected: boolean, why: string) => void} on.connection
   */
  constructor(id, key, on) {
    this.url = `${location.origin.replace(/^http/, "ws")}/api/games/${id}/socket`;
    this.key = key;
    this.on = on;
    /** @type {GameState | null} */
    this.state = null;
    this.pause = PAUSES[0] ?? 0;
    /** Whether everything is asked for anew, so that changes tell nothing. */
    this.asks = false;
    this.timer = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wake = () => { if (!this.closed && this.timer) this.open(); };
    this.heard = performance.now();
    this.watch = window.setInterval(() => this.listen(), LOOK);
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.heard = performance.now();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => {
      this.heard = performance.now();
      this.message(JSON.parse(event.data));
    };
    socket.onclose = (event) => { if (this.socket === socket) this.lost(event.code); };
  }

  /** A server that says nothing for long is as good as gone, though the connection stands. */
  listen() {
    if (this.closed || this.timer || !this.socket || performance.now() - this.heard < SILENCE) return;
    const silent = this.socket;
    this.socket = null;
    silent.close();
    this.lost(0);
  }

  hello() {
    this.send({ type: "hello", key: this.key });
  }

  /**
   * Says something to the server; it is lost where the connection is, and says so.
   *
   * @param {ClientCommand} message
   */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.on.refused("the host can't be reached just now", null);
  }

  /** @param {ServerMessage} message */
  message(message) {
    if (message.type === "state") {
      this.pause = PAUSES[0] ?? 0;
      this.state = message;
      this.asks = false;
      this.on.connection(true, "");
      this.on.change(this.state, null);
    } else if (message.type === "change") {
      this.apply(message);
    } else if (message.type === "refused") {
      this.on.refused(message.message, message.square);
    }
  }

  /** @param {Change} change */
  apply(change) {
    if (!this.state || change.version <= this.state.version) return;
    if (this.asks) return;
    if (change.version !== this.state.version + 1) {
      this.asks = true;
      this.hello();
      return;
    }
    this.state = changed(this.state, change);
    this.on.change(this.state, change);
  }

  /** @param {number} code */
  lost(code) {
    if (this.closed) return;
    const final = FINAL.get(code);
    if (final) this.close();
    this.on.connection(false, final ?? "The connection is lost; trying again.");
    if (this.closed) return;
    this.timer = window.setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, PAUSES[1] ?? 0);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}

/**
 * The state after a change: lists are cut, then added to, then whole keys are replaced. Whether queries are
 * hidden is a fact of the game.
 *
 * @param {GameState} state
 * @param {Change} change
 * @returns {GameState}
 */
export function changed(state, { version, cut, push, set: { hide_queries: hides, ...set } = {} }) {
  return {
    ...state,
    game: hides === undefined ? state.game : { ...state.game, hide_queries: hides },
    plies: [...state.plies.slice(0, cut?.plies), ...push?.plies ?? []],
    rounds: [...state.rounds.slice(0, cut?.rounds), ...push?.rounds ?? []],
    ...set,
    version,
  };
}
