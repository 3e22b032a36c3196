// The turns of a conversation in their scroller. Turns far from the view leave the document.

import { h, iconButton } from "./dom.js";
import { TurnView } from "./turn.js";

/** How far from the view a turn stays, in pixels. */
const MARGIN = 400;
/** How many turns of a history are there at first. */
const FIRST = 3;
/** The height that is kept for a turn that was never shown. */
const GUESS = 260;

/** The scroller with its turns. */
export class Thread {
  element;
  #page;
  #list;
  #jumps;
  #views = [];
  #observer;

  constructor(page) {
    this.#page = page;
    this.#list = h("div", { class: "thread" });
    this.#jumps = h("div", { class: "jumps" });
    this.element = h("div", { class: "scroller", "data-thread-find-target": "conversation" }, this.#list);
    if (page.behaviour.virtual_history) {
      const seen = (entries) => entries.forEach((entry) => this.#seen(entry));
      this.#observer = new IntersectionObserver(seen, { root: this.element, rootMargin: `${MARGIN}px 0px` });
    }
  }

  /** The buttons that lead to each message. */
  get jumps() {
    return this.#jumps;
  }

  get last() {
    return this.#views.at(-1)?.turn;
  }

  get lastIndex() {
    return this.#views.length - 1;
  }

  /** Shows what changed. */
  update({ turns, count }) {
    for (const { index, turn } of turns) {
      const known = this.#views[index];
      if (known) known.update(turn);
      else this.#add(index, turn, index < count - FIRST);
    }
  }

  /** Shows the newest turn. */
  scrollToEnd() {
    this.element.scrollTop = 0;
  }

  close() {
    this.#observer?.disconnect();
  }

  #add(index, turn, isFar) {
    const view = new TurnView(this.#page, index, turn);
    this.#views[index] = view;
    if (this.#observer && isFar) view.unmount(GUESS);
    this.#list.append(view.holder);
    this.#observer?.observe(view.holder);
    if (this.#page.behaviour.generation === "c") {
      const name = this.#page.t("jump", turn.user.text.slice(0, 30));
      const jump = () => view.holder.scrollIntoView({ block: "start" });
      this.#jumps.append(iconButton(name, jump, {}, ""));
    }
  }

  #seen({ target, isIntersecting }) {
    const view = this.#views.find(({ holder }) => holder === target);
    if (isIntersecting) view.mount();
    // The newest turn stays: its answer may be on its way.
    else if (view !== this.#views.at(-1)) view.unmount();
  }
}
