/**
 * @file A whole event of the ladder: an organiser, a screen and six people, two of them on phones and one by keyboard
 * alone; with a hanging query, somebody who tries to be somebody else, a version that gets worse, somebody who is removed,
 * and a host that is killed in the middle.
 */

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { axe } from "./support/axe.mjs";
import { shown, tooWide } from "./support/browser.mjs";
import { scenario } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
const LEGAL = readFileSync(new URL("../../host/web/queries/legal.cypher", import.meta.url), "utf8");
const GREEDY = readFileSync(new URL("../../host/web/queries/greedy.cypher", import.meta.url), "utf8");
/** A cell that is not legal. */
const WRONG = "MATCH (cell:Cell) WHERE cell.state IS NOT NULL RETURN cell LIMIT 1";
/** Does not end. */
const HANGING = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH count(a * b) AS n MATCH (cell:Cell) WHERE n > 0 RETURN cell LIMIT 1";


/**
 * @param {Page} page
 * @param {string} name
 * @param {string} code
 */
async function join(page, name, code) {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel(/The room.s code/).fill(code);
  await page.getByRole("button", { name: "Join" }).click();
}

/**
 * @param {Page} page
 * @param {string} query
 */
async function submit(page, query) {
  await page.getByRole("heading", { name: "My versions" }).waitFor();
  await page.getByLabel("Your query").fill(query);
  await page.getByRole("button", { name: "Submit" }).click();
}

/**
 * Sends what is no pack, what takes no part here, and a pack with a query.
 *
 * @param {Page} page
 * @param {import("./support/host.mjs").World} world
 */
async function sendsFiles(page, world) {
  const pack = page.getByLabel("Send a pack");
  const alert = page.getByRole("alert");
  await pack.setInputFiles({ name: "x.othello", mimeType: "", buffer: Buffer.from("hello") });
  await alert.filter({ hasText: "it is not a pack" }).waitFor();
  await pack.setInputFiles({ name: "bot", mimeType: "", buffer: Buffer.from("#!/bin/sh\n") });
  await alert.filter({ hasText: "that is a program, and this ladder takes queries alone" }).waitFor();
  await pack.setInputFiles({ name: "large.othello", mimeType: "", buffer: Buffer.alloc(2 ** 21) });
  await alert.filter({ hasText: "has 2 MB, and this ladder takes files of at most 1 MB" }).waitFor();
  writeFileSync(world.path("packed.cypher"), GREEDY);
  world.run("players", "pack", world.path("packed.cypher"), "--output", world.path("mine.othello"));
  await pack.setInputFiles(world.path("mine.othello"));
  await shown(page, "Version 2 plays.").waitFor();
}

/**
 * The final as it is seen from the last row: places with points, boards, and nothing beyond the edge.
 *
 * @param {Page} screen
 */
async function projected(screen) {
  await screen.getByRole("table", { name: "Final" }).waitFor();
  await screen.getByRole("row", { name: /1 .* \d/ }).first().waitFor();
  await screen.locator(".screen-boards figure, .screen-boards li").first().waitFor();
  const seen = await screen.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
    letters: Math.min(...[...document.querySelectorAll(".screen-table tbody th, .screen-table tbody td")]
      .map((cell) => parseFloat(getComputedStyle(cell).fontSize))),
  }));
  assert.ok(seen.height <= 1080 && seen.width <= 1920, `${seen.width}x${seen.height}`);
  assert.ok(seen.letters >= 24, `letters of ${seen.letters} pixels`);
}

/** @param {Page} page */
async function accessible(page) {
  await axe(page);
  const wide = await tooWide(page);
  assert.ok(wide <= 0, `${page.url()} is ${wide} too wide`);
}

