/** Shows the markdown as it is stored, with its marks dim. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language"
import type { Extension } from "@codemirror/state"
import { EditorView } from "@codemirror/view"
import { tags } from "@lezer/highlight"

const looks = HighlightStyle.define([
  { tag: tags.processingInstruction, class: "tok-mark" },
  { tag: tags.heading, class: "tok-heading" },
  { tag: tags.strong, class: "tok-strong" },
  { tag: tags.emphasis, class: "tok-em" },
  { tag: [tags.link, tags.url], class: "tok-link" }
])

/** The source view. */
export const source: Extension = [syntaxHighlighting(looks), EditorView.editorAttributes.of({ class: "is-source" })]
