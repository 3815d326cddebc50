/** The source `google-docs`: a published document, or one exported as a zipped web page or as a Word document. */
import type { ImportOutline, ImportSink } from "@lectern/core/imports/Importer"
import type { OutboundService } from "@lectern/core/outbound/Outbound"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { openArchive } from "../archive/Archive.js"
import { landDocument } from "../docx/Docx.js"
import { isDocx } from "../docx/Package.js"
import { titleOfAddress } from "../html/Html.js"
import type { MeasuredPage } from "../html/HtmlPage.js"
import { decodeHtml } from "../html/Parse.js"
import { takePictures } from "../html/Pictures.js"
import { compute, fetchRequired, maxBytes, type Source, unreadable } from "../Source.js"
import { htmlTask } from "../Tasks.js"

const edited =
  /^(https:\/\/docs\.google\.com\/document\/(?:u\/\d+\/)?d\/(?!e\/)[\w-]+)(?:\/(?:edit|view|preview|mobilebasic).*|\/?(?:[?#].*)?)$/

/**
 * The URL to download a document from. For an editor URL it is the export, which works if anyone with the link may view
 * the document.
 */
export const documentAddress = (url: string): string => {
  const match = edited.exec(url)
  return match === null ? url : `${match[1]}/export?format=zip`
}

/** Converts a document in HTML to a page. */
const readDocument = (bytes: Uint8Array, address: string, contentType?: string) =>
  compute(htmlTask, { bytes, address, contentType, document: true })

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2]! <= 7

const landHtml = Effect.fnUntraced(function* (page: MeasuredPage, key: string, sink: ImportSink, title: string) {
  yield* sink.found(1 + page.images.length)
  yield* sink.page({ key, title: page.title === "" ? title : page.title, markdown: page.markdown })
  return page.losses.map((loss) => `${key}: ${loss}`)
})

const landZip = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  key: string,
  sink: ImportSink,
  outbound: OutboundService
) {
  const problems: Array<string> = []
  const archive = yield* openArchive(bytes, (problem) => problems.push(problem))
  const path = [...archive.paths].find((each) => /\.html?$/i.test(each))
  const found = path === undefined ? undefined : archive.bytes(path)
  if (path === undefined || found === undefined) return yield* unreadable(`${key} has no document in it`)
  const address = new URL(path.split("/").map(encodeURIComponent).join("/"), "import:/").href
  const page = yield* readDocument(found, address)
  problems.push(...(yield* landHtml(page, key, sink, titleOfAddress(address))))
  const files = page.images.filter((each) => each.startsWith("import:/"))
  for (const each of files) {
    const name = decodeURIComponent(each.slice("import:/".length))
    const content = archive.bytes(name)
    if (content === undefined) problems.push(`${name}: it is not in the archive`)
    else yield* sink.file({ key: each, name: name.split("/").at(-1)!, bytes: Stream.make(content) })
  }
  const missing = yield* takePictures(page.images, sink, outbound)
  return { places: [{ key, places: [] }], problems: [...problems, ...missing] } satisfies ImportOutline
})

/** Reads one Google document. */
export const readGoogleDocument: Source = Effect.fnUntraced(function* (request, sink, outbound) {
  const answer = yield* fetchRequired(outbound, documentAddress(request.url), maxBytes.document)
  if (new URL(answer.url).hostname === "accounts.google.com") {
    return yield* unreadable(`${request.url} is neither published nor shared with everyone who has the link`)
  }
  const key = request.url.split("#", 1)[0]!
  if (isZip(answer.bytes)) {
    return isDocx(answer.bytes)
      ? yield* landDocument(answer.bytes, key, sink)
      : yield* landZip(answer.bytes, key, sink, outbound)
  }
  const contentType = answer.headers["content-type"]
  if (!/<(?:html|body|div|p)\b/i.test(decodeHtml(answer.bytes, contentType)))
    return yield* unreadable(`${answer.url} is not a Google Docs document`)
  const page = yield* readDocument(answer.bytes, answer.url, contentType)
  const problems = yield* landHtml(page, key, sink, titleOfAddress(key))
  const missing = yield* takePictures(page.images, sink, outbound)
  return { places: [{ key, places: [] }], problems: [...problems, ...missing] }
})
