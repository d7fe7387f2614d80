/** @file Addresses to send: how others reach a place of this host, as a text and as a picture of the same. */

import { get } from "./server.js";

/** @param {string} path */
function query(path) {
  return `path=${encodeURIComponent(path)}&origin=${encodeURIComponent(location.origin)}`;
}

/**
 * The address of a place for others, with all that they need to be let in.
 *
 * @param {string} path
 * @returns {Promise<import("./protocol.js").Invitation>}
 */
export function reached(path) {
  return get(`/api/invitation?${query(path)}`);
}

/**
 * Where the picture of that address is.
 *
 * @param {string} path
 */
export function picture(path) {
  return `/api/qr?${query(path)}`;
}
