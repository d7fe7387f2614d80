/** @file Panels of which one is shown, chosen by tabs as the ARIA practices describe them. */

import { h } from "./dom.js";

/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {HTMLElement} element
 * @property {() => void} show is called when it becomes visible, and when what it shows may have changed
 */

export class Tabs {
  /**
   * @param {string} label
   * @param {Panel[]} panels
   */
  constructor(label, panels) {
    this.panels = panels;
    this.tabs = panels.map(({ id, title }) => h("button", {
      type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`,
      onclick: () => this.open(id),
    }, title));
    for (const { id, element } of panels) {
      element.id = `panel-${id}`;
      element.setAttribute("role", "tabpanel");
      element.setAttribute("aria-labelledby", `tab-${id}`);
      element.tabIndex = 0;
    }
    const onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.element = h("section", { class: "tabs" },
      h("div", { role: "tablist", "aria-label": label, onkeydown }, this.tabs),
      panels.map(({ element }) => element));
    this.current = "";
    this.open(panels[0]?.id ?? "");
  }

  /** @param {string} id */
  open(id) {
    this.current = id;
    this.panels.forEach((panel, index) => {
      const chosen = panel.id === id;
      const tab = this.tabs[index];
      tab?.setAttribute("aria-selected", `${chosen}`);
      if (tab) tab.tabIndex = chosen ? 0 : -1;
      panel.element.hidden = !chosen;
    });
    this.refresh();
  }

  /** Has the visible panel look again at what it shows. */
  refresh() {
    this.panels.find(({ id }) => id === this.current)?.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const now = this.panels.findIndex(({ id }) => id === this.current);
    /** @type {Record<string, number>} */
    const goals = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: this.panels.length - 1 };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const index = (goal + this.panels.length) % this.panels.length;
    this.open(this.panels[index]?.id ?? "");
    this.tabs[index]?.focus();
  }
}
