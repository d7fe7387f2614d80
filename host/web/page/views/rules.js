/** @file The rules of the game on one page, and what a player is. */

import { h } from "../base/dom.js";
import { picture } from "./boards.js";

/** @returns {import("../base/views.js").View} */
export function rules() {
  return {
    title: "Rules",
    element: h("div", { class: "narrow rules" }, h("h1", {}, "The rules of Othello"),
      h("div", { class: "rule-pictures" },
        figure("---------------------------OX------XO---------------------------", null, "The beginning: Black moves first."),
        figure("-------------------X-------XX------XO---------------------------", "d3", "Black has gone to d3, and the white disc on d4 is black now.")),
      h("ul", {},
        h("li", {}, "The board has 8 rows and 8 columns. A disc is black on one side and white on the other."),
        h("li", {}, "A move puts a disc of your colour on an empty square, so that one or more discs of the other side lie in a straight line between it and another disc of yours: along a row, a column or a diagonal."),
        h("li", {}, "All discs in all such lines turn over. A move that turns over none is not legal."),
        h("li", {}, "Whoever has no legal move passes. When neither side has one, the game is over."),
        h("li", {}, "Most discs win. A corner never turns over again.")),
      h("h2", {}, "What a player is here"),
      h("p", {}, "The board is a graph: each square is a node, ", h("code", {}, "(:Cell {row, column, state})"), ", and squares that touch are joined by ", h("code", {}, "NEIGHBOR_OF"), ". Each turn, a player is asked for a query in Cypher. It is run on the graph, and a disc goes to the ", h("code", {}, "cell"), " that it returns. A query that fails, takes too long or returns no legal cell loses the game."),
      h("p", {}, h("a", { class: "button", href: "/learn" }, "Learn to write one"))),
  };
}

/**
 * @param {string} board
 * @param {string | null} last
 * @param {string} words
 */
function figure(board, last, words) {
  return h("figure", {}, picture({ board, last }, true, words), h("figcaption", {}, words));
}
