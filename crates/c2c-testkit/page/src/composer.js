// A composer: the form with the editor, its buttons, and the one place that Send, Stop and the voice
// button share. The list of mentions and the attachments are here too.

import { tell } from "./api.js";
import { button, h, iconButton } from "./dom.js";
import { Editor } from "./editor.js";
import { MentionList } from "./mentions.js";
import { ModelMenu } from "./model.js";

/** A composer for Chat, or for Work where it stands in the panel. */
export class Composer {
  element;
  mode;
  #page;
  #isPanel;
  #editor;
  #attachments = [];
  #isAlive = false;
  #isGenerating = false;
  #isBlocked = false;
  #enabledAt = 0;
  #parts = {};
  #mentions;

  constructor(page, { isPanel = false } = {}) {
    this.#page = page;
    this.#isPanel = isPanel;
    this.mode = isPanel ? "work" : page.behaviour.mode;
    this.element = h("div", { class: "composer-place" });
    this.#mentions = new MentionList(page, (name, query) => this.#pickMention(name, query));
    this.#build();
  }

  /** The page has come alive: the composer is replaced, and what was typed into it is gone. */
  hydrate() {
    const hadFocus = this.#editor?.hasFocus() ?? false;
    this.#isAlive = true;
    this.#build(undefined, hadFocus);
  }

