// The list of connectors that an `@` or the button for files and more opens.

import { h } from "./dom.js";

/** The list; it is shown above the composer. */
export class MentionList {
  element;
  #page;
  #pick;
  #query = null;
  #found = [];
  #at = 0;

  /** `pick` takes the name and the letters that were typed behind the `@`, or `null`. */
  constructor(page, pick) {
    this.#page = page;
    this.#pick = pick;
    this.element = h("div", { class: "popup", hidden: true });
    this.element.style.display = "none";
  }

  /** Opens it for the letters behind an `@`; for `null` with everything. */
  open(query) {
    const all = this.#page.behaviour.connectors.split(",").map((name) => name.trim()).filter(Boolean);
    const wanted = (query ?? "").toLowerCase();
    this.#found = all.filter((name) => name.toLowerCase().startsWith(wanted));
    this.#query = query;
    this.#at = 0;
    if (this.#found.length === 0) this.close();
    else this.#show();
  }

  close() {
    this.#found = [];
    this.element.style.display = "none";
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** Uses a key while it is open. */
  key(key) {
    if (this.#found.length === 0) return false;
    if (key === "Enter" || key === "Tab") this.#choose(this.#found[this.#at]);
    else if (key === "ArrowDown") this.#move(1);
    else if (key === "ArrowUp") this.#move(-1);
    else if (key === "Escape") this.close();
    else return false;
    return true;
  }

  #move(step) {
    this.#at = (this.#at + step + this.#found.length) % this.#found.length;
    this.#show();
  }

  #choose(name) {
    const query = this.#query;
    this.close();
    this.#pick(name, query);
  }

  #show() {
    const { behaviour } = this.#page;
    const row = (name, index) => {
      const isAt = index === this.#at;
      const choose = (event) => {
        event.preventDefault();
        this.#choose(name);
      };
      return behaviour.generation === "c"
        ? h("button", { type: "button", "data-list-navigation-item": "true", "aria-current": isAt && "true", onclick: choose }, name)
        : h("div", { class: "__menu-item", tabindex: "0", "data-highlighted": isAt, onclick: choose }, name);
    };
    this.element.replaceChildren(...this.#found.map(row));
    this.element.hidden = false;
    this.element.style.display = "";
    if (behaviour.mention_popup) this.element.removeAttribute("aria-hidden");
    else this.element.setAttribute("aria-hidden", "true");
  }
}
