/** @file The browser, and what a person does on the page. */

import { chromium } from "playwright-core";
import { existsSync } from "node:fs";
import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Whatever takes longer hangs, in ms, however busy the machine is. */
const PATIENCE = 120_000;

/** How many times slower than this machine the pages are, to see what scenarios a busy one would trip. */
const SLOWER = Number(process.env.OTHELLO_SLOWER ?? 1);
/** By how many ms whoever looks is behind with each look, for the same. */
const LATER = Number(process.env.OTHELLO_LATER ?? 0);

/** Nothing that calls out, and nothing that a machine without screen or as root has trouble with. */
export const QUIET = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
];

export function executable() {
  const found = process.env.OTHELLO_BROWSER ?? BROWSERS.find((path) => existsSync(path));
  if (!found) throw new Error("no chromium; install it, or name it by OTHELLO_BROWSER");
  return found;
}

/** A browser, and every complaint of its pages. */
export class Browser {
  static async launch() {
    return new Browser(await chromium.launch({ executablePath: executable(), args: QUIET, slowMo: LATER }));
  }

  /** @param {import("playwright-core").Browser} browser */
  constructor(browser) {
    this.browser = browser;
    /** @type {string[]} */
    this.complaints = [];
  }

  /**
   * A page of its own, as another person would have it.
   *
   * @param {string} address
   * @param {import("playwright-core").BrowserContextOptions} [options]
   */
  async open(address, options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    if (SLOWER > 1) await slowDown(page);
    page.on("pageerror", (error) => this.complaints.push(`${error.stack}`));
    page.on("console", (message) => {
      // A host that was stopped on purpose, and a question that was refused, are told by the browser as well.
      const expected = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket connection|status of (4\d\d)/.test(message.text());
      if (message.type() === "error" && !expected) this.complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on("response", async (response) => {
      if (response.status() < 500) return;
      this.complaints.push(`${response.url()} says: ${await response.text().catch(() => "nothing any more")}`);
    });
    await page.goto(address);
    return page;
  }

  /** What its pages show and complain of, for whoever reads why a scenario failed. */
  async shown() {
    const pages = this.browser.contexts().flatMap((context) => context.pages());
    const texts = pages.map(async (page) => `${page.url()}\n${await page.locator("body").innerText().catch(() => "")}`);
    return [...await Promise.all(texts), ...this.complaints].join("\n\n");
  }

  /** Ends a scenario that went well, unless a page complained. */
  quiet() {
    assert.deepEqual(this.complaints, [], "the page complained");
  }

  /** Closes all pages. */
  async leave() {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
    this.complaints = [];
  }

  async close() {
    await this.browser.close();
  }
}

/**
 * Makes a page as slow as one on a busy machine: its processor, and each question to the host by a time of its own.
 *
 * @param {Page} page
 */
async function slowDown(page) {
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.route("**/api/**", async (route) => {
    await new Promise((done) => setTimeout(done, Math.random() * 50 * SLOWER));
    await route.continue().catch(() => {});
  });
}

/**
 * A square of the board, by what it is called.
 *
 * @param {Page} page
 * @param {string} square
 */
export function cell(page, square) {
  return page.getByRole("gridcell", { name: new RegExp(`^${square}\\b`) });
}

/** @param {Page} page */
export function legal(page) {
  return page.getByRole("gridcell", { name: /legal move/ });
}

/**
 * Words that the page shows: those that are only said to a screen reader, are the same a moment later.
 *
 * @param {Page} page
 * @param {string | RegExp} words
 * @param {{exact?: boolean}} [options]
 */
export function shown(page, words, options) {
  return page.getByText(words, options).and(page.locator(":not(#announcements, #alert)")).first();
}

/**
 * By how many px a page goes beyond the edge of the screen.
 *
 * @param {Page} page
 */
export async function tooWide(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // What lies left of the window adds nothing to what can be scrolled, and nobody gets there.
    const left = document.querySelector(".board")?.getBoundingClientRect().left ?? 0;
    return Math.max(scrollWidth - clientWidth, 0 - left);
  });
}

/**
 * Waits until the status line says something.
 *
 * @param {Page} page
 * @param {RegExp} words
 */
export async function status(page, words) {
  await page.locator(".status").filter({ hasText: words }).waitFor();
}

/**
 * Waits until so many moves are listed.
 *
 * @param {Page} page
 * @param {number} number
 */
export async function moves(page, number) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".move").length === wanted, number);
}

/**
 * Opens one of the panels beside the board.
 *
 * @param {Page} page
 * @param {string} name
 */
export async function tab(page, name) {
  await page.getByRole("tab", { name }).click();
}

/**
 * Goes on by Tab until the focus is on something of this role and name.
 *
 * @param {Page} page
 * @param {Parameters<Page["getByRole"]>[0]} role
 * @param {string | RegExp} name
 */
export async function tabTo(page, role, name) {
  const goal = page.getByRole(role, { name, exact: typeof name === "string" });
  await goal.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never comes to ${name}`);
}

/**
 * Begins a game by the form.
 *
 * @param {Page} page
 * @param {object} wish
 * @param {string} wish.black
 * @param {string} wish.white
 * @param {string} [wish.game]
 * @param {string} [wish.size]
 * @param {Record<string, string>} [wish.more] fields that are folded away
 */
export async function newGame(page, { black, white, game, size, more = {} }) {
  await page.getByRole("heading", { name: "New game" }).waitFor();
  if (game) await page.getByLabel("Game", { exact: true }).selectOption({ label: game });
  if (size) await page.getByLabel("Size").selectOption({ label: `${size} x ${size}` });
  await choosePlayer(page, "Black", black);
  await choosePlayer(page, "White", white);
  if (!await page.getByLabel("Seed").isVisible()) await page.getByText("Clocks, position and more").click();
  for (const [label, value] of Object.entries({ "Delay of bots in ms": "0", ...more })) {
    await page.getByLabel(label).fill(value);
  }
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByRole("grid", { name: "Board" }).waitFor();
}

/**
 * @param {Page} page
 * @param {string} side
 * @param {string} player
 */
async function choosePlayer(page, side, player) {
  const select = page.getByRole("group", { name: side }).getByLabel("Player");
  const option = select.locator("option", { hasText: player }).first();
  await select.selectOption(await option.getAttribute("value"));
}

/** The name of the person at this page, and of one at another. */
export const HERE = "A person, on this page";
export const ELSEWHERE = "A person, on another page";

/**
 * Begins a bot of this name, on the page where it is asked for.
 *
 * @param {Page} page
 * @param {string} name
 */
export async function begin(page, name) {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}
