/** @file The small drawings on buttons. */

import { s } from "./dom.js";

const PATHS = {
  undo: "M9 7H4V2M4 7a8 8 0 1 1-1 7",
  redo: "M11 7h5V2M16 7a8 8 0 1 0 1 7",
  hint: "M7 15h6M8 18h4M6 11a5.5 5.5 0 1 1 8 0c-1 1-1 2-1 4H7c0-2 0-3-1-4z",
  flip: "M10 2v16M8 5 2 15h6zM12 5l6 10h-6z",
  rotate: "M16 6a7 7 0 1 0 1 6M17 2v5h-5",
  resign: "M5 18V3M5 4c4-3 6 3 11 0v7c-5 3-7-3-11 0",
  step: "M5 4l8 6-8 6zM15 4v12",
  auto: "M5 3l11 7-11 7z",
  pause: "M6 4v12M14 4v12",
  first: "M15 4l-8 6 8 6zM5 4v12",
  back: "M14 4l-8 6 8 6z",
  on: "M6 4l8 6-8 6z",
  last: "M5 4l8 6-8 6zM15 4v12",
  branch: "M6 3v14M6 12c6 0 8-2 8-8M11 6l3-3 3 3",
  keys: "M2 5h16v10H2zM5 8h1M9 8h1M13 8h1M6 12h8",
  stop: "M5 5h10v10H5z",
  light: "M10 6a4 4 0 1 0 0 8 4 4 0 1 0 0-8M10 1v2M10 17v2M1 10h2M17 10h2M4 4l1 1M15 15l1 1M4 16l1-1M15 5l1-1",
  dark: "M16 12A7 7 0 0 1 8 3a7 7 0 1 0 8 9z",
  system: "M10 3a7 7 0 1 0 0 14 7 7 0 1 0 0-14M10 3v14M10 6h4M10 10h6M10 14h4",
};

/**
 * A drawing that says nothing to those who listen; its button has a name.
 *
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const drawing = s("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true", focusable: "false" });
  drawing.append(s("path", { d: PATHS[name] }));
  return drawing;
}
