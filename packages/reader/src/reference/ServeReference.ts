/** Serves the reference of the server's own API: pages made on request, from the served document. */
import type { LecternError } from "@lectern/core/errors/Errors"
import { once } from "@lectern/core/internal/foundation/loading/Once"
import { charactersOf, makeSizedCache } from "@lectern/core/internal/foundation/loading/SizedCache"
import { turn } from "@lectern/core/internal/foundation/scheduling/Turns"
import type { JsonObject } from "@lectern/core/internal/text/openapi/Json"
import { servedDocument } from "@lectern/http/internal/engine/document/LazyDocument"
import type { Answer, HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import * as Effect from "effect/Effect"
import { askedBy, fieldsPage, fieldsTask } from "../content/MoreFields.js"
import { html } from "../html/Html.js"
import type { ReaderOptions } from "../ReaderOptions.js"
import { absentView, wordsOfPath } from "../site/AbsentView.js"
import { htmlAnswer, movedPage, tagOf, textAnswer } from "../site/Answers.js"
import { nowhere } from "../site/Nowhere.js"
import { partsOf } from "../site/RequestParts.js"
import { resultList, searchForm } from "../site/SearchView.js"
import { assetAnswer } from "../site/SiteAssets.js"
import { referencePathOf } from "../site/Target.js"
import type { RenderedPage } from "../theme/Layout.js"
import { english } from "../words/English.js"
import { filled } from "../words/Filled.js"
import { makeReferencePages } from "./ReferencePages.js"

/** How many characters of rendered pages are cached. */
const keptCharacters = 4_000_000

type Pages = ReturnType<typeof makeReferencePages>

const isDocument = (value: unknown): value is JsonObject => typeof value === "object" && value !== null

const listed = { isPersonal: false, isListed: true } as const
const unlisted = { isPersonal: false, isListed: false } as const

const searchAnswer = ({ find, renderOther, root }: Pages, request: HttpRequest, query: URLSearchParams): Answer => {
  const words = (query.get("q") ?? "").slice(0, 512)
  const list = resultList(words, find(words), english)
  if (query.has("part")) return textAnswer(request, unlisted, "text/html", list.text)
  const main = html`<h1>${english.search}</h1>${searchForm(`${root}search`, words, english)}${list}`
  const title = words === "" ? english.search : filled(english.searchFor, words)
  return htmlAnswer(request, unlisted, renderOther(title, main, words))
}

const absent = ({ find, renderOther, root, title }: Pages, request: HttpRequest, path: string): Answer => {
  const words = wordsOfPath(path)
  const found = find(words).slice(0, 5)
  const near = found.length === 0 ? undefined : resultList(words, found, english)
  const main = absentView({ root, search: `${root}search`, title }, words, near, english)
  return htmlAnswer(request, unlisted, renderOther(english.absent, main), { status: 404 })
}

/**
 * Answers requests below `/docs`. The document is parsed for the first of them, in turns of its own, so that other
 * requests do not wait long.
 */
export const makeServeReference = ({ baseUrl, home }: Pick<ReaderOptions, "baseUrl" | "home">) => {
  const rendered = makeSizedCache<RenderedPage & { readonly tag: string }>(keptCharacters, ({ body }, key) =>
    charactersOf(body, key)
  )
  const prepared = once(
    Effect.gen(function* () {
      const { text } = yield* servedDocument.load
      yield* turn
      const parsed: unknown = JSON.parse(text)
      yield* turn
      const pages = makeReferencePages(isDocument(parsed) ? parsed : {}, baseUrl, home !== undefined)
      yield* turn
      return pages
    })
  )

  return Effect.fnUntraced(function* (request: HttpRequest): Effect.fn.Return<Answer, LecternError> {
    const { path: whole, search } = partsOf(request)
    const path = referencePathOf(whole)
    if (path === undefined) return nowhere(request)
    const asset = assetAnswer(path)
    if (asset !== undefined) return { ...asset, sameOrigin: true }
    const made = yield* prepared
    const { hrefOf, markdown, outline, pages, read, render, renderOther, root } = made
    if (path === "search") return searchAnswer(made, request, new URLSearchParams(search))
    const entry = path === "" ? outline.first : outline.byPath.get(path)
    const asText = entry === undefined && path.endsWith(".md") ? outline.byPath.get(path.slice(0, -3)) : undefined
    const page = pages.get((entry ?? asText)?.id ?? "")
    if (page === undefined) return absent(made, request, path)
    if (asText !== undefined) return textAnswer(request, unlisted, "text/markdown", markdown(page))
    if (path !== "" && entry === outline.first) return movedPage(request, root)
    const query = new URLSearchParams(search)
    const asked = askedBy(query)
    if (asked !== undefined) {
      const { operations } = read(page, asked)
      const blocks = operations[0] ?? []
      const fields = yield* Effect.promise(async () => fieldsTask.run({ language: "en", asked, blocks }))
      if (query.has("part")) return textAnswer(request, unlisted, "text/html", fields)
      const { title } = page.entry
      return htmlAnswer(request, unlisted, renderOther(title, fieldsPage(title, fields, hrefOf(page.entry), english)))
    }
    const known = rendered.get(page.entry.id)
    if (known !== undefined) return htmlAnswer(request, listed, known, { tag: known.tag })
    yield* turn
    const text = read(page)
    yield* turn
    const shown = render(page, text)
    const tag = tagOf(shown.body)
    rendered.set(page.entry.id, { ...shown, tag })
    return htmlAnswer(request, listed, shown, { tag })
  })
}
