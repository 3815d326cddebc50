/** The source `html`: one URL, read as one page with its images. */
import * as Effect from "effect/Effect"
import { compute, fetchRequired, maxBytes, type Source, unreadable } from "../Source.js"
import { htmlTask } from "../Tasks.js"
import { takePictures } from "./Pictures.js"

const html = /^(?:text\/html|application\/xhtml\+xml|text\/plain|application\/octet-stream)?$/

/** A title for a page that states none: the last segment of its URL. */
export const titleOfAddress = (address: string): string => {
  const { hostname, pathname } = new URL(address)
  const last = pathname.split("/").findLast((part) => part !== "") ?? hostname
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {}
  const title = name
    .replace(/\.\w{2,5}$/, "")
    .replaceAll(/[-_\s]+/g, " ")
    .trim()
  return title === "" ? hostname : title
}

/** Reads one HTML page. */
export const readPage: Source = Effect.fnUntraced(function* (request, sink, outbound) {
  const answer = yield* fetchRequired(outbound, request.url, maxBytes.page)
  const contentType = answer.headers["content-type"] ?? ""
  const type = contentType.split(";", 1)[0]!.trim().toLowerCase()
  if (!html.test(type)) return yield* unreadable(`${answer.url} is ${type}, not HTML`)
  const page = yield* compute(htmlTask, { bytes: answer.bytes, contentType, address: answer.url })
  if (page.markdown === "" && page.title === "") {
    return yield* unreadable(`${answer.url} has no text; pages rendered by JavaScript cannot be read`)
  }
  const key = answer.url.split("#", 1)[0]!
  yield* sink.found(1 + page.images.length)
  yield* sink.page({
    key,
    title: page.title === "" ? titleOfAddress(key) : page.title,
    markdown: page.markdown,
    ...(page.description === undefined ? {} : { description: page.description })
  })
  const missing = yield* takePictures(page.images, sink, outbound)
  return {
    places: [{ key, places: [] }],
    problems: [...page.losses.map((loss) => `${key}: ${loss}`), ...missing]
  }
})
