/**
 * @file The Cypher that players use, each word with what it does and an example that runs on a board: what the editor
 * completes and explains, and the cheat sheet. A test has the engine accept every example.
 */

/**
 * @typedef {object} Word
 * @property {string} word
 * @property {"clause" | "word" | "function" | "aggregate" | "parameter" | "label" | "property"} kind
 * @property {string} text what it does
 * @property {string} [example] a whole query that uses it
 */

const cell = "MATCH (cell:Cell) WHERE cell.state IS NULL";

/** @type {[string, string, string][]} */
const CLAUSES = [
  ["MATCH", "finds every place in the graph that looks like the pattern; each is a row", "MATCH (c:Cell {row: 2}) RETURN c"],
  ["OPTIONAL MATCH", "the same, but where nothing is found the row stays, with null", "MATCH (c:Cell {row: 0, column: 0}) OPTIONAL MATCH (c)-[:NEIGHBOR_OF]-(o:Cell {state: 'X'}) RETURN c, o"],
  ["WHERE", "keeps only rows for which this is true", `${cell} RETURN cell LIMIT 1`],
  ["RETURN", "ends the query and says what each row shows; a player returns one row with a cell", `${cell} RETURN cell LIMIT 1`],
  ["WITH", "passes these values on to the next clause, and forgets the others; may group and sort", "MATCH (c:Cell) WITH c.state AS state, count(*) AS discs RETURN state, discs"],
  ["UNWIND", "makes a row of each element of a list", "UNWIND [1, 2, 3, 4] AS direction RETURN direction"],
  ["ORDER BY", "sorts the rows; the first one counts where LIMIT 1 follows", `${cell} RETURN cell ORDER BY cell.row DESC, cell.column LIMIT 1`],
  ["LIMIT", "keeps so many rows from the beginning; a player needs LIMIT 1", `${cell} RETURN cell LIMIT 1`],
  ["SKIP", "leaves out so many rows from the beginning", `${cell} RETURN cell SKIP 3 LIMIT 1`],
  ["CALL { }", "runs a query inside of this one, once a row", "MATCH (c:Cell {row: 3}) CALL (c) { MATCH (c)-[:NEIGHBOR_OF]-(o) RETURN count(o) AS near } RETURN c, near"],
  ["UNION", "puts the rows of two queries one after the other", "RETURN 1 AS n UNION RETURN 2 AS n"],
  ["PROFILE", "before a query: runs it and shows what each step cost", "PROFILE MATCH (c:Cell) RETURN c"],
  ["EXPLAIN", "before a query: shows its steps without running it", "EXPLAIN MATCH (c:Cell) RETURN c"],
];

/** @type {[string, string, string][]} */
const WORDS = [
  ["AS", "gives a value a name", "MATCH (c:Cell) RETURN c.row AS row LIMIT 1"],
  ["AND", "both are true", "MATCH (c:Cell) WHERE c.row = 0 AND c.column = 0 RETURN c"],
  ["OR", "one of them is true, or both", "MATCH (c:Cell) WHERE c.row = 0 OR c.column = 0 RETURN c"],
  ["NOT", "it is not true", "MATCH (c:Cell) WHERE NOT c.row IN [0, 7] RETURN c"],
  ["IN", "it is an element of a list", "MATCH (c:Cell) WHERE c.row IN [0, 7] AND c.column IN [0, 7] RETURN c"],
  ["IS NULL", "there is no such value: an empty cell has no state", `${cell} RETURN cell LIMIT 1`],
  ["IS NOT NULL", "there is such a value", "MATCH (c:Cell) WHERE c.state IS NOT NULL RETURN c"],
  ["EXISTS { }", "true where the pattern inside is found at least once", `${cell} AND EXISTS { (cell)-[:NEIGHBOR_OF]-(:Cell {state: 'O'}) } RETURN cell LIMIT 1`],
  ["COUNT { }", "how often the pattern inside is found", "MATCH (c:Cell) RETURN c, COUNT { (c)-[:NEIGHBOR_OF]-() } AS near LIMIT 1"],
  ["COLLECT { }", "a list of what the query inside returns", "MATCH (c:Cell {row: 0}) RETURN c, COLLECT { MATCH (c)-[:NEIGHBOR_OF]-(o) RETURN o.row } AS rows"],
  ["CASE", "chooses a value: CASE x WHEN a THEN b ELSE c END", "RETURN CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other"],
  ["DISTINCT", "leaves out rows that were there already", "MATCH (c:Cell) RETURN DISTINCT c.row AS row"],
  ["DESC", "sorts from the greatest to the least", "MATCH (c:Cell) RETURN c ORDER BY c.row DESC LIMIT 1"],
  ["ASC", "sorts from the least to the greatest, as without it", "MATCH (c:Cell) RETURN c ORDER BY c.row ASC LIMIT 1"],
];

