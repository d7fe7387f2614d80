/** @file Light, dark, or as the machine is set. */

import { byId, fill } from "./dom.js";
import { icon } from "./icons.js";
import { recall, remember } from "./storage.js";

const NEXT = /** @type {const} */ ({ system: "light", light: "dark", dark: "system" });
const WORDS = { system: "as the system", light: "light", dark: "dark" };

/** Sets the page as it was chosen last, and has the button in the header change it. */
export function theme() {
  const button = byId("theme");
  let now = read();
  const show = () => {
    if (now === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = now;
    button.ariaLabel = `Colours: ${WORDS[now]}`;
    button.title = button.ariaLabel;
    fill(button, icon(now));
  };
  button.addEventListener("click", () => {
    now = NEXT[now];
    remember("theme", now);
    show();
  });
  show();
}

/** @returns {keyof typeof NEXT} */
function read() {
  const found = recall("theme");
  return found === "light" || found === "dark" ? found : "system";
}
