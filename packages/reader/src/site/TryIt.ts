/**
 * Sends requests of operations for readers, and shows the answers. A request can only have a server, a path and
 * parameters that the published page states. Cookies are neither sent nor passed on.
 */

import type { Actor } from "@lectern/core/access/Actor"
import { type LecternError, TooLarge } from "@lectern/core/errors/Errors"
import { addressKey } from "@lectern/core/internal/foundation/ids/AddressKey"
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { SitePagesService } from "@lectern/core/internal/publishing/site-reading/SitePagesService"
import type { FetchedBytes } from "@lectern/core/outbound/FetchedBytes"
import type { RateLimitsService } from "@lectern/core/rate-limits/RateLimits"
import type { HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { codeBlock } from "../content/CodeBlock.js"
import { makeHighlight, squaresInPlace } from "../html/Code.js"
import { type Html, html } from "../html/Html.js"
import type { Words } from "../words/English.js"
import { filled } from "../words/Filled.js"

/** The maximum size of a form, in bytes. */
const formLimit = 256 * 1024

/** How many requests a network address may send, by site. */
const rate = { limit: 30, windowSeconds: 60 } as const

/** A submitted form. */
export interface Tried {
  readonly siteSpace: string
  readonly page: string
  readonly operation: number
  readonly values: URLSearchParams
}

/** Parses a submitted form. */
export const triedBy = Effect.fnUntraced(function* (request: HttpRequest) {
  const body = yield* Effect.promise(() => request.body(formLimit))
  if (body === undefined) return yield* new TooLarge({ message: "the form is too long", limit: formLimit })
  const values = new URLSearchParams(new TextDecoder().decode(body))
  const tried: Tried = {
    siteSpace: values.get("siteSpace") ?? "",
    page: values.get("page") ?? "",
    operation: Number(values.get("operation") ?? Number.NaN),
    values
  }
  return tried
})

/** Headers of an answer that say nothing about it, or that must not be passed on. */
const unshown = /^(?:set-cookie|connection|keep-alive|transfer-encoding|date|server|strict-transport-security)$/

const textual = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|javascript|x-www-form-urlencoded|x-ndjson)\b)/i

/** The body of an answer as text; `undefined` if it is binary. */
const bodyText = ({ bytes, headers }: Pick<FetchedBytes, "bytes" | "headers">): string | undefined => {
  const type = headers["content-type"] ?? ""
  if (bytes.length > 0 && !textual.test(type)) return undefined
  const text = new TextDecoder().decode(bytes)
  if (!/json/i.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const languageOf = (type: string): string | undefined => /\b(json|xml|html|yaml)\b/i.exec(type)?.[1]?.toLowerCase()

/** Renders an answer as text: nothing of it is interpreted. */
const shownAnswer = (answer: FetchedBytes, words: Words): Html => {
  const highlight = makeHighlight(squaresInPlace)
  const type = answer.headers["content-type"] ?? ""
  const text = bodyText(answer)
  const headers = Object.entries(answer.headers).filter(([name]) => !unshown.test(name))
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join("\n")
  const body =
    text === undefined
      ? html`<p>${filled(words.bytesOf, answer.bytes.length, type === "" ? words.unknownType : type)}</p>`
      : text !== "" && codeBlock(text, { words, highlight, language: languageOf(type), title: type.split(";")[0] })
  return html`<p class="status"><b class="${answer.status < 400 ? "success" : "danger"}">${answer.status}</b></p>${body}${lines !== "" && codeBlock(lines, { words, highlight, title: words.headers })}`
}

/** The answer to a form, as HTML, and its status. */
interface TriedAnswer {
  readonly shown: Html
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

const refusal = (message: string): TriedAnswer => ({
  shown: html`<p class="status"><b class="danger">${message}</b></p>`,
  status: 200
})

/** Sends the requests of forms. */
export const makeTrying = ({ send }: Pick<SitePagesService, "send">, { take }: Pick<RateLimitsService, "take">) => {
  /** Sends the request of a form to the operation of a page, and renders the answer as HTML. */
  const trying = Effect.fnUntraced(function* (
    request: HttpRequest,
    site: ReadSite,
    { operation, page, siteSpace, values }: Tried,
    words: Words
  ): Effect.fn.Return<TriedAnswer, LecternError, Actor> {
    const client = request.address === undefined ? "" : addressKey(request.address)
    const { exceeded } = yield* take(`try:${site.id}:${client}`, rate)
    if (exceeded !== undefined) {
      return { ...refusal(words.tooMany), status: 429, headers: { "retry-after": String(exceeded.retryAfter) } }
    }
    const sent = yield* send(site.organization, site.id, siteSpace, page, { operation, values }).pipe(
      Effect.catchTag("Invalid", Effect.succeed)
    )
    if ("_tag" in sent && sent._tag === "Invalid") return refusal(sent.message)
    return Either.match(sent, {
      onLeft: ({ message }) => refusal(message),
      onRight: (answer) => ({ shown: shownAnswer(answer, words), status: 200 })
    })
  })
  return trying
}
