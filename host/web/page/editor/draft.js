/**
 * @file What is being written and is not saved yet: this browser keeps it under a name, so that no link, reload or
 * other tab loses it. What was not written here is never put over what another tab has written.
 */

import { forgetStored, recall, remember } from "../base/storage.js";

/** How long after the last keystroke the browser keeps what was typed, in ms. */
const PAUSE = 400;

export class Draft {
  /**
   * @param {string} name
   * @param {object} on
   * @param {(text: string) => void} [on.elsewhere] another tab has written this, and nothing was written here
   */
  constructor(name, { elsewhere = () => {} } = {}) {
    this.name = name;
    this.timer = 0;
    /** @type {string | null} what was written here and is not kept yet */
    this.written = null;
    this.isOwn = false;
    this.told = (/** @type {StorageEvent} */ { key, newValue }) => {
      if (key === `othello-${name}` && newValue !== null && !this.isOwn) elsewhere(newValue);
    };
    this.leaves = () => this.keep();
    addEventListener("storage", this.told);
    addEventListener("pagehide", this.leaves);
  }

  /** What was written last. */
  get text() {
    return this.written ?? recall(this.name);
  }

  /**
   * Somebody has written this.
   *
   * @param {string} text
   */
  write(text) {
    this.isOwn = true;
    this.written = text;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.keep(), PAUSE);
  }

  /** Has the browser keep what was written here. */
  keep() {
    clearTimeout(this.timer);
    if (this.written !== null) remember(this.name, this.written);
    this.written = null;
  }

  /** It is saved elsewhere, or not wanted any more. */
  forget() {
    clearTimeout(this.timer);
    this.written = null;
    forgetStored(this.name);
  }

  close() {
    this.keep();
    removeEventListener("storage", this.told);
    removeEventListener("pagehide", this.leaves);
  }
}
