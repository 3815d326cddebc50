/** The worker for what needs the parsers of the engine: clipboards, converted as imports are, and headings of pages. */
import { sections } from "@lectern/core/internal/text/markdown/Sections"
import { readClipboard } from "@lectern/importers/internal/clipboard/Clipboard"
import type { Answers, Question } from "./TextQuestions.js"

const answers: { readonly [Kind in keyof Answers]: (text: string) => Answers[Kind] } = {
  clipboard: readClipboard,
  headings: (markdown) =>
    sections(markdown)
      .slice(1)
      .map(({ anchor, heading }) => ({ anchor, title: heading }))
}

addEventListener("message", ({ data: { id, kind, text } }: MessageEvent<Question>) => {
  postMessage({ id, answer: answers[kind](text) })
})
