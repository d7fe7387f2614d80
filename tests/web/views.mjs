/** @file The views around a game: what is listed, replayed and rated; names that mean harm; and axe on each view. */

import assert from "node:assert/strict";
import { axe } from "./support/axe.mjs";
import { cell, HERE, moves, newGame, shown, status, tab, tooWide } from "./support/browser.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** A player whose texts would run as markup, wherever one of them is taken for it. */
const EVIL = `<img src=x onerror="document.title='broken into'">`;
const EVIL_NAME = "<img src onerror>";
const evilPlayer = (/** @type {string} */ name) => `// ${name}: ${EVIL} and <b>bold</b>
// author: ${EVIL}
// plays: othello
MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell, '${EVIL.replaceAll("'", "\\'")}' AS thought LIMIT 1
`;

/** @type {[string, import("playwright-core").BrowserContextOptions][]} the colours in which people have the page */
const LOOKS = [
  ["light", { colorScheme: "light" }], ["dark", { colorScheme: "dark" }],
  ["in forced colours and small", { forcedColors: "active", viewport: { width: 375, height: 667 } }],
];

/** The views by their addresses and by how their titles begin, where somebody has a bot "Mine". */
const VIEWS = [["/", "Play"], ["/rules", "Rules"], ["/console", "Query console"], ["/learn", "Learn"], ["/learn/win", "Tic-tac-toe"], ["/history", "History"], ["/ratings", "Ratings"], ["/bots", "My bots"], ["/bots/Mine", "Mine"], ["/contests", "Contests"]];

/** How wide screens are in px: those that people have, and those between at which a view may fold otherwise. */
const WIDTHS = [320, 344, 360, 375, 390, 412, 430, 480, 540, 600, 700, 768, 820, 900, 992, 1024, 1100, 1280, 1920];

/** Width and height of windows that are higher than wide. */
const TALL = [[1024, 1366], [1080, 1920], [1440, 2560]];

/**
 * @param {Page} page
 * @param {string} host
 */
async function saveMine(page, host) {
  const mine = { name: "Mine", query: "MATCH (cell:Cell) RETURN cell LIMIT 1" };
  await page.request.post(`${host}/api/bots`, { data: mine, headers: { Origin: host } });
}

/**
 * Goes to a view and waits for it.
 *
 * @param {Page} page
 * @param {string} address
 * @param {string | undefined} title
 */
async function visit(page, address, title = "") {
  await page.goto(address, { waitUntil: "networkidle" });
  await page.waitForFunction((begin) => document.title.startsWith(begin), title);
}

/**
 * Has two players play a game to its end.
 *
 * @param {Page} page
 * @param {string} black
 */
