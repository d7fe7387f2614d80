/** @file Going from one view to another without loading the page again. */

/** @type {() => void} */
let arrive = () => {}, replaced = () => {};

/** What is in the bar, but for the place within the view. */
function address() {
  return location.pathname + location.search;
}

/**
 * Has the page go wherever its own links lead.
 *
 * @param {() => void} arrived shows the view of the address that is in the bar now
 */
export function routes(arrived) {
  let shown = address();
  arrive = () => {
    shown = address();
    arrived();
  };
  replaced = () => { shown = address(); };
  // What leads to a place within a view leaves the view as it is.
  addEventListener("popstate", () => { if (address() !== shown) arrive(); });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || link.target || link.hash || link.hasAttribute("download")) return;
    event.preventDefault();
    if (link.pathname + link.search === address()) arrive();
    else go(link.pathname + link.search);
  });
}

/**
 * Gives the view that is shown another address.
 *
 * @param {string} path
 */
export function replace(path) {
  history.replaceState(null, "", path);
  replaced();
}

/**
 * Goes to an address of this page. Whoever is on the way there already goes on.
 *
 * @param {string} path
 */
export function go(path) {
  if (path === address()) return;
  history.pushState(null, "", path);
  arrive();
}
