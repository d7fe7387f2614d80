/** @file The buttons below a game that is being played: what this page may do in it, and no others. */

import { sure } from "../base/dialog.js";
import { able, fill, h, isAble } from "../base/dom.js";
import { side } from "../base/words.js";
import { button } from "../study/buttons.js";

export class Controls {
  /** @param {import("./live.js").Live} live */
  constructor(live) {
    this.live = live;
    const send = (/** @type {import("../base/protocol.js").ClientCommand} */ message) => live.game.send(message);
    this.undo = button("undo", "Undo", () => this.takeBack(), "Undo");
    this.redo = button("redo", "Redo", () => send({ type: "redo", colour: this.own() }), "Redo");
    this.resign = button("resign", "Resign", () => this.giveUp(), "Resign");
    this.stop = button("stop", "Stop the game", () => this.end(), "Stop");
    this.step = button("step", "Step", () => send({ type: "step" }), "Step");
    this.auto = h("button", { type: "button", class: "tool", onclick: () => this.toggle() });
    this.delay = h("input", {
      type: "number", min: 0, max: 60000, step: 100, inputMode: "numeric",
      onchange: () => this.pace(live.state.pace.auto),
    });
    this.paceRow = h("div", { class: "row-of-buttons", role: "group", "aria-label": "Pace" },
      this.step, this.auto, h("label", { class: "delay nowrap" }, "Delay in ms ", this.delay));
    this.element = h("div", { class: "control-rows" });
    this.notice = h("div", { class: "offer", role: "group", hidden: true });
    const hide = h("input", { type: "checkbox", onchange: () => send({ type: "queries", hide: hide.checked }) });
    this.hideBox = hide;
    this.hide = h("label", {}, hide, " Hide queries until the end");
    this.back = h("button", { type: "button", onclick: () => send({ type: "go-to", plies: live.study.at, colour: this.own() }) },
      "Go on from here");
    this.laid = false;
    /** @type {string | null} the offer that is shown, and for whom */
    this.offered = null;
  }

  /** Lays the buttons out once, when what this page may do is known, and sets what they can do now. */
  show() {
    const { live } = this;
    const { state, study } = live;
    const { you, end, pace, plies, redo } = state;
    const sits = live.seats.length > 0;
    if (!this.laid) {
      this.laid = true;
      fill(this.element,
        you.organiser && live.unattended && this.paceRow,
        h("div", { class: "row-of-buttons", role: "group", "aria-label": "Game controls" },
          sits && [this.undo, this.redo],
          live.hints && study.best(),
          sits && this.resign,
          you.organiser && !sits && this.stop,
          study.turning()),
        !sits && study.travel(),
        you.organiser && live.paced && !live.unattended && this.paceRow);
    }
    able(this.undo, plies.some(({ colour }) => live.seats.includes(colour)) && state.offer === null);
    able(this.redo, redo.length > 0);
    for (const one of [this.resign, this.stop, this.step, this.auto]) able(one, end === null);
    const runs = pace.auto;
    this.auto.ariaLabel = runs ? "Pause" : "Auto";
    this.auto.title = this.auto.ariaLabel;
    const looks = runs ? button("pause", "Pause", () => {}, "Pause") : button("auto", "Auto", () => {}, "Auto");
    fill(this.auto, ...looks.childNodes);
    if (document.activeElement !== this.delay) this.delay.value = `${pace.delay_ms}`;
    this.hide.hidden = !you.organiser;
    this.hideBox.checked = state.game.hide_queries;
    this.back.hidden = !(sits || (you.organiser && live.unattended));
    this.offer();
  }

  /** Somebody asks to take back: the other one is asked, the asker is told to wait. */
  offer() {
    const { state, seats, game } = this.live;
    const { offer } = state;
    const shown = offer && JSON.stringify([offer, seats]);
    if (shown === this.offered) return;
    this.offered = shown;
    this.notice.hidden = !offer;
    if (!offer) return;
    const who = this.live.who(offer.from);
    const asked = seats.some((colour) => colour !== offer.from);
    const reply = (/** @type {boolean} */ accept) => game.send({ type: "answer", number: offer.number, accept });
    this.notice.ariaLabel = "Undo asked for";
    fill(this.notice, asked
      ? [h("span", {}, `${who} asks to take back to move ${offer.plies}.`),
        h("button", { type: "button", class: "primary", onclick: () => reply(true) }, "Agree"),
        h("button", { type: "button", onclick: () => reply(false) }, "Refuse")]
      : h("span", {}, `${who} has asked to take back to move ${offer.plies}; the other side has to agree.`));
  }

  /** The seat that a command is for, where this page holds more than one. */
  own() {
    const { seats, state } = this.live;
    const last = state.plies.findLast(({ colour }) => seats.includes(colour));
    return seats.length === 1 ? seats[0] : last?.colour ?? seats[0];
  }

  takeBack() {
    this.live.game.send({ type: "undo", colour: this.own() });
  }

  async giveUp() {
    const { seats, state, discs } = this.live;
    const colour = seats.length === 1 ? seats[0] : state.position.turn ?? seats[0];
    if (!colour) return;
    if (await sure("Resign?", `${side(colour, discs)} loses this game.`, "Resign")) {
      this.live.game.send({ type: "resign", colour });
    }
  }

  async end() {
    if (await sure("Stop the game?", "It ends without a result.", "Stop the game")) this.live.game.send({ type: "stop" });
  }

  toggle() {
    this.pace(!this.live.state.pace.auto);
  }

  /** @param {boolean} auto */
  pace(auto) {
    const delay = Math.min(60000, Math.max(0, Math.round(Number(this.delay.value) || 0)));
    this.live.game.send({ type: "pace", auto, delay_ms: delay });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, HTMLButtonElement>} */
    const keys = { u: this.undo, y: this.redo, n: this.step, p: this.auto };
    const pressed = keys[event.key.toLowerCase()];
    if (!pressed?.isConnected || !isAble(pressed)) return false;
    // A key that is held is meant once.
    if (!event.repeat) pressed.click();
    return true;
  }
}
