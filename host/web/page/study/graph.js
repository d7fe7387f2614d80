/** @file The graph that queries see: cells and relationships, those that the last query returned lit up. */

import { fill, h, s } from "../base/dom.js";
import { post } from "../base/server.js";
import { some, wordsOf } from "../base/words.js";
import { place } from "../board/squares.js";
import { samePosition } from "./course.js";
import { value } from "./values.js";

/** @typedef {import("../base/protocol.js").Graph} Graph */
/** @typedef {import("../base/protocol.js").GraphNode} GraphNode */
/** @typedef {Pick<import("../base/protocol.js").Highlights, "nodes" | "relationships">} Highlights */
/** @typedef {import("../base/protocol.js").QueryValue} QueryValue */

/** How large the drawing is at the least and at the most, and by how much it grows, in percent. */
const [LEAST, MOST, GROWTH] = [100, 300, 50];

/** From one cell to the next, and how large a cell is drawn. */
const STEP = 56, RADIUS = 17;

export class GraphPanel {
  /** @param {{position: import("../base/protocol.js").Position, course: {size: number}}} study whose position it is */
  constructor(study) {
    this.study = study;
    this.words = h("p", { class: "soft", "aria-live": "polite" });
    this.drawing = h("div", { class: "graph" });
    this.about = h("p", { class: "about-node" }, "Choose a node to see what it holds.");
    this.rowButtons = h("span", { class: "row-of-buttons", hidden: true },
      h("button", { type: "button", onclick: () => this.step(-1) }, "Row before"),
      h("button", { type: "button", onclick: () => this.step(1) }, "Next row"),
      h("button", { type: "button", onclick: () => this.goTo(-1) }, "All rows"));
    this.zoom = LEAST;
    this.element = h("div", { class: "panel" }, this.words,
      h("div", { class: "graph-tools" }, compass(),
        h("button", { type: "button", "aria-label": "Zoom in", onclick: () => this.resize(GROWTH) }, "+"),
        h("button", { type: "button", "aria-label": "Zoom out", onclick: () => this.resize(-GROWTH) }, "\u2212"),
        this.rowButtons),
      this.drawing, this.about);
    /** @type {Highlights[]} what each row of the last result holds */
    this.rows = [];
    this.row = -1;
    /** @type {Graph | null} */
    this.graph = null;
    this.asked = "";
    /** @type {Highlights | null} */
    this.all = null;
    /** @type {Highlights | null} */
    this.lit = null;
    this.how = "returned";
    /** @type {string | null | undefined} the node at which Tab stops */
    this.stop = null;
  }

  async show() {
    const { position } = this.study;
    const key = JSON.stringify(position);
    if (key === this.asked) return;
    this.asked = key;
    try {
      /** @type {Graph} */
      const graph = await post("/api/graph", position);
      if (!samePosition(graph.position, this.study.position)) return;
      this.graph = graph;
      this.draw();
    } catch (error) {
      this.asked = "";
      this.words.textContent = wordsOf(error);
    }
  }

  /**
   * Lights up what a query returned, all of it or one row after the other.
   *
   * @param {Highlights | null} lit
   * @param {QueryValue[][]} [rows]
   * @param {"returned" | "walked"} [how] whether the query returned it, or walked there
   */
  light(lit, rows = [], how = "returned") {
    this.how = how;
    this.all = lit;
    this.rows = rows.map(held).filter(({ nodes, relationships }) => nodes.length + relationships.length > 0);
    this.rowButtons.hidden = this.rows.length < 2;
    this.goTo(-1);
  }

  /**
   * Lights up one row, or all of them.
   *
   * @param {number} row
   */
  goTo(row) {
    this.row = row;
    this.lit = this.rows[row] ?? this.all ?? null;
    if (this.graph) this.draw();
  }

  /** @param {number} rows */
  step(rows) {
    this.goTo((this.row + rows + this.rows.length) % this.rows.length);
  }

