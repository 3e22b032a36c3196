// One turn as it is shown: the message, activity rows, the answer, its buttons, what failed.

import { AnswerText } from "./markdown.js";
import { button, h, iconButton, pause } from "./dom.js";
import { skeleton } from "./skeletons.js";

const COMPLETE = ["done"];
const GROWING = ["streaming", "settling"];
/** From how many characters or lines on a message is long, and how much of it is shown then. */
const LONG = { characters: 1200, lines: 20 };

/** A turn and its elements. */
export class TurnView {
  holder;
  turn;
  #page;
  #index;
  #places;
  #roots;
  #text;
  #shown = {};
  #wasGrowing = false;

  constructor(page, index, turn) {
    this.#page = page;
    this.#index = index;
    this.turn = turn;
    const { roots, places } = skeleton(page, turn, index);
    this.#roots = roots;
    this.#places = places;
    this.#text = new AnswerText(page, places.text);
    this.holder = h("div", { class: "holder" }, ...roots);
    this.#showUser();
    this.update(turn);
  }

  /** Shows how far the answer has come. */
  update(turn) {
    this.turn = turn;
    const { answer } = turn;
    this.#once("activities", [answer.phase === "waiting", answer.phase === "thinking", answer.activities], () => this.#activities());
    this.#showText();
    this.#once("actions", answer.phase, () => this.#actions());
    this.#once("below", [answer.phase, answer.trouble], () => this.#below());
  }

  get isMounted() {
    return this.holder.childElementCount > 0;
  }

  /** Takes the turn out of the document; the space that it took stays. */
  unmount(height = this.holder.offsetHeight) {
    if (!this.isMounted) return;
    this.holder.style.height = `${height}px`;
    this.holder.replaceChildren();
  }

  /** Puts it back; the message's body may come later than its shell. */
  async mount() {
    if (this.isMounted) return;
    const { late_body_ms: late } = this.#page.behaviour;
    if (late > 0) this.#places.body.replaceChildren();
    this.holder.style.height = "";
    this.holder.replaceChildren(...this.#roots);
    if (late > 0) {
      await pause(late);
      this.#fillBody();
    }
  }

  #once(part, value, show) {
    const key = JSON.stringify(value);
    if (this.#shown[part] === key) return;
    this.#shown[part] = key;
    show();
  }

  async #showUser() {
    const { attachments } = this.turn.user;
    this.#places.cards.replaceChildren(...attachments.map(({ name }) => h("div", { role: "group", "aria-label": name, class: "attachment" }, name)));
    const { late_body_ms: late } = this.#page.behaviour;
    if (late > 0) await pause(late);
    this.#fillBody();
  }

  #fillBody() {
    const { text, mention } = this.turn.user;
    const link = mention !== null && h("a", { href: `/plugins/${encodeURIComponent(mention)}`, class: "mention" }, mention);
    this.#places.body.replaceChildren(...(link ? [link, " "] : []), ...this.#long(text));
    if (!this.#wasGrowing) this.#page.tellShown("message", this.#index);
  }