scenario("a whole event goes from its first guest over a kill to its final and the folder to take home", async ({ world, browser }) => {
  const ladder = (/** @type {string[]} */ ...more) => world.ladder("--size", "6", ...more);
  let host = await ladder("--title", "Graph <b>afternoon</b>", "--addr", "127.0.0.1:0");
  const address = new URL(host.address).host;
  const code = host.told("code");
  const organiser = await browser.open(host.told("organiser"));
  await shown(organiser, code).waitFor();
  assert.ok(!organiser.url().includes("key"), "the key leaves the address");
  const screen = await organiser.context().newPage();
  await screen.setViewportSize({ width: 1920, height: 1080 });
  await screen.goto(`${host.address}/screen`);
  await screen.getByAltText(/to be read by a phone/).waitFor();
  await shown(screen, code).waitFor();
  await screen.getByRole("heading", { name: "Graph <b>afternoon</b>" }).waitFor();

  // Two on phones, one of them by the picture's address; one by keyboard alone; three more.
  const [ann, bob, cleo, dora, eve, fred] = await Promise.all([PHONE, PHONE, {}, {}, {}, {}].map((kind, number) =>
    browser.open(number === 1 ? `${host.address}/#code=${code}` : host.address, kind)));
  assert.ok(ann && bob && cleo && dora && eve && fred);
  await join(ann, "Ann", "nonsense");
  await ann.getByRole("alert").filter({ hasText: "not this room's code" }).waitFor();
  await join(ann, "Ann", code);
  await ann.getByRole("heading", { name: "Ann" }).waitFor();
  assert.equal(await bob.getByLabel(/The room.s code/).inputValue(), code);
  await join(bob, "ann", code);
  await bob.getByRole("alert").filter({ hasText: "choose another" }).waitFor();
  await join(bob, "Bob", code);

  await cleo.getByLabel("Your name").focus();
  await cleo.keyboard.type("Cleo");
  await cleo.keyboard.press("Tab");
  await cleo.keyboard.type(code);
  await cleo.keyboard.press("Enter");
  await cleo.getByRole("heading", { name: "Cleo" }).waitFor();
  await cleo.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Your query");
  await cleo.keyboard.press("Control+A");
  await cleo.keyboard.insertText(GREEDY);
  await cleo.keyboard.press("Control+Enter");
  await shown(cleo, "Version 1 plays.").waitFor();
  await join(dora, "Dora", code);
  await join(eve, "<img src=x onerror=a()>", code);
  await join(fred, "Fred", code);

  await submit(ann, LEGAL);
  await submit(bob, WRONG);
  await shown(bob, "Version 1 can\u2019t play:").waitFor();
  await shown(bob, /illegal move/).waitFor();
  await submit(dora, HANGING);
  await shown(dora, "Version 1 can\u2019t play:").waitFor();
  await shown(dora, /had not ended/).waitFor();
  await submit(eve, `${LEGAL}// mine`);
  await submit(fred, GREEDY);
  for (const page of [ann, eve, fred]) await shown(page, "Version 1 plays.").waitFor();
  for (const page of [ann, cleo, fred]) await shown(page, /Place \d+ of \d+/).waitFor();
  await submit(bob, LEGAL);
  await shown(bob, "Version 2 plays.").waitFor();
  await sendsFiles(eve, world);

  // Nobody reads another's query, and nobody gets on by another's number.
  const others = await eve.evaluate(async () => {
    const key = localStorage.getItem("ladder-person");
    const headers = { Authorization: `Bearer ${key}` };
    const texts = [];
    for (let id = 1; id <= 12; id += 1) {
      const page = await (await fetch(`/api/ladder/versions/${id}`, { headers })).json();
      if (page.query && page.author.name !== "<img src=x onerror=a()>") texts.push(page.author.name);
    }
    const office = await fetch("/api/ladder/organiser", { headers });
    const stolen = await fetch("/api/ladder/versions/5/public", {
      method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify({ public: true }),
    });
    return { texts, office: office.status, stolen: stolen.status };
  });
  assert.deepEqual(others, { texts: ["Pebble", "Greedling", "Cornerstone"], office: 401, stolen: 404 });

  // The host is killed in the middle, and the pages go on.
  const before = await ann.evaluate(async () => (await (await fetch("/api/ladder")).json()).games);
  await host.stop("SIGKILL");
  await shown(ann, "the host does not answer").waitFor();
  host = await ladder("--addr", address);
  assert.match(host.out, /that was printed at the beginning/);
  await shown(ann, "the host does not answer").waitFor({ state: "hidden" });
  const since = await ann.evaluate(async () => (await (await fetch("/api/ladder")).json()).games);
  assert.ok(since >= before, `${since} games of ${before}`);
  await submit(fred, `${LEGAL}// a worse idea`);
  await shown(fred, "Version 2 plays.").waitFor();
  await fred.getByRole("button", { name: "Compare" }).click();
  await shown(fred, "Version 2 against version 1: ").waitFor();

  // Somebody is removed, and somebody gets a new link.
  const row = organiser.getByRole("listitem").filter({ hasText: "Bob" });
  await row.evaluate((node) => node.setAttribute("data-seen", "before"));
  await row.getByRole("button", { name: "Remove Bob" }).click();
  await shown(organiser, "(removed)").waitFor();
  assert.equal(await row.getAttribute("data-seen"), "before", "the rows stay under the pointer");
  await bob.getByRole("alert").filter({ hasText: "nobody here has this link" }).waitFor();
  await organiser.getByRole("button", { name: "New link Ann" }).click();
  const link = await organiser.getByRole("textbox", { name: "Link of Ann" }).inputValue();
  await ann.getByRole("alert").filter({ hasText: "nobody here has this link" }).waitFor();
  await ann.goto(link);
  await ann.reload();
  await ann.getByRole("heading", { name: "Ann" }).waitFor();

  for (const page of [organiser, screen, ann, cleo]) await accessible(page);
  await ann.getByRole("region", { name: "Table of standings" }).getByRole("link", { name: "Ann", exact: true }).click();
  await ann.getByRole("link", { name: "Version 1" }).click();
  await ann.getByRole("heading", { name: "Ann, version 1" }).waitFor();
  await accessible(ann);
  await ann.locator(".played a").last().click();
  await ann.getByRole("button", { name: "Back" }).click();
  await accessible(ann);

  // What was asked to be compared is played when nobody waits for a place, and ends when that is asked.
  await shown(fred, /Version 2 against version 1: version 2 gains nothing that is worth having \(\d+ won/).waitFor({ timeout: 180_000 });
  await accessible(fred);
  await fred.getByRole("button", { name: "Compare" }).click();
  await fred.getByRole("button", { name: "Stop" }).click();
  await shown(fred, /Version 2 against version 1: stopped/).waitFor();

  await organiser.getByRole("button", { name: "Close submissions" }).click();
  await organiser.getByRole("dialog").getByRole("button", { name: "Close submissions" }).click();
  await screen.locator(".screen-clock", { hasText: /final: game/ }).waitFor();
  await projected(screen);
  await shown(cleo, "your last accepted version stands").waitFor();
  await organiser.getByRole("button", { name: "End the event" }).click();
  await organiser.getByRole("dialog").getByRole("button", { name: "End the event" }).click();
  await shown(screen, "All queries can be read now.").waitFor();

  await host.stop("SIGINT");
  world.run("ladder", "export", world.path("home"), "--file", world.path("ladder.db"));
  const folders = readdirSync(world.path("home/people"));
  const own = folders.find((name) => name.endsWith("-Cleo"));
  assert.equal(readFileSync(world.path(`home/people/${own}/v1.cypher`), "utf8").trim(), GREEDY.trim());
  assert.ok(existsSync(world.path(`home/people/${own}/games.jsonl`)));
  assert.match(readFileSync(world.path("home/table.csv"), "utf8"), /"Cleo",false,\d+/);
});