/** @type {[string, string, string][]} */
const FUNCTIONS = [
  ["abs", "a number without its sign", "RETURN abs(-3) AS n"],
  ["all", "whether something is true of every element: all(x IN list WHERE ...)", "RETURN all(n IN [1, 2] WHERE n > 0) AS b"],
  ["any", "whether it is true of at least one element", "RETURN any(n IN [1, 2] WHERE n > 1) AS b"],
  ["ceil", "the next whole number above", "RETURN ceil(1.2) AS n"],
  ["coalesce", "the first value that is not null", "MATCH (c:Cell) RETURN coalesce(c.state, '-') AS state LIMIT 1"],
  ["endNode", "the node that a relationship leads to", "MATCH ()-[r:NEIGHBOR_OF]->() RETURN endNode(r) AS n LIMIT 1"],
  ["head", "the first element of a list", "RETURN head([1, 2]) AS n"],
  ["keys", "the names of the properties that a node has", "MATCH (c:Cell) RETURN keys(c) AS names LIMIT 1"],
  ["labels", "the labels of a node", "MATCH (c) RETURN labels(c) AS names LIMIT 1"],
  ["last", "the last element of a list", "RETURN last([1, 2]) AS n"],
  ["length", "how many relationships a path has", "MATCH p = (:Cell)-[:NEIGHBOR_OF]->() RETURN length(p) AS n LIMIT 1"],
  ["nodes", "the nodes of a path", "MATCH p = (:Cell)-[:NEIGHBOR_OF]->() RETURN nodes(p) AS n LIMIT 1"],
  ["none", "whether it is true of no element", "RETURN none(n IN [1, 2] WHERE n > 2) AS b"],
  ["rand", "a number by chance, from 0 to 1", `${cell} RETURN cell ORDER BY rand() LIMIT 1`],
  ["range", "the whole numbers from the first to the last", "UNWIND range(0, 7) AS row RETURN row"],
  ["reduce", "goes through a list and adds up: reduce(sum = 0, x IN list | sum + x)", "RETURN reduce(sum = 0, n IN [1, 2] | sum + n) AS n"],
  ["relationships", "the relationships of a path", "MATCH p = (:Cell)-[:NEIGHBOR_OF]->() RETURN relationships(p) AS r LIMIT 1"],
  ["reverse", "a list or a text from behind", "RETURN reverse([1, 2]) AS l"],
  ["round", "the nearest whole number", "RETURN round(1.6) AS n"],
  ["sign", "-1, 0 or 1", "RETURN sign(-3) AS n"],
  ["single", "whether it is true of exactly one element", "RETURN single(n IN [1, 2] WHERE n > 1) AS b"],
  ["size", "how many elements a list has", "RETURN size([1, 2]) AS n"],
  ["sqrt", "the square root", "RETURN sqrt(9) AS n"],
  ["startNode", "the node that a relationship leaves", "MATCH ()-[r:NEIGHBOR_OF]->() RETURN startNode(r) AS n LIMIT 1"],
  ["tail", "a list without its first element", "RETURN tail([1, 2]) AS l"],
  ["toInteger", "a whole number from a text or another number", "RETURN toInteger('3') AS n"],
  ["toString", "a value as a text", "RETURN toString(3) AS t"],
  ["type", "the type of a relationship", "MATCH ()-[r]->() RETURN type(r) AS t LIMIT 1"],
];

/** @type {[string, string, string][]} */
const AGGREGATES = [
  ["avg", "the mean of a group's values", "MATCH (c:Cell) RETURN avg(c.row) AS n"],
  ["collect", "a list of a group's values", "MATCH (c:Cell) RETURN c.row AS row, collect(c.column) AS columns"],
  ["count", "how many rows a group has", "MATCH (c:Cell {state: $symbol}) RETURN count(c) AS own"],
  ["max", "the greatest of a group's values", "MATCH (c:Cell) RETURN max(c.row) AS n"],
  ["min", "the least of a group's values", "MATCH (c:Cell) RETURN min(c.row) AS n"],
  ["sum", "the sum of a group's values", "MATCH (c:Cell) RETURN sum(c.row) AS n"],
];

/** @type {[string, string, Word["kind"]][]} */
const SCHEMA = [
  ["$symbol", "the side that the query plays: 'X' is Black, 'O' is White", "parameter"],
  ["Cell", "a square of the board: (:Cell {row, column, state})", "label"],
  ["NEIGHBOR_OF", "leads from a cell to one beside it; each pair has one, from the upper or left cell", "label"],
  ["row", "the row of a cell, from 0 at the top", "property"],
  ["column", "the column of a cell, from 0 at the left", "property"],
  ["state", "'X' or 'O', or no value where a cell is empty", "property"],
  ["direction", "of a relationship: 1 down and right, 2 down, 3 down and left, 4 right", "property"],
];

/**
 * @param {[string, string, string][]} list
 * @param {Word["kind"]} kind
 * @returns {Word[]}
 */
const listed = (list, kind) => list.map(([word, text, example]) => ({ word, kind, text, example }));

/** @type {Word[]} */
export const VOCABULARY = [
  ...listed(CLAUSES, "clause"), ...listed(WORDS, "word"), ...listed(FUNCTIONS, "function"), ...listed(AGGREGATES, "aggregate"),
  ...SCHEMA.map(([word, text, kind]) => ({ word, kind, text })),
];

/**
 * What is known of a word; a word of two is known by its first as well.
 *
 * @param {string} word
 */
export function known(word) {
  const plain = word.toLowerCase();
  const same = (/** @type {string} */ one) => one.toLowerCase().replace(" { }", "") === plain;
  return VOCABULARY.find((one) => same(one.word)) ??
    VOCABULARY.find((one) => one.word.includes(" ") && one.word.toLowerCase().split(" ").includes(plain));
}
