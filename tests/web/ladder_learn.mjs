/**
 * @file The lessons on a ladder: a guest, whose browser keeps how far they are; somebody who takes part, on two devices;
 * the organiser, who sees it; and a query that goes from a lesson to the ladder.
 */

import assert from "node:assert/strict";
import { axe } from "./support/axe.mjs";
import { shown, tooWide } from "./support/browser.mjs";
import { scenario } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** How much a first view may cost, in bytes and in requests. */
const FIRST_PAINT = 60_000, REQUESTS = 8;
const RIGHT = "MATCH (c:Cell) WHERE c.state = $symbol RETURN c AS cell";


/**
 * @param {Page} page
 * @param {string} query
 */
async function check(page, query) {
  await page.getByLabel("Query", { exact: true }).fill(query);
  await page.getByRole("button", { name: "Check", exact: true }).click();
}

/**
 * Nothing that a screen reader stumbles over, and nothing beyond the edge at any size.
 *
 * @param {Page} page
 */
async function fits(page) {
  await axe(page);
  for (const width of [320, 375, 820, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const across = await tooWide(page);
    assert.ok(across <= 0, `${page.url()} is ${across} px too wide at ${width} px`);
  }
}

/**
 * What a view loads before anything is done on it.
 *
 * @param {import("./support/browser.mjs").Browser} browser
 * @param {string} address
 */
async function weigh(browser, address) {
  const page = await browser.open("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  /** @type {string[]} */
  const asked = [];
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  session.on("Network.requestWillBeSent", ({ request }) => {
    // It is looked at again every second or two, and its picture stands in the tab.
    if (!/\/api\/ladder$|icon/.test(request.url)) asked.push(new URL(request.url).pathname);
  });
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.close();
  return { bytes, asked };
}

scenario("lessons on a ladder are gone as a guest and as one who takes part, and the organiser sees how far everybody is", async ({ world, browser }) => {
  const host = await world.ladder("--title", "Lessons", "--addr", "127.0.0.1:0");
  const code = host.told("code");
  for (const path of ["/", "/learn", "/learn/match"]) {
    const { bytes, asked } = await weigh(browser, host.address + path);
    console.log(`${path}: ${bytes} bytes in ${asked.length} requests`);
    assert.ok(bytes <= FIRST_PAINT, `${path}: ${bytes} bytes`);
    // A step asks for the path, its own text, and its board with the graph beside the page itself.
    assert.ok(asked.length <= (path === "/learn/match" ? REQUESTS + 2 : REQUESTS), `${path}: ${asked.join(" ")}`);
  }

  // A guest learns, and the browser keeps it.
  const guest = await browser.open(host.address);
  await guest.getByRole("link", { name: "Learn it step by step" }).click();
  await guest.getByRole("link", { name: "Begin" }).click();
  await guest.getByRole("heading", { name: "Find your discs" }).waitFor();
  await check(guest, "MATCH (cell:Cell {state: 'X'}) RETURN cell");
  await shown(guest, "These are Black's discs.").waitFor();
  await guest.getByRole("gridcell", { name: /white, missing$/ }).waitFor();
  await check(guest, RIGHT);
  await guest.locator(".lesson-verdict").getByText("Right on all 40 positions").waitFor();
  await guest.goto(`${host.address}/learn`);
  await shown(guest, "1 of 20 done").waitFor();
  await fits(guest);

  // Somebody who takes part finds it on another device.
  const ann = await browser.open(`${host.address}/#code=${code}`);
  await ann.getByLabel("Your name").fill("Ann");
  await ann.getByRole("button", { name: "Join" }).click();
  await ann.getByRole("heading", { name: "My versions" }).waitFor();
  await ann.getByText("My link").click();
  const link = await ann.getByRole("textbox", { name: "My secret link" }).inputValue();
  await ann.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Learn" }).click();
  await shown(ann, "0 of 20 done").waitFor();
  await ann.getByRole("link", { name: "Begin" }).click();
  await ann.getByRole("heading", { name: "Find your discs" }).waitFor();
  await check(ann, RIGHT);
  await ann.locator(".lesson-verdict").getByText("Right on all 40 positions").waitFor();
  assert.equal(await ann.getByRole("button", { name: "Submit it to the ladder" }).count(), 0, "it is no player");
  await ann.getByRole("link", { name: "Next: Find what is empty" }).click();
  await ann.getByRole("heading", { name: "Find what is empty" }).waitFor();
  await ann.getByRole("button", { name: "Hint", exact: true }).click();
  await shown(ann, "The query that is there finds the opposite.").waitFor();
  await check(ann, "MATCH (cell:Cell) RETURN cell");
  await shown(ann, /Not yet/).waitFor();
  const phone = await browser.open(link, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
  await phone.getByRole("heading", { name: "Ann" }).waitFor();
  await phone.goto(`${host.address}/learn/where`);
  await shown(phone, "The query that is there finds the opposite.").waitFor();
  assert.equal(await phone.getByLabel("Query", { exact: true }).inputValue(), "MATCH (cell:Cell) RETURN cell");
  await fits(phone);
  await phone.goto(`${host.address}/learn`);
  await shown(phone, "1 of 20 done").waitFor();

  // A query that beats a boss takes part in the ladder.
  await ann.goto(`${host.address}/learn/simple`);
  await ann.getByRole("button", { name: "Solution" }).click();
  await ann.getByRole("dialog").getByRole("button", { name: "Show it" }).click();
  await ann.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Query");
  await ann.getByRole("button", { name: "Check", exact: true }).click();
  await shown(ann, /Simple is beaten: [\d.]+ of 10 points/).waitFor();
  await ann.getByRole("button", { name: "Game 10" }).click();
  await shown(ann, "The game is over here, after").waitFor();
  await ann.getByRole("button", { name: "Submit it to the ladder" }).click();
  await ann.getByRole("link", { name: "It is your version 1 now" }).click();
  await shown(ann, "Version 1 plays.").waitFor();

  // The organiser sees who is where, and forgets.
  const organiser = await browser.open(host.told("organiser"));
  const row = organiser.getByRole("region", { name: "Table of lessons" }).getByRole("row", { name: /Ann/ });
  await row.filter({ hasText: "2 of 20" }).filter({ hasText: "Beat Simple" }).waitFor();
  await fits(organiser);
  await organiser.getByRole("button", { name: "Forget Ann" }).click();
  await organiser.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
  await shown(organiser, "Nobody has begun them yet.").waitFor();

  // A link that is no use any more makes a guest.
  await phone.goto(`${host.address}/learn`);
  await shown(phone, "0 of 20 done").waitFor();
  await phone.goto(`${host.address}/learn/nothing`);
  await shown(phone, "there is no step \"nothing\"").waitFor();
});