  /** @param {number} percent */
  resize(percent) {
    this.zoom = Math.max(LEAST, Math.min(MOST, this.zoom + percent));
    this.drawing.style.setProperty("--zoom", `${this.zoom}%`);
  }

  draw() {
    const graph = this.graph;
    if (!graph) return;
    const places = spots(graph.nodes, this.study.course.size);
    const [nodes, edges] = [new Set(this.lit?.nodes), new Set(this.lit?.relationships)];
    const xs = [...places.values()].map(({ x }) => x), ys = [...places.values()].map(({ y }) => y);
    const [width, height] = [Math.max(...xs) + STEP / 2 + 4, Math.max(...ys) + STEP / 2 + 4];
    const lit = nodes.size + edges.size > 0
      ? ` Lit up: ${some(nodes.size, "node")} and ${some(edges.size, "relationship")} that ${this.row < 0 ? `the query ${this.how}` : `row ${this.row + 1} of ${this.rows.length} holds`}.` : "";
    this.words.textContent = `${some(graph.nodes.length, "node")}, ${some(graph.relationships.length, "relationship")}.${lit}`;
    const focused = document.activeElement instanceof SVGGElement && this.drawing.contains(document.activeElement);
    const stop = this.drawing.querySelector('.node[tabindex="0"]')?.getAttribute("data-node");
    this.stop = graph.nodes.some(({ id }) => id === stop) ? stop : graph.nodes[0]?.id;
    fill(this.drawing, s("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "The graph" },
      arrow(),
      graph.relationships.map((edge) => {
        const [from, to] = [places.get(edge.from), places.get(edge.to)];
        if (!from || !to) return null;
        const line = s("path", { class: edges.has(edge.id) ? "edge-line lit" : "edge-line", d: curve(from, to), "marker-end": "url(#arrow)" });
        line.append(s("title", {}, `${edge.type} ${value(edge.properties)}`));
        return line;
      }),
      graph.nodes.map((node) => this.node(node, places.get(node.id) ?? { x: 0, y: 0 }, nodes.has(node.id)))));
    // Whoever goes by keys stays on the node.
    const again = this.drawing.querySelector('.node[tabindex="0"]');
    if (focused && again instanceof SVGGElement) again.focus({ preventScroll: true });
  }

  /**
   * @param {GraphNode} node
   * @param {{x: number, y: number}} at
   * @param {boolean} lit
   */
  node(node, { x, y }, lit) {
    const state = node.properties.state ?? "";
    const name = node.square ?? `${node.properties.name ?? node.labels[0] ?? node.id}`;
    const words = `${name} (:${node.labels.join(":")}) ${value(node.properties)}${lit ? ", lit" : ""}`;
    const tell = () => this.tell(node);
    const onkeydown = (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); tell(); } };
    const group = s("g", {
      class: `node${lit ? " lit" : ""} ${state === "X" ? "X" : state === "O" ? "O" : ""}`, transform: `translate(${x} ${y})`,
      role: "button", tabindex: node.id === this.stop ? 0 : -1, "data-node": node.id, "aria-label": words, onclick: tell, onkeydown,
    }, lit && s("circle", { class: "halo", r: RADIUS + 6 }), s("circle", { class: "body", r: RADIUS }),
    s("text", { y: 4.5, "text-anchor": "middle" }, name));
    group.addEventListener("keydown", walk);
    return group;
  }

  /** @param {GraphNode} node */
  tell(node) {
    const edges = this.graph?.relationships.filter(({ from, to }) => from === node.id || to === node.id) ?? [];
    const square = (/** @type {string} */ id) => this.graph?.nodes.find((one) => one.id === id)?.square ?? id;
    fill(this.about, h("strong", {}, node.square ?? node.id), ` (:${node.labels.join(":")}) `,
      h("code", {}, `${value(node.properties)}`), `. ${some(edges.length, "relationship")}: `,
      edges.slice(0, 24).map(({ type, from, to, properties }, index) =>
        `${index > 0 ? "; " : ""}${from === node.id ? "to" : "from"} ${square(from === node.id ? to : from)} ${type} ${value(properties)}`), ".");
  }
}

