/** @file Going from one view to another without loading the page again. */

/** @type {() => void} */
let arrive = () => {};

/**
 * Has the page go wherever its own links lead.
 *
 * @param {() => void} arrived shows the view of the address that is in the bar now
 */
export function routes(arrived) {
  arrive = arrived;
  addEventListener("popstate", arrived);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || link.target || link.hash || link.hasAttribute("download")) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}

/**
 * Goes to an address of this page.
 *
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", path);
  arrive();
}