async function machinesPlay(page, black) {
  await newGame(page, { black, white: "Random", size: "4" });
  await page.getByRole("button", { name: "Auto" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Look at the game" }).click();
}

scenarios((world) => {
  world.write("plugins/evil.cypher", evilPlayer(EVIL_NAME));
  world.write("plugins/worse.cypher", evilPlayer(EVIL));
  world.run("tournament", "Simple", "Random", "A=Random", "--games", "2", "--size", "4", "--quiet");
  world.write("loser.cypher", "// plays: othello\nMATCH (cell:Cell) RETURN cell LIMIT 1\n");
  world.run("match", "Simple", `Loser=${world.path("loser.cypher")}`, "--games", "6", "--quiet", "--file", world.path("data/othello-host/contests/one-sided.db"));
}, {
  "a game of the history is found, replayed and branched": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await machinesPlay(page, "Simple");
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("searchbox", { name: "Player" }).fill("Simple");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("link", { name: /Game \d+, Simple against Random/ }).first().click();
    await status(page, /You look at move 0 of \d/);
    await page.getByRole("button", { name: "One move on" }).click();
    await status(page, /You look at move 1 of \d/);
    await tab(page, "Queries");
    await page.locator("pre.query").filter({ hasText: "MATCH" }).waitFor();
    await page.getByRole("button", { name: "Open in the console" }).click();
    await page.getByRole("button", { name: "Run" }).click();
    await shown(page, /1 row in/).waitFor();
    await page.getByRole("button", { name: "Last position" }).click();
    await status(page, /wins|draw/i);
    await page.goBack();
    await page.getByRole("heading", { name: "History" }).waitFor();
  },

  "a contest shows ratings, crosstable and games": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await page.getByRole("link", { name: "Contests" }).click();
    await page.getByRole("region", { name: "Contests" }).getByRole("link", { name: /simple-random/ }).click();
    await shown(page, /round-robin, 6 games/).waitFor();
    await page.getByRole("img", { name: /Ratings: .*Simple -?\d/ }).waitFor();
    const cross = page.getByRole("region", { name: /Crosstable/ });
    assert.equal(await cross.getByRole("row").count(), 4);
    await page.getByRole("link", { name: /^Game 1, / }).click();
    await status(page, /You look at move 0 of/);
    await page.getByRole("button", { name: "Play through" }).click();
    await status(page, /You look at move 1 of/);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("link", { name: "Ratings" }).click();
    await page.getByRole("heading", { name: "Ratings" }).waitFor();
    await page.getByRole("link", { name: "Blind" }).click();
    await page.getByRole("region", { name: "Ratings" }).getByRole("link", { name: "Simple" }).waitFor();
  },

  "who only lost has a bound and no number": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/contests/one-sided`);
    const rated = page.getByRole("region", { name: "Ratings" }).getByRole("row");
    await rated.filter({ hasText: "Loser" }).waitFor();
    const cells = await rated.filter({ hasText: "Loser" }).getByRole("cell").allInnerTexts();
    const at = cells.findIndex((text) => /^-\d+ or less$/.test(text));
    assert.ok(at > 0 && cells[at - 1] === "", `no rating, and a bound beside it: ${cells.join(" | ")}`);
    await page.getByRole("img", { name: /^Ratings: .*Loser -\d+ or less/ }).waitFor();
  },

  "a contest is watched while it is played": async ({ browser, host, world }) => {
    const page = await browser.open(`${host.address}/contests`);
    await page.getByRole("region", { name: "Contests" }).waitFor();
    const name = `night-${Date.now()}`, file = world.path(`data/othello-host/contests/${name}.db`);
    const contest = world.start(["match", "Simple", "Random", "--games", "1000000", "--quiet", "--file", file]);
    await page.getByRole("row", { name: new RegExp(`${name} .* running`) }).getByRole("link").click();
    await page.getByRole("heading", { name }).waitFor();
    const boards = page.getByRole("list", { name: "Being played now" });
    const seen = async () => await boards.getByRole("img").first().getAttribute("aria-label") ?? "";
    const first = await seen();
    assert.match(first, /^(Simple against Random|Random against Simple) after \d+ moves?, \d+ to \d+/);
    const cross = page.getByRole("region", { name: /Crosstable/ });
    await cross.focus();
    await page.waitForFunction((old) => document.querySelector(".boards svg")?.getAttribute("aria-label") !== old, first);
    assert.ok(await cross.evaluate((element) => element === document.activeElement), "the focus stays");
    await axe(page);
    await contest.stop();
    await shown(page, ", running").waitFor({ state: "detached" });
    await boards.waitFor({ state: "detached" });
  },

  "a name that is markup stays a name": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await machinesPlay(page, EVIL_NAME);
    await page.getByRole("group", { name: `Black, ${EVIL_NAME}` }).waitFor();
    await tab(page, "Queries");
    await page.locator("pre.query").waitFor();
    for (const path of ["/", "/history", "/ratings"]) {
      await page.goto(host.address + path);
      await shown(page, EVIL_NAME).waitFor({ state: "attached" });
      assert.equal(await page.locator("main img").count(), 0);
    }
    await page.goto(`${host.address}/console?game=${encodeURIComponent(EVIL)}&moves=${encodeURIComponent(EVIL)}`);
    await page.getByRole("heading", { name: "That did not work" }).or(page.getByRole("grid")).waitFor();
    assert.doesNotMatch(await page.title(), /broken into/);
  },

  "an address that leads nowhere says so": async ({ browser, host }) => {
    for (const path of ["/game/aaaaaaaaaa", "/history/999", "/contests/none"]) {
      const page = await browser.open(host.address + path);
      await page.getByRole("heading", { name: "That did not work" }).waitFor();
      await page.getByRole("link", { name: "Begin a game" }).click();
      await page.getByRole("heading", { name: "New game" }).waitFor();
    }
  },

  "no view is wider than any screen": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await machinesPlay(page, "Simple");
    await saveMine(page, host.address);
    await visit(page, `${host.address}/contests`, "Contests");
    const contest = await page.getByRole("link", { name: /simple-random/ }).getAttribute("href");
    const wide = [];
    for (const [path, title] of [...VIEWS, ["/history/1"], [`${contest}`], [`${contest}/1`]]) {
      await visit(page, host.address + path, title);
      for (const [width, height] of [...WIDTHS.map((width) => [width, 700]), ...TALL]) {
        await page.setViewportSize({ width, height });
        const across = await tooWide(page);
        if (across > 0) wide.push(`${path} by ${across} px at ${width} x ${height}`);
      }
    }
    assert.deepEqual(wide, []);
    // On a phone the ratings are seen from end to end, and not a part of them.
    await page.setViewportSize({ width: 375, height: 700 });
    await visit(page, `${host.address}${contest}`, "");
    const { left, right } = await page.getByRole("img", { name: /^Ratings: / }).evaluate((plot) => plot.getBoundingClientRect());
    assert.ok(left >= 0 && right <= 375, `from ${left} to ${right}`);
  },

  ...Object.fromEntries(LOOKS.map(([look, colours]) => [
    `axe finds nothing wrong on any view when it is ${look}`,
    async (/** @type {import("./support/scenario.mjs").Stage} */ { browser, host }) => {
      const page = await browser.open(host.address, colours);
      await newGame(page, { black: HERE, white: "Simple", more: { "Clock of each side": "5m" } });
      await cell(page, "d3").click();
      await moves(page, 2);
      for (const name of ["Moves", "Queries", "Evaluation", "Console", "Graph", "Share"]) {
        await tab(page, name);
        if (name === "Graph") await page.getByRole("group", { name: "The graph" }).waitFor();
        await axe(page);
      }
      await page.getByRole("button", { name: "Resign" }).click();
      await axe(page);
      await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
      await page.getByRole("dialog", { name: /wins/ }).waitFor();
      await axe(page);
      await page.goto(`${host.address}/console`);
      await page.getByRole("textbox", { name: "Query" }).fill("PROFILE MATCH (c:Cell) RETURN c");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("region", { name: "Profile" }).waitFor();
      await axe(page);
      await page.getByRole("textbox", { name: "Query" }).fill("RETRUN 1");
      await page.keyboard.press("Control+Enter");
      await page.getByLabel("The place of the error").waitFor();
      await axe(page);
      await saveMine(page, host.address);
      for (const [path, title] of VIEWS) {
        await visit(page, host.address + path, title);
        await axe(page);
      }
      await page.getByRole("region", { name: "Contests" }).getByRole("link", { name: /simple-random/ }).click();
      await shown(page, /round-robin, 6 games/).waitFor();
      await axe(page);
      await page.getByRole("link", { name: /^Game 1, / }).click();
      await status(page, /You look at move 0/);
      await axe(page);
    },
  ])),
});