/**
 * Arrows go from node to node, so that one stop of Tab holds the whole drawing.
 *
 * @param {KeyboardEvent} event
 */
function walk(event) {
  const here = /** @type {SVGGElement} */ (event.currentTarget);
  const goal = event.key === "ArrowRight" || event.key === "ArrowDown" ? here.nextElementSibling
    : event.key === "ArrowLeft" || event.key === "ArrowUp" ? here.previousElementSibling : null;
  if (!(goal instanceof SVGGElement) || !goal.classList.contains("node")) return;
  event.preventDefault();
  event.stopPropagation();
  here.setAttribute("tabindex", "-1");
  goal.setAttribute("tabindex", "0");
  goal.focus();
}

/**
 * Where nodes are drawn: cells where they are on the board, others in rows below it.
 *
 * @param {GraphNode[]} nodes
 * @param {number} size
 */
function spots(nodes, size) {
  let others = 0;
  const across = Math.max(3, size);
  return new Map(nodes.map(({ id, square }) => {
    const { row, column } = square ? place(square) : { row: size + Math.floor(others / across), column: others++ % across };
    return [id, { x: STEP / 2 + 4 + column * STEP, y: STEP / 2 + 4 + row * STEP }];
  }));
}

/**
 * A line between two nodes; one that would run over others bends aside.
 *
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function curve(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = length > STEP * 1.5 ? 0.16 : 0;
  const [mx, my] = [(from.x + to.x) / 2 - dy * bend, (from.y + to.y) / 2 + dx * bend];
  const away = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ gap) => {
    const reach = Math.hypot(mx - x, my - y) || 1;
    return `${(x + (mx - x) / reach * gap).toFixed(1)} ${(y + (my - y) / reach * gap).toFixed(1)}`;
  };
  return `M${away(from.x, from.y, RADIUS)}Q${mx.toFixed(1)} ${my.toFixed(1)} ${away(to.x, to.y, RADIUS + 4)}`;
}

/**
 * What a row holds of the graph, in lists and paths as well.
 *
 * @param {QueryValue[]} row
 * @returns {Highlights}
 */
function held(row) {
  /** @type {Highlights} */
  const found = { nodes: [], relationships: [] };
  const look = (/** @type {unknown} */ one) => {
    if (!one || typeof one !== "object") return;
    const map = /** @type {Record<string, unknown>} */ (one);
    if ("node" in map && "labels" in map) found.nodes.push(`${map.node}`);
    else if ("relationship" in map && "type" in map) found.relationships.push(`${map.relationship}`);
    else Object.values(map).forEach(look);
  };
  row.forEach(look);
  return found;
}

/** The four directions, as relationships have them. */
function compass() {
  /** @type {[number, number, string][]} */
  const ways = [[1, 1, "1"], [0, 1, "2"], [-1, 1, "3"], [1, 0, "4"]];
  return h("figure", { class: "compass-box" }, s("svg", { viewBox: "-46 -20 92 66", class: "compass", role: "img",
    "aria-label": "Directions: 1 down and right, 2 down, 3 down and left, 4 right" },
  ways.map(([x, y, name]) => [
    s("path", { d: `M0 0L${x * 26} ${y * 26}`, "marker-end": "url(#arrow)" }),
    s("text", { x: x * 36, y: y * 36 + 4, "text-anchor": "middle" }, name)])),
  h("figcaption", {}, "Each line is there once, from the upper or left cell; ", h("code", {}, "-[]-"), " follows it either way."));
}

function arrow() {
  return s("defs", {}, s("marker", {
    id: "arrow", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse",
  }, s("path", { d: "M0 0L8 4L0 8z", class: "arrow-head" })));
}
