// The structure of a turn: the current generation and the older ones. Each gives the places into
// which the same content is put.

import { h, iconButton } from "./dom.js";

/** The elements of a turn: `roots` for the document, and the places in them. */
export function skeleton(page, turn, index) {
  return page.behaviour.generation === "c" ? current(page, turn, index) : older(page, turn, index);
}

/** Since September 2026: one turn holds both sides. */
function current(page, turn, index) {
  const { t, behaviour } = page;
  const unit = `fallback-turn-${index}`;
  const heading = (attributes, text) => behaviour.headings && h("h4", { class: "sr-only", ...attributes }, text);
  const places = {
    body: h("div", { dir: "auto" }),
    cards: h("div"),
    activities: h("div"),
    text: h("div", { dir: "auto", class: "answer", "data-markdown-text-style": "assistant-message" }),
    actions: h("div"),
    below: h("div"),
  };
  const user = h("div", { class: "group/user-message user-part" },
    heading({}, t("youSaid")),
    h("div", { "data-chatgpt-search-unit-key": `${unit}:0:user`, "data-chatgpt-search-message-ids": turn.key },
      h("div", { "data-content-search-unit-key": `${unit}:0:user` },
        places.cards, h("div", { "data-user-message-bubble": "true", class: "bubble" }, places.body))),
    h("span", { "data-state": "closed" }, iconButton(t("copyMessage"), () => page.copy(turn.user.text), { class: "copy-message" }, "▣")));
  places.unit = h("div", { "data-chatgpt-search-unit-key": `${unit}:2:assistant` },
    heading({ "data-conversation-role": "assistant", tabindex: "-1" }, t("chatgptSaid")),
    h("div", { "data-chatgpt-selection-message-id": `${turn.key}-answer`, "data-chatgpt-selection-conversation-id": page.conversation }, places.text));
  places.unitPlace = h("div");
  const area = h("div", { class: "assistant-part" },
    h("span", { hidden: true, "data-chatgpt-agent-turn-start": true }), places.activities, places.unitPlace);
  const root = h("div", { "data-turn-key": turn.key },
    h("div", { "data-content-search-turn-key": unit }, h("div", {}, user, area, places.actions, places.below)));
  return { roots: [root], places };
}

/** Until September 2026: an article or section for each side. */
function older(page, turn, index) {
  const { t, behaviour } = page;
  const isB = behaviour.generation === "b";
  const side = (role, number, ...children) => {
    const heading = role === "user" ? h("h5", { class: "sr-only" }, t("youSaid")) : h("h6", { class: "sr-only" }, t("chatgptSaid"));
    const attributes = {
      "data-testid": `conversation-turn-${number}`, "data-turn-id": `${turn.key}-${role}`, "data-turn": isB && role,
      class: role === "user" ? "user-part" : "assistant-part",
    };
    return h(isB ? "section" : "article", attributes, behaviour.headings && heading, ...children);
  };
  const message = (role, ...children) => h("div", { "data-message-author-role": role, "data-message-id": `${turn.key}-${role}` }, ...children);
  const places = {
    body: h("div", { class: "whitespace-pre-wrap" }),
    cards: h("div"),
    activities: h("div", { "data-streaming-response-status": isB }),
    text: h("div", { class: "markdown answer" }),
    actions: h("div"),
    below: h("div"),
    unitPlace: h("div"),
  };
  places.unit = message("assistant", places.text);
  const copy = iconButton(t("copyMessage"), () => page.copy(turn.user.text), { class: "copy-message" }, "▣");
  const user = side("user", 2 * index + 1, places.cards, message("user", h("div", { class: "bubble" }, places.body)), copy);
  const assistant = side("assistant", 2 * index + 2, places.activities, places.unitPlace, places.actions, places.below);
  return { roots: [user, assistant], places };
}
