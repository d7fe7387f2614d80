/** @file Ratings as points with error bars. */

import { h, s } from "../base/dom.js";
import { interval } from "../base/words.js";

/** The height of a line. */
const LINE = 26;

/** How wide it is, how much of that names have, of so many letters, and how many steps there are at about the most. */
const WIDE = { width: 640, names: 150, letters: 20, steps: 5 }, NARROW = { width: 340, names: 104, letters: 13, steps: 3 };

/** @param {import("../base/protocol.js").RatedPlayer[]} players */
export function plot(players) {
  const { width, names, letters, steps } = matchMedia("(max-width: 38rem)").matches ? NARROW : WIDE;
  const ends = players.flatMap(({ rating, low, high }) => [low ?? rating, high ?? rating]);
  const step = nice((Math.max(...ends) - Math.min(...ends)) / steps);
  const first = Math.floor(Math.min(...ends) / step) * step, last = Math.max(first + step, Math.ceil(Math.max(...ends) / step) * step);
  const x = (/** @type {number} */ rating) => names + (rating - first) / (last - first) * (width - names - 24);
  const height = players.length * LINE + 30;
  const marks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step);
  const words = players.map(({ name, rating, low, high }) => low === null || high === null ? `${name} ${interval(low, high)}` : `${name} ${Math.round(rating)}${low === high ? "" : `, ${interval(low, high)}`}`);
  return h("figure", { class: "plot", "aria-label": "Plot of ratings" }, s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Ratings: ${words.join(", ")}` },
    marks.map((mark) => [
      s("path", { class: "axis", d: `M${x(mark)} 4V${height - 24}` }),
      s("text", { x: x(mark), y: height - 8, "text-anchor": "middle" }, `${mark}`),
    ]),
    players.map(({ name, rating, low, high, class: kind }, index) => {
      const y = index * LINE + LINE / 2 + 4;
      // A bar without an end runs to the edge, and has no stop there; nor is it known where on it the player stands.
      const stops = [low, high].map((end) => end === null ? "" : `M${x(end)} ${y - 5}v10`);
      const bar = low === high ? "" : `M${x(low ?? first)} ${y}H${x(high ?? last)}${stops.join("")}`;
      return [
        s("text", { x: names - 10, y: y + 4, "text-anchor": "end" }, name.length > letters ? `${name.slice(0, letters - 1)}\u2026` : name),
        s("path", { class: `bar ${kind}`, d: bar }),
        low !== null && high !== null && (kind === "open" ? s("rect", { class: "point open", x: x(rating) - 5, y: y - 5, width: 10, height: 10 })
          : s("circle", { class: `point ${kind}`, cx: x(rating), cy: y, r: 5.5 })),
      ];
    })), h("figcaption", {}, "Elo; round points are blind players, square ones open."));
}

/** @param {number} step */
function nice(step) {
  const power = 10 ** Math.floor(Math.log10(Math.max(step, 1)));
  return [1, 2, 5, 10].map((times) => times * power).find((one) => one >= step) ?? power;
}
