/**
 * The worker for what is long: clipboards, converted as imports are, headings of pages and trees of texts, which need
 * the parsers of the engine, and archives of folders.
 */
import { documentTree } from "@lectern/core/internal/text/markdown/DocumentTree"
import { sections } from "@lectern/core/internal/text/markdown/Sections"
import { readClipboard } from "@lectern/importers/internal/clipboard/Clipboard"
import type { Answered, Answers, Question, Subjects } from "./TextQuestions.js"
import { zipFiles } from "./zip.js"

type Answering = {
  readonly [Kind in keyof Answers]: (subject: Subjects[Kind]) => Answers[Kind] | Promise<Answers[Kind]>
}

const answers: Answering = {
  clipboard: readClipboard,
  document: documentTree,
  headings: (markdown) =>
    sections(markdown)
      .slice(1)
      .map(({ anchor, heading }) => ({ anchor, title: heading })),
  zip: zipFiles
}

const answer = async <Kind extends keyof Answers>({ id, kind, subject }: Question<Kind>): Promise<Answered<Kind>> => {
  try {
    return { id, answer: await answers[kind](subject) }
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener("message", ({ data }: MessageEvent<Question>) => void answer(data).then(postMessage))