  /** The text of a message; where it is long, with a button that shows and hides its end. */
  #long(text) {
    const { t, behaviour } = this.#page;
    const isLong = text.length > LONG.characters || text.split("\n").length > LONG.lines;
    if (!isLong || behaviour.long_messages === "whole") return [text];
    const isCut = behaviour.long_messages === "cut";
    const start = text.slice(0, LONG.characters).split("\n").slice(0, LONG.lines).join("\n");
    const place = h("div");
    const show = (isOpen) => {
      place.textContent = isCut && !isOpen ? `${start}…` : text;
      place.className = isOpen ? "" : "clamped";
      toggle.textContent = isOpen ? t("showLess") : t("showMore");
      toggle.setAttribute("aria-expanded", String(isOpen));
    };
    const toggle = button("", () => show(toggle.getAttribute("aria-expanded") === "false"));
    show(false);
    return [place, toggle];
  }

  #activities() {
    const { t, behaviour } = this.#page;
    const { answer } = this.turn;
    if (answer.phase === "waiting") {
      this.#places.activities.replaceChildren(h("span", { role: "status", "aria-busy": "true" }, t("responding")));
      return;
    }
    const row = (activity) => {
      const text = this.#activityText(activity);
      return h("div", { class: "activity", "data-item-anchor": behaviour.generation === "b" }, h("span", {}, text),
        h("span", { "aria-hidden": "true", class: activity.is_running ? "loading-shimmer" : "loading-shimmer sr-only" }, text));
    };
    const skip = behaviour.answer_now && answer.phase === "thinking" && button(t("answerNow"), () => this.#act("answer-now"));
    this.#places.activities.replaceChildren(...answer.activities.map(row), ...(skip ? [skip] : []));
  }

  #activityText({ kind, is_running: isRunning, seconds }) {
    const { t } = this.#page;
    if (kind === "looking-for-tools") return t("lookingForTools");
    if (kind === "called-tool") return t("calledTool");
    if (isRunning) return t("thinking");
    return seconds === 0 ? t("thoughtBriefly") : t("thoughtFor", seconds);
  }

  #showText() {
    const { answer } = this.turn;
    const { text, unit, unitPlace } = this.#places;
    const isGrowing = GROWING.includes(answer.phase);
    if (answer.text === "" || answer.phase === "choice") unitPlace.replaceChildren();
    else if (!unit.isConnected && unitPlace.childElementCount === 0) unitPlace.append(unit);
    this.#text.set(answer.text, isGrowing);
    if (isGrowing) {
      this.#wasGrowing = true;
      if (this.#page.behaviour.generation === "c") text.setAttribute("data-markdown-animated", "");
    } else if (this.#wasGrowing) {
      this.#wasGrowing = false;
      this.#settle();
    }
  }

  async #settle() {
    await pause(this.#page.behaviour.merge_ms);
    this.#text.merge();
    this.#places.text.removeAttribute("data-markdown-animated");
    this.#page.tellShown("answer", this.#index);
  }

  #actions() {
    const { t, behaviour } = this.#page;
    const { answer } = this.turn;
    if (!COMPLETE.includes(answer.phase)) {
      this.#places.actions.replaceChildren();
      return;
    }
    const old = behaviour.generation !== "c";
    const testid = (name) => (old ? { "data-testid": `${name}-turn-action-button` } : {});
    const copy = iconButton(t("copy"), () => this.#page.copy(this.turn.answer.text), testid("copy"), "▣");
    const more = old
      ? [iconButton(t("good"), () => {}, testid("good-response"), "+"), iconButton(t("bad"), () => {}, testid("bad-response"), "−")]
      : [
          iconButton(t("share"), () => {}, {}, "↗"),
          iconButton(t("regenerate"), () => this.#act("retry"), { "aria-haspopup": "menu" }, "↻"),
          iconButton(t("rate"), () => {}, {}, "+"),
          iconButton(t("branch"), () => {}, {}, "Y"),
        ];
    this.#places.actions.replaceChildren(h("div", { class: "actions turn-action-controls" }, copy, ...more));
  }

  /** What stands below the answer: an error, the choice between two answers, a button to go on. */
  #below() {
    const { answer } = this.turn;
    const made = { failed: () => this.#alert(), choice: () => this.#chooser(), cut: () => this.#continue() }[answer.phase];
    this.#places.below.replaceChildren(...(made ? [made()] : []));
  }

  #alert() {
    const { t, behaviour } = this.#page;
    const { trouble } = this.turn.answer;
    const text = { "delivery-timeout": t("deliveryTimeout"), "stream-error": t("streamError") }[trouble] ?? t("wentWrong");
    const work = trouble === "use-work" && button(t("useWork"), () => this.#act("use-work"));
    const old = behaviour.generation !== "c";
    const retry = button(t("retry"), () => this.#act("retry"), old ? { "data-testid": "regenerate-thread-error-button" } : {});
    return old
      ? h("div", { class: "alert text-token-text-error" }, h("span", {}, text), work, retry)
      : h("aside", { role: "alert", class: "alert" }, h("span", {}, text), work, retry);
  }

  #chooser() {
    const { answer } = this.turn;
    const side = (number, text) => {
      const place = h("div", { class: "answer markdown" });
      new AnswerText(this.#page, place).set(text, false);
      return h("div", {}, h("h5", {}, `Response ${number}`), place, button("I prefer this response", () => this.#act("choose", number)));
    };
    return h("div", { "data-testid": "paragen-root" },
      h("p", {}, "You’re giving feedback on a new version of ChatGPT."),
      h("p", {}, "Which response do you prefer? Responses may take a moment to load."),
      h("div", { class: "chooser" }, side(1, answer.text), side(2, answer.alternative)));
  }

  #continue() {
    return h("p", {}, button(this.#page.t("continueGenerating"), () => this.#act("continue")));
  }

  #act(action, what = null) {
    this.#page.act(this.#index, action, what);
  }
}