  /** An answer is on its way. */
  setGenerating(isGenerating) {
    if (this.#isGenerating === isGenerating) return;
    this.#isGenerating = isGenerating;
    this.#updateSlot();
  }

  /** Nothing can be sent for now. */
  setBlocked(isBlocked) {
    if (this.#isBlocked === isBlocked) return;
    this.#isBlocked = isBlocked;
    this.#updateSlot();
  }

  /** Puts a text into the editor, as when a message was not taken. */
  restore({ text, attachments }) {
    this.#attachments = attachments;
    this.#editor.set(text);
    this.#showAttachments();
  }

  #build(document, takesFocus = false) {
    this.#editor?.destroy();
    this.#mentions.close();
    if (!document) this.#attachments = [];
    const isOld = this.#page.behaviour.generation !== "c";
    const slots = { chips: h("div"), editor: h("div"), slot: h("div", { class: "slot" }) };
    this.#parts = slots;
    const form = h("form", this.#formAttributes(), slots.chips, slots.editor, this.#buttons(slots.slot), this.#mentions.element);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send("button");
    });
    if (isOld && !this.#isPanel) form.prepend(h("textarea", { name: "prompt-textarea", hidden: true, tabindex: "-1" }));
    this.element.replaceChildren(form);
    if (isOld && !this.#isAlive) {
      slots.editor.append(h("textarea", { id: "pending-home-input", class: "pending", rows: "1", placeholder: this.#placeholder() }));
      this.#editor = undefined;
    } else {
      this.#editor = this.#makeEditor(slots.editor, document);
      if (takesFocus) this.#editor.focusAtEnd();
    }
    this.#showAttachments();
    this.#updateSlot();
  }

  #formAttributes() {
    const { generation } = this.#page.behaviour;
    if (generation === "c") {
      return { class: "composer", "data-chatgpt-composer": true, "data-composer-surface-variant": "default", "data-composer-layout": "single-line" };
    }
    return { class: "composer", "data-type": generation === "b" && "unified-composer" };
  }

  #placeholder() {
    const { t } = this.#page;
    return this.mode === "work" ? t("workComposer") : t("placeholder");
  }

  #makeEditor(place, document) {
    const { t, behaviour, route } = this.#page;
    const label = route.project && !route.conversation ? t("projectComposer", this.#page.projectName()) : t("composer");
    const current = behaviour.generation === "c";
    const attributes = {
      role: "textbox", "aria-multiline": "true", "aria-label": this.#isPanel ? t("workComposer") : label,
      ...(current ? { "data-composer-markdown": "" } : {}),
      ...(!current && !this.#isPanel ? { id: "prompt-textarea" } : {}),
    };
    return new Editor(place, {
      behaviour, attributes, document,
      placeholder: this.#placeholder(),
      onChange: () => this.#changed(),
      onSend: (by) => this.#send(by),
      onLargePaste: (text) => this.#attach(text),
      popupKey: (key) => this.#mentions.key(key),
    });
  }

  #buttons(slot) {
    const { t, behaviour } = this.#page;
    const current = behaviour.generation === "c";
    const add = iconButton(t("addFiles"), () => this.#mentions.open(null), current
      ? { "data-composer-navigation-target": "add-context", "aria-haspopup": "menu" }
      : { id: this.#isPanel ? null : "composer-plus-btn", "data-testid": "composer-plus-btn", "aria-haspopup": "menu" }, "+");
    // The oldest generation has it in the header.
    const model = behaviour.generation !== "a" && new ModelMenu(this.#page).element;
    const dictate = iconButton(t("dictate"), () => {}, current ? { "data-start-dictation": true } : { "data-testid": "composer-speech-button" }, "◉");
    const pair = behaviour.composers !== "chat" && !this.#isPanel && this.#modePair();
    return h("div", { class: "row" }, add, pair, h("span", { class: "space" }), model, dictate, slot);
  }

  #modePair() {
    const { t } = this.#page;
    const radio = (mode, value) => {
      const isOn = this.mode === mode;
      const attributes = { role: "radio", "data-tpp-toggle-value": value, "aria-checked": String(isOn), "data-state": isOn ? "on" : "off" };
      return button(t(mode), () => this.#setMode(mode), attributes);
    };
    return h("div", { role: "radiogroup", "aria-label": "Composer mode" }, radio("chat", "chatgpt"), radio("work", "work"));
  }

  #setMode(mode) {
    this.mode = mode;
    this.#build(this.#editor?.document());
  }

  #changed() {
    const isFirst = this.#enabledAt === 0;
    if (this.#editor.isEmpty() && this.#attachments.length === 0) this.#enabledAt = 0;
    else if (isFirst) {
      tell("draft", { text: this.#editor.read().text });
      const wait = this.#page.behaviour.send_enable_ms;
      this.#enabledAt = performance.now() + wait;
      setTimeout(() => this.#updateSlot(), wait + 1);
    }
    this.#updateSlot();
    const query = this.#editor.mentionQuery();
    if (query === null) this.#mentions.close();
    else this.#mentions.open(query);
  }

  #pickMention(name, query) {
    this.#editor.insertMention(name, query);
    this.#build(this.#editor.document(), true);
  }

  #attach(text) {
    this.#attachments.push({ name: "Pasted text.txt", text });
    this.#showAttachments();
    this.#changed();
  }

  #showAttachments() {
    const { t } = this.#page;
    const chip = (attachment, index) => {
      const remove = () => {
        this.#attachments.splice(index, 1);
        this.#showAttachments();
        this.#changed();
      };
      const show = () => {
        remove();
        this.#editor.set(attachment.text);
      };
      return h("div", { role: "group", "aria-label": attachment.name, class: "attachment" },
        h("span", {}, attachment.name), button(t("showInField"), show), iconButton(`${t("removePasted")}: ${attachment.name}`, remove, {}, "×"));
    };
    this.#parts.chips.replaceChildren(...this.#attachments.map(chip));
  }

  /** Exactly one of Send, Stop and the voice button; the older page keeps a disabled Send. */
  #updateSlot() {
    const { slot } = this.#parts;
    const { t, behaviour } = this.#page;
    const old = behaviour.generation !== "c";
    const isEmpty = !this.#editor || (this.#editor.isEmpty() && this.#attachments.length === 0);
    const kind = this.#isGenerating ? "stop" : isEmpty ? "voice" : "send";
    const isDisabled = this.#isBlocked || !this.#isAlive || performance.now() < this.#enabledAt;
    const state = `${kind} ${isDisabled}`;
    if (slot.dataset.shown === state) return;
    slot.dataset.shown = state;
    const testid = (name) => (old ? { "data-testid": name } : {});
    const made = {
      stop: () => iconButton(t("stop"), () => this.#page.stop(), testid("stop-button"), "■"),
      voice: () => iconButton(t("voice"), () => {}, testid("composer-speech-button"), "≋"),
      send: () => iconButton(t("send"), null, {
        type: "submit", disabled: isDisabled, ...testid("send-button"), id: old && !this.#isPanel && "composer-submit-button",
      }, "↑"),
    };
    slot.replaceChildren(made[kind]());
  }

  /** Sends what is in the editor; true, since a key that asks for it is used up. */
  #send(by) {
    const isReady = this.#isAlive && !this.#isGenerating && !this.#isBlocked && performance.now() >= this.#enabledAt;
    if (!isReady || (this.#editor.isEmpty() && this.#attachments.length === 0)) return true;
    const message = { ...this.#editor.read(), attachments: this.#attachments };
    this.#editor.set("");
    this.#attachments = [];
    this.#showAttachments();
    this.#page.send(this, message, by);
    return true;
  }
}
