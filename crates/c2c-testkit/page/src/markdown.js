// The answer's text: Markdown as blocks. While it streams, each word is a text node of its own, and
// only blocks that changed are made anew; when it has settled, the nodes are merged.

import markdownIt from "markdown-it";

import { button, h } from "./dom.js";

const renderer = markdownIt({ html: false, linkify: false, breaks: true });

/** The text of one answer in its element. */
export class AnswerText {
  #page;
  #element;
  #blocks = [];

  constructor(page, element) {
    this.#page = page;
    this.#element = element;
  }

  /** Shows so much of the text. */
  set(text, isStreaming) {
    const template = document.createElement("template");
    template.innerHTML = renderer.render(text);
    const blocks = [...template.content.children].map((block) => this.#dress(block));
    const known = this.#blocks;
    this.#blocks = blocks.map((block) => block.outerHTML);
    const first = this.#blocks.findIndex((html, index) => html !== known[index]);
    if (first < 0 && blocks.length === known.length) return;
    const kept = first < 0 ? blocks.length : first;
    while (this.#element.children.length > kept) this.#element.lastElementChild.remove();
    for (const block of blocks.slice(kept)) {
      if (isStreaming) splitWords(block);
      this.#element.append(block);
    }
  }

  /** Merges the text nodes. */
  merge() {
    this.#element.normalize();
  }

  #dress(block) {
    for (const table of block.matches("table") ? [block] : []) table.setAttribute("data-markdown-table", "true");
    const inner = block.querySelectorAll("pre > code");
    if (block.matches("pre")) return this.#codeBlock(block.firstElementChild);
    for (const code of inner) code.parentElement.replaceWith(this.#codeBlock(code));
    return block;
  }

  #codeBlock(code) {
    const { t, behaviour } = this.#page;
    const language = /language-(\S+)/.exec(code.className)?.[1] ?? "";
    const copy = () => this.#page.copy(code.textContent);
    if (behaviour.generation === "c") {
      const label = language === "" || language === "text" ? t("plainText") : language;
      const wrap = (event) => {
        const toggle = event.currentTarget;
        toggle.setAttribute("aria-pressed", String(toggle.getAttribute("aria-pressed") !== "true"));
      };
      return h("div", { class: "code-block", "data-markdown-copy": "code-block" },
        h("div", { class: "code-header", "data-markdown-copy": "exclude" },
          h("span", {}, label), button(t("wordWrap"), wrap, { "aria-pressed": "false" }), button(t("copy"), copy)),
        h("div", { class: "code-body chatgpt-code-scrollport" }, h("pre", {}, code)));
    }
    const edit = behaviour.generation === "b" && button(t("editCode"), () => {});
    return h("pre", { class: "code-block" },
      h("div", { class: "code-header" }, h("span", {}, language || "text"), button(t("copyCode"), copy), edit),
      h("div", { class: "code-body" }, code));
  }
}

/** Makes every word a text node of its own. */
function splitWords(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const words = text.data.match(/\s*\S+\s*|\s+/g) ?? [];
    if (words.length > 1) text.replaceWith(...words);
  }
}
