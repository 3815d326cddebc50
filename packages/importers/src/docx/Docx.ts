/** The source `docx`: the address of a Word document, one page with its pictures. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { ImportOutline, ImportSink } from "@lectern/core/imports/Importer"
import { Effect, Stream } from "effect"
import { titleOfAddress } from "../html/Html.js"
import { fetchRequired, maxBytes, type Source } from "../Source.js"
import { type DocxPage, readDocx } from "./DocxPage.js"

/** Hands a document over as the page of an address. */
export const landDocument = Effect.fnUntraced(function* (
  { page, pictures, problems }: DocxPage,
  address: string,
  sink: ImportSink
): Effect.fn.Return<ImportOutline, Unavailable> {
  const key = address.split("#", 1)[0]!
  yield* sink.found(1 + pictures.length)
  yield* sink.page({ key, title: page.title === "" ? titleOfAddress(key) : page.title, markdown: page.markdown })
  for (const { bytes, ...picture } of pictures) yield* sink.file({ ...picture, bytes: Stream.make(bytes) })
  return { places: [{ key, places: [] }], problems: problems.map((problem) => `${key}: ${problem}`) }
})

/** Reads one Word document. */
export const readDocument: Source = Effect.fnUntraced(function* (request, sink, outbound) {
  const { bytes, url } = yield* fetchRequired(outbound, request.url, maxBytes.document)
  return yield* landDocument(yield* readDocx(bytes), url, sink)
})
