/** The source `docx`: the URL of a Word document, read as one page with its images. */
import { type Conflict, type Invalid, invalid, type Unavailable } from "@lectern/core/errors/Errors"
import type { ImportOutline, ImportSink } from "@lectern/core/imports/Importer"
import { referencesTask } from "@lectern/core/internal/text/markdown/TextTasks"
import type { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { titleOfAddress } from "../html/Html.js"
import { replaceLinks } from "../notion/NotionText.js"
import { compute, fetchRequired, maxBytes, type Source } from "../Source.js"
import { docxTask } from "../Tasks.js"
import { commentText } from "./CommentText.js"

/**
 * Converts a document and passes it on as the page of a URL. Fails with `Invalid` if it is damaged or not a Word
 * document.
 */
export const landDocument = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  address: string,
  sink: ImportSink
): Effect.fn.Return<ImportOutline, Conflict | Invalid | Unavailable, Workers> {
  const read = yield* compute(docxTask, bytes)
  if ("problem" in read) return yield* invalid("url", read.problem)
  const { comments, page, pictures } = read
  const problems = [...read.problems, ...comments.map(commentText)]
  const key = address.split("#", 1)[0]!
  yield* sink.found(1 + pictures.length)
  const kept = new Set(pictures.map((picture) => picture.key))
  const found = yield* compute(referencesTask, page.markdown)
  const markdown = replaceLinks(page.markdown, found, ({ destination }) => {
    if (!destination.startsWith("import:/") || kept.has(destination)) return undefined
    const path = destination.slice("import:/".length)
    return path === "document" ? key : URL.canParse(path, key) ? new URL(path, key).href : undefined
  })
  yield* sink.page({ key, title: page.title === "" ? titleOfAddress(key) : page.title, markdown })
  for (const { bytes, ...picture } of pictures) yield* sink.file({ ...picture, bytes: Stream.make(bytes) })
  return { places: [{ key, places: [] }], problems: problems.map((problem) => `${key}: ${problem}`) }
})

/** Reads one Word document. */
export const readDocument: Source = Effect.fnUntraced(function* (request, sink, outbound) {
  const { bytes, url } = yield* fetchRequired(outbound, request.url, maxBytes.document)
  return yield* landDocument(bytes, url, sink)
})
