// The menu in which the model's effort is picked. The button stands in the composer, in the oldest
// generation in the header; the choice goes with every message.

import { h, iconButton } from "./dom.js";

/** What there is to choose, with the names on the page. */
const EFFORTS = [["instant", "Instant"], ["medium", "Medium"], ["high", "High"]];

/** The button with its menu. */
export class ModelMenu {
  element;
  #page;
  #menu;
  #trigger;

  constructor(page) {
    this.#page = page;
    this.#menu = h("div", { class: "popup", role: "menu", "data-testid": "composer-intelligence-picker-content", "data-model-picker-view": true });
    this.element = h("div", { class: "model" });
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.element.contains(relatedTarget)) this.#close();
    });
    this.#show();
  }

  #show() {
    const { t, behaviour, effort } = this.#page;
    const [, label] = EFFORTS.find(([value]) => value === effort);
    const name = { a: t("model"), b: label, c: t("model") }[behaviour.generation];
    const attributes = {
      a: { "data-testid": "model-switcher-dropdown-button" },
      b: { class: "__composer-pill" },
      c: { "data-codex-intelligence-trigger": true, "data-composer-navigation-target": "reasoning", "data-selected-reasoning-effort": effort },
    }[behaviour.generation];
    const toggle = () => (this.#menu.isConnected ? this.#close() : this.#open());
    this.#trigger = iconButton(name, toggle, { "aria-haspopup": "menu", "aria-expanded": "false", ...attributes }, label);
    this.element.replaceChildren(this.#trigger);
  }

  #open() {
    const row = ([value, label]) => {
      const choose = () => {
        this.#page.effort = value;
        this.#show();
        this.#trigger.focus();
      };
      return h("button", { type: "button", role: "menuitemradio", "aria-checked": String(value === this.#page.effort), onclick: choose }, label);
    };
    this.#menu.replaceChildren(...EFFORTS.map(row));
    this.element.append(this.#menu);
    this.#trigger.setAttribute("aria-expanded", "true");
    this.#menu.querySelector("[aria-checked=true]").focus();
  }

  #close() {
    this.#menu.remove();
    this.#trigger.setAttribute("aria-expanded", "false");
  }
}
