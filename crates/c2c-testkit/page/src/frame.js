// What stands around the conversation: the sidebar with the history and its search, the canvas, and
// the panel for Work. Text that is typed into their boxes is told to the server: it went astray.

import { listConversations, tell } from "./api.js";
import { button, h, iconButton } from "./dom.js";

/** Tells of text in a box that is no composer. */
const stray = (box) => (event) => tell("stray", { box, text: event.target.value ?? event.target.textContent });

/** The sidebar. */
export function sidebar(page) {
  const { t } = page;
  const list = h("nav", { "aria-label": t("history") });
  const link = (path, text, attributes = {}) => {
    const onclick = (event) => {
      event.preventDefault();
      page.navigate(path);
    };
    return h("a", { href: path, onclick, ...attributes }, text);
  };
  const element = h("aside", { class: "sidebar", id: "stage-slideover-sidebar" },
    iconButton(t("closeSidebar"), () => element.remove(), { "data-testid": "close-sidebar-button" }, "☰"),
    link("/", t("newChat"), { "data-testid": "create-new-chat-button" }),
    h("input", { type: "search", "aria-label": t("search"), placeholder: t("search"), oninput: stray("search") }),
    list, button(t("profile"), () => {}, { "data-testid": "accounts-profile-button" }));
  const refresh = async () => {
    const known = await listConversations();
    list.replaceChildren(...known.map(({ id, title, path }) =>
      link(path, title, { class: "__menu-item", "aria-current": id === page.conversation && "page" })));
  };
  return { element, refresh };
}

/** The canvas: a writing block with a text box of its own. */
export function canvas(page) {
  const testid = page.behaviour.generation === "c" ? "chatgpt-writing-block" : "writing-block-container";
  const box = h("div", { contenteditable: "true", role: "textbox", "aria-multiline": "true", "aria-label": page.t("canvas"), class: "cm-editor", oninput: stray("canvas") },
    "# A page of notes\n\nSomething that was written before.");
  return h("div", { class: "canvas", "data-testid": testid, "data-oai-writing-block-surface": true },
    iconButton(page.t("copy"), () => page.copy(box.textContent), { "data-testid": "writing-block-copy-button" }, "▣"), box);
}

/** The panel with the second composer. */
export function panel(composer) {
  return h("aside", { class: "panel", "aria-label": "Work", "data-app-shell-focus-area": "right-panel" },
    h("h2", {}, "What should we build?"), composer.element);
}
