// The editor: ProseMirror with paragraphs, line breaks and mentions, as the real composer has it.

import { baseKeymap, splitBlock } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { Fragment, Schema, Slice } from "prosemirror-model";
import { EditorState, Plugin, TextSelection } from "prosemirror-state";
import { Decoration, DecorationSet, EditorView } from "prosemirror-view";

const NO_BREAK_SPACE = "\u00a0";

/** A document of lines; what stands for a mention depends on the generation. */
function makeSchema(generation) {
  const mention = (name) =>
    generation === "c"
      ? ["span", { class: "mention", "app-mention-name": name, "app-mention-display-name": name }, name]
      : ["span", { class: "mention", "data-id": `plugin:${name}`, "data-keyword": name }, name];
  return new Schema({
    nodes: {
      doc: { content: "paragraph+" },
      paragraph: { content: "inline*", group: "block", parseDOM: [{ tag: "p" }], toDOM: () => ["p", 0] },
      text: { group: "inline" },
      hard_break: { inline: true, group: "inline", selectable: false, parseDOM: [{ tag: "br" }], toDOM: () => ["br"] },
      mention: {
        inline: true, group: "inline", atom: true, attrs: { name: {} },
        toDOM: (node) => mention(node.attrs.name),
      },
    },
  });
}

/** An editor in an element. */
export class Editor {
  #view;
  #schema;
  #options;

  /**
   * @param place the element that the editor is put into
   * @param options `behaviour`, `attributes` of the text box, `placeholder`, `onChange`, `onSend`,
   *   `onLargePaste` (takes the text), `popupKey` (takes a key while the list of mentions is open and
   *   tells whether it used it), and the `document` of an editor that this one takes the place of
   */
  constructor(place, options) {
    this.#options = options;
    this.#schema = makeSchema(options.behaviour.generation);
    const doc = options.document ? this.#schema.nodeFromJSON(options.document) : undefined;
    this.#view = new EditorView(place, {
      state: EditorState.create({ schema: this.#schema, doc, plugins: this.#plugins() }),
      attributes: options.attributes,
      clipboardTextParser: (text) => this.#lines(text),
      clipboardTextSerializer: (slice) => readText(slice.content).text,
      handlePaste: (_view, event) => this.#takesPaste(event),
      dispatchTransaction: (transaction) => {
        this.#view.updateState(this.#view.state.apply(transaction));
        if (transaction.docChanged) options.onChange();
      },
    });
  }

  /** The text as it is sent, and the mention, which is no part of it. */
  read() {
    const { text, mention } = readText(this.#view.state.doc.content);
    const plain = this.#options.behaviour.nbsp ? text.replaceAll(NO_BREAK_SPACE, " ") : text;
    return { text: mention === null ? plain : plain.replace(/^ /, ""), mention };
  }

  /** The document, for an editor that takes this one's place. */
  document() {
    return this.#view.state.doc.toJSON();
  }

  isEmpty() {
    return this.read().text.trim() === "" && this.read().mention === null;
  }

  /** Puts a text in place of everything. */
  set(text) {
    const { state } = this.#view;
    const slice = this.#lines(text);
    this.#view.dispatch(state.tr.replaceWith(0, state.doc.content.size, slice.content));
  }

  /** The letters behind an `@` before the cursor, where there is one. */
  mentionQuery() {
    const { $from, empty } = this.#view.state.selection;
    if (!empty) return null;
    const before = $from.parent.textBetween(0, $from.parentOffset, "\n", "\ufffc");
    return /(?:^|[\s\ufffc])@([^\s@]*)$/.exec(before)?.[1] ?? null;
  }

  /** Puts a mention in place of the `@` and the letters behind it. */
  insertMention(name, query) {
    const { state } = this.#view;
    const to = state.selection.from;
    const from = query === null ? to : to - query.length - 1;
    const nodes = [this.#schema.node("mention", { name }), this.#schema.text(" ")];
    this.#view.dispatch(state.tr.replaceWith(from, to, nodes));
  }

  focusAtEnd() {
    const { state } = this.#view;
    this.#view.dispatch(state.tr.setSelection(TextSelection.atEnd(state.doc)));
    this.#view.focus();
  }

  hasFocus() {
    return this.#view.hasFocus();
  }

  destroy() {
    this.#view.destroy();
  }

  #plugins() {
    const { behaviour, placeholder, onSend, popupKey } = this.#options;
    const newline = (state, dispatch) => splitBlock(state, dispatch);
    const enter = behaviour.enter === "send" ? () => onSend("enter") : newline;
    const controlEnter = behaviour.enter === "newline" ? newline : () => onSend("control-enter");
    return [
      new Plugin({ props: { handleKeyDown: (_view, event) => popupKey(event.key) } }),
      keymap({
        Enter: enter, "Shift-Enter": newline, "Ctrl-Enter": controlEnter,
        "Mod-z": undo, "Mod-y": redo, "Shift-Mod-z": redo,
      }),
      keymap(baseKeymap),
      history(),
      new Plugin({
        props: {
          decorations: ({ doc }) => {
            if (doc.childCount > 1 || doc.firstChild.content.size > 0) return DecorationSet.empty;
            const attributes = { class: "placeholder", "data-placeholder": placeholder };
            return DecorationSet.create(doc, [Decoration.node(0, doc.content.size, attributes)]);
          },
        },
      }),
    ];
  }

  /** Every line of a pasted text is a paragraph, empty ones too. */
  #lines(text) {
    const spaced = this.#options.behaviour.nbsp
      ? text.replace(/ {2,}/g, (run) => `${NO_BREAK_SPACE.repeat(run.length - 1)} `)
      : text;
    const paragraphs = spaced.split(/\r\n|\r|\n/).map((line) =>
      this.#schema.node("paragraph", null, line === "" ? [] : [this.#schema.text(line)]));
    return new Slice(Fragment.from(paragraphs), 1, 1);
  }

  #takesPaste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const { paste_limit: limit } = this.#options.behaviour;
    if (limit === 0 || text.length < limit) return false;
    this.#options.onLargePaste(text);
    return true;
  }
}

/** The text of some content, and the first mention in it. */
function readText(content) {
  let mention = null;
  const lines = [];
  content.forEach((block) => {
    if (block.isText || block.isLeaf) {
      lines.push(block.text ?? "");
      return;
    }
    let line = "";
    block.forEach((node) => {
      if (node.type.name === "mention") mention ??= node.attrs.name;
      else line += node.isText ? node.text : "\n";
    });
    lines.push(line);
  });
  return { text: lines.join("\n"), mention };
}
