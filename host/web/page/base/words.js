/** @file How things are said: colours, counts, clocks, results. */

/** @typedef {import("./protocol.js").Colour} Colour */
/** @typedef {import("./protocol.js").ByColour<number>} Counts */

/** @type {Colour[]} */
export const COLOURS = ["black", "white"];

/** @param {Colour} colour */
export function other(colour) {
  return colour === "black" ? "white" : "black";
}

/**
 * The name of a side; where stones are crosses and noughts, that of its sign.
 *
 * @param {Colour} colour
 * @param {boolean} [discs]
 */
export function side(colour, discs = true) {
  if (!discs) return colour === "black" ? "X" : "O";
  return colour === "black" ? "Black" : "White";
}

/**
 * A number with its noun.
 *
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 */
export function some(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/** @param {string[]} words */
export function list(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Letters that run from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name among other words: where it runs from right to left, it takes no number and no other name along.
 *
 * @param {string} name
 */
export function isolated(name) {
  return LEFTWARD.test(name) ? `\u2068${name}\u2069` : name;
}

/**
 * What a clock shows: minutes and seconds, and tenths when it gets late.
 *
 * @param {number} ms
 */
export function clock(ms) {
  const tenths = Math.max(0, Math.ceil(ms / 100));
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
  const late = tenths < 200 ? `.${tenths % 10}` : "";
  return `${minutes}:${`${seconds}`.padStart(2, "0")}${late}`;
}

/**
 * A clock as it is said.
 *
 * @param {number} ms
 */
export function duration(ms) {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? some(seconds, "second") : `${some(minutes, "minute")} ${some(seconds % 60, "second")}`;
}

/**
 * A time that was measured.
 *
 * @param {number} ms
 */
export function took(ms) {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/**
 * A number with its sign, as evaluations are written.
 *
 * @param {number} value
 */
export function signed(value) {
  const rounded = Math.round(value * 10) / 10;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `\u2212${-rounded}` : "0";
}

/**
 * What went wrong, for whoever looks.
 *
 * @param {unknown} error
 */
export function wordsOf(error) {
  return error instanceof Error ? error.message : "it did not work";
}

/**
 * How a game ended, as a heading.
 *
 * @param {{result: "win" | "draw" | "void", winner: Colour | null, counts: Counts, by: string}} end
 * @param {boolean} discs
 */
export function result(end, discs) {
  if (end.result === "void") return "No result";
  if (end.result === "draw" || !end.winner) return discs ? `A draw, ${score(end.counts)}` : "A draw";
  const winner = side(end.winner, discs);
  if (end.by === "forfeit") return `${winner} wins by forfeit`;
  return discs ? `${winner} wins, ${score(end.counts, end.winner)}` : `${winner} wins`;
}

/**
 * How a game ended, and why, as a sentence.
 *
 * @param {Parameters<typeof result>[0] & {why: string | null}} end
 * @param {boolean} discs
 */
export function outcome(end, discs) {
  return `${result(end, discs)}${end.why ? `: ${end.why}` : ""}.`;
}

/**
 * Both counts, the winner's first.
 *
 * @param {Counts} counts
 * @param {Colour} [first]
 */
export function score(counts, first = "black") {
  return `${counts[first]} to ${counts[other(first)]}`;
}

/** @param {string} instant */
export function when(instant) {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Where a rating lies with a probability of 95 %, in words; nothing for the one from which the others are counted.
 * @param {number | null} low
 * @param {number | null} high
 */
export function interval(low, high) {
  if (low === null) return high === null ? "unknown" : `${Math.round(high)} or less`;
  if (high === null) return `${Math.round(low)} or more`;
  return low === high ? "" : `${Math.round(low)} to ${Math.round(high)}`;
}

/**
 * A rating as a number; where it has no bound on one side, only that bound is known and not where the player stands.
 *
 * @param {{rating: number, low: number | null, high: number | null}} rated
 */
export function strength({ rating, low, high }) {
  return low === null || high === null ? interval(low, high) : `${Math.round(rating)}`;
}
