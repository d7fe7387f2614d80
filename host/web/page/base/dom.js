/**
 * @file Makes elements. Texts are always set as text, never read as markup, so that no name of a player or
 * of a record can become an element.
 */

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * Makes an element. A property whose name begins with `on` is a listener; `class`, `aria-*`, `data-*`, `role`
 * and the like are attributes; everything else is a property of the element.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...nodes(children));
  return element;
}

/**
 * Makes an element of a drawing.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) set(element, name, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, `${value}`);
  }
  element.append(...nodes(children));
  return element;
}

/**
 * Replaces what an element holds.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function set(element, name, value) {
  if (name.startsWith("on") && typeof value === "function") {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name in element && !/^(class|role|for|list|style|aria-|data-)/.test(name)) {
    /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element))[name] = value;
  } else if (value !== null && value !== undefined && value !== false) {
    element.setAttribute(name, value === true ? "" : `${value}`);
  }
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children.flat(9).flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    return [child instanceof Node ? child : `${child}`];
  });
}

/**
 * The element of this id, which is part of the page.
 *
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Says whether a button can be pressed. It can be stood on in any case: whoever has just pressed it by a key stays there.
 *
 * @param {HTMLButtonElement} button
 * @param {boolean} can
 */
export function able(button, can) {
  if (!button.hasAttribute("aria-disabled")) {
    button.addEventListener("click", (event) => { if (!isAble(button)) event.stopImmediatePropagation(); }, true);
  }
  button.setAttribute("aria-disabled", `${!can}`);
}

/** @param {HTMLButtonElement} button */
export function isAble(button) {
  return button.getAttribute("aria-disabled") !== "true";
}

/**
 * Hides a button that is of no use any more; whoever stood on it goes on from another one.
 *
 * @param {HTMLElement} button
 * @param {Element | null} other
 */
export function putAway(button, other) {
  const stood = document.activeElement === button;
  button.hidden = true;
  if (stood && other instanceof HTMLElement) other.focus({ preventScroll: true });
}

/**
 * Draws anew, and leaves the one who goes by keys where they were: on the link, or on the table that it was in.
 *
 * @param {() => void} draw
 */
export function keepingFocus(draw) {
  const before = document.activeElement;
  const link = before?.getAttribute("href"), region = before?.closest("[role=region]")?.getAttribute("aria-label");
  draw();
  if (!before || before.isConnected) return;
  const again = [link && `a[href="${CSS.escape(link)}"]`, region && `[role=region][aria-label="${CSS.escape(region)}"]`]
    .map((selector) => selector ? document.querySelector(selector) : null).find(Boolean);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
