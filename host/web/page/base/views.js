/** @file Shows the view that an address of the page leads to, and makes room for the next one. */

import { byId, fill, h } from "./dom.js";
import { routes } from "./route.js";
import { warn } from "./speech.js";
import { wordsOf } from "./words.js";

/**
 * @typedef {object} View
 * @property {string} title
 * @property {Element} element
 * @property {string} [says] what those hear who do not see it
 * @property {() => void} [close]
 */

/** @typedef {(...parts: string[]) => Promise<View>} Show */

/**
 * @typedef {object} Site
 * @property {string} name what all of its titles end with
 * @property {string} home what leads to its first view
 * @property {[RegExp, Show][]} views which view each address shows
 * @property {() => void} leaves does what goes with leaving a view
 * @property {(view: View) => void} arrives does what goes with showing one
 */

/**
 * Shows the view of the address in the bar, and from now on that of wherever the page's own links lead.
 *
 * @param {Site} site
 */
export function showViews(site) {
  /** @type {View | null} */
  let current = null;
  let visits = 0;
  const arrive = async () => {
    visits += 1;
    const visit = visits;
    site.leaves();
    const view = await viewOf(site);
    if (visit !== visits) {
      view.close?.();
      return;
    }
    current?.close?.();
    current = view;
    document.title = `${view.title} - ${site.name}`;
    const named = view.element.querySelector("h1");
    fill(byId("main"), !named && h("h1", { class: "unseen" }, view.title), view.element);
    site.arrives(view);
    if (visit > 1) {
      scrollTo(0, 0);
      byId("main").focus({ preventScroll: true });
    }
  };
  routes(() => void arrive());
  void arrive();
}

/**
 * @param {Site} site
 * @returns {Promise<View>}
 */
async function viewOf(site) {
  try {
    for (const [pattern, show] of site.views) {
      const found = pattern.exec(location.pathname);
      if (found) return await show(...found.slice(1));
    }
    throw new Error("There is nothing at this address.");
  } catch (error) {
    // What a browser says of a script that did not come is of no help to anybody.
    const torn = error instanceof TypeError && /import|module/i.test(error.message);
    const message = torn ? "A part of this page did not come. The host may have been ended, or started again in another version." : wordsOf(error);
    warn(message);
    return {
      title: torn ? "Load the page again" : "Not found",
      element: h("div", { class: "narrow" }, h("h1", {}, "That did not work"), h("p", {}, message),
        torn && h("p", {}, h("button", { type: "button", class: "primary", onclick: () => location.reload() }, "Load the page again")),
        h("p", {}, h("a", { href: "/" }, site.home))),
    };
  }
}
