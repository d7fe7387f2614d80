/** @file What a query returns, as it is written in a table. */

/**
 * @param {unknown} datum
 * @returns {string | number}
 */
export function value(datum) {
  if (datum === null || datum === undefined) return "null";
  if (typeof datum === "number") return datum;
  if (typeof datum !== "object") return `${datum}`;
  if (Array.isArray(datum)) return `[${datum.map(value).join(", ")}]`;
  const map = /** @type {Record<string, any>} */ (datum);
  if ("node" in map && "labels" in map) return node(map);
  if ("relationship" in map && "type" in map) return `[:${map.type}${properties(map.properties)}]`;
  if (Array.isArray(map.nodes) && Array.isArray(map.relationships)) return map.nodes.map(place).join(" \u2013 ");
  return `{${Object.entries(map).map(([name, inner]) => `${name}: ${value(inner)}`).join(", ")}}`;
}

/** @param {Record<string, any>} datum */
function node(datum) {
  const text = `(:${datum.labels.join(":")}${properties(datum.properties)})`;
  return datum.square ? `${datum.square} ${text}` : text;
}

/** @param {unknown} datum */
function place(datum) {
  const map = /** @type {Record<string, any> | null} */ (typeof datum === "object" ? datum : null);
  return map?.square ?? map?.node ?? `${datum}`;
}

/** @param {Record<string, unknown>} map */
function properties(map) {
  const entries = Object.entries(map ?? {});
  return entries.length === 0 ? "" : ` {${entries.map(([name, inner]) => `${name}: ${value(inner)}`).join(", ")}}`;
}
