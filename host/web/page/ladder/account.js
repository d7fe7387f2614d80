/**
 * @file Who uses this browser: keys of people and of the organiser. A key comes behind the # of a link, which browsers
 * send to nobody; it leaves the address at once and is sent as a header alone.
 */

import { Refusal } from "../base/server.js";

/** @typedef {"person" | "organiser"} Role */

/** @type {Map<Role, string>} */
const held = new Map();

/**
 * Takes a key or the room's code out of the address.
 *
 * @returns {string} the code, where there is one
 */
export function arrivedWith() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const key = hash.get("key"), code = hash.get("code") ?? "";
  if (key === null && code === "") return "";
  if (key) keep(location.pathname === "/organiser" ? "organiser" : "person", key);
  history.replaceState(null, "", location.pathname + location.search);
  return code;
}

/** @param {Role} role */
export function key(role) {
  const known = held.get(role);
  if (known) return known;
  try {
    return localStorage.getItem(`ladder-${role}`);
  } catch {
    return null;
  }
}

/**
 * @param {Role} role
 * @param {string} key
 */
export function keep(role, key) {
  held.set(role, key);
  try {
    localStorage.setItem(`ladder-${role}`, key);
  } catch {
    // A browser that keeps nothing has the link.
  }
}

/** @param {Role} role */
export function drop(role) {
  held.delete(role);
  try {
    localStorage.removeItem(`ladder-${role}`);
  } catch {
    // There was nothing.
  }
}

/**
 * What a question says of who asks.
 *
 * @param {Role} role
 * @returns {Record<string, string>}
 */
export function credential(role) {
  const secret = key(role);
  return secret ? { Authorization: `Bearer ${secret}` } : {};
}

/** The secret link of whoever uses this browser. */
export function link() {
  return `${location.origin}/#key=${key("person") ?? ""}`;
}

/**
 * Asks the server as somebody.
 *
 * @template T
 * @param {string} path
 * @param {{as?: Role, body?: unknown, file?: File, signal?: AbortSignal}} [wish]
 * @returns {Promise<T>}
 */
export async function ask(path, { as, body, file, signal } = {}) {
  const response = await reach(path, as, file ?? (body === undefined ? undefined : JSON.stringify(body)), signal);
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  throw new Refusal(answer?.error ?? `the host answered ${response.status}`, response.status, answer);
}

/**
 * A drawing that only somebody may have, as an address of the page's own.
 *
 * @param {string} path
 * @param {Role} as
 */
export async function fetchPicture(path, as) {
  const response = await reach(path, as, undefined);
  if (!response.ok) throw new Refusal(`the host answered ${response.status}`, response.status, null);
  return `data:image/svg+xml,${encodeURIComponent(await response.text())}`;
}

/**
 * @param {string} path
 * @param {Role | undefined} as
 * @param {string | File | undefined} body JSON, or a file as it is
 * @param {AbortSignal} [signal]
 */
async function reach(path, as, body, signal) {
  const headers = as ? credential(as) : {};
  if (body !== undefined) headers["Content-Type"] = typeof body === "string" ? "application/json" : "application/octet-stream";
  try {
    return await fetch(path, { headers, signal: signal ?? null, ...(body !== undefined && { method: "POST", body }) });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("the host does not answer; is it still running?", 0, null);
  }
}
