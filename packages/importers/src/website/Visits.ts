/** Fetches one URL of a site and determines its kind. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { ImportAnswer, ImportAnswers } from "@lectern/core/imports/Importer"
import { joinedInTurns } from "@lectern/core/internal/foundation/scheduling/JoinedBytes"
import type { OutboundError, OutboundResponse } from "@lectern/core/outbound/Outbound"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { maxBytes } from "../Source.js"
import { absolute, type Scope } from "./Addresses.js"
import type { PoliteOutbound } from "./PoliteOutbound.js"
import type { Robots } from "./Robots.js"

/** A URL to fetch, and the key under which it was found. */
export interface Address {
  readonly url: string
  readonly key: string
}

/** The result of fetching a URL. */
export type Visit =
  /** A page; `key` is the key of its final URL. */
  | {
      readonly kind: "page"
      readonly asked: Address
      readonly url: string
      readonly key: string
      readonly headers: OutboundResponse["headers"]
      readonly bytes: Uint8Array
    }
  /** A redirect that is not followed. */
  | { readonly kind: "redirect"; readonly asked: Address; readonly to: string }
  /** A page that only redirects the browser to another one. */
  | { readonly kind: "refresh"; readonly asked: Address; readonly to: string }
  /** Not a page, for example a file. */
  | { readonly kind: "other"; readonly asked: Address; readonly contentType: string }
  /** A failure, described in one sentence. */
  | { readonly kind: "problem"; readonly asked: Address; readonly problem: string }

/** The dependencies of a visit. */
export interface Visiting {
  readonly polite: PoliteOutbound
  readonly answers: ImportAnswers
  readonly robots: Robots
  readonly scope: Scope
}

const accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"
const isHtml = (contentType: string): boolean => /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)

const meta = /<meta\b[^>]{0,500}\bhttp-equiv\s*=\s*["']?refresh\b[^>]{0,500}>/i
const destination = /\bcontent\s*=\s*["']?\s*0*\s*;\s*url\s*=\s*["']?([^"'\s>]+)/i
const startLength = 4096

/** The target of a page that immediately redirects the browser elsewhere. */
const refreshOf = (bytes: Uint8Array, url: string): string | undefined => {
  const tag = meta.exec(new TextDecoder("latin1").decode(bytes.subarray(0, startLength)))?.[0]
  const written = tag === undefined ? undefined : destination.exec(tag)?.[1]
  return written === undefined ? undefined : absolute(written.replaceAll("&amp;", "&"), url)
}

/** The response headers that matter for a page. */
const kept = ["content-type", "x-robots-tag"]

/** The result for a stored response: a page, or the target of its redirect. */
const pageOf = (asked: Address, { bytes, headers, url }: ImportAnswer, scope: Scope): Visit => {
  const key = scope.keyOf(url, asked.key.includes("?"))
  if (key === undefined) return { kind: "redirect", asked, to: url }
  const to = refreshOf(bytes, url)
  if (to !== undefined && scope.keyOf(to) !== key) return { kind: "refresh", asked, to }
  return { kind: "page", asked, url, key, headers, bytes }
}

/** Makes one request, and reads the whole body of a page. */
const ask = (asked: Address, { polite, robots, scope }: Visiting) =>
  Effect.scoped(
    Effect.gen(function* () {
      const follow = (url: string): boolean => scope.keyOf(url) !== undefined && robots.allows(url)
      const request = { url: asked.url, maxBytes: maxBytes.page, headers: { accept }, follow }
      const { body, ...answer } = yield* polite.outbound.fetch(request)
      const isPage =
        answer.status >= 200 && answer.status < 300 && isHtml(answer.headers["content-type"] ?? "text/html")
      return { ...answer, bytes: isPage ? yield* joinedInTurns([...(yield* Stream.runCollect(body))]) : undefined }
    })
  )

const arrive = Effect.fnUntraced(function* (
  asked: Address,
  visiting: Visiting
): Effect.fn.Return<Visit, OutboundError | Unavailable> {
  const { answers, polite, scope } = visiting
  const known = yield* answers.find(asked.url)
  if (known !== undefined) return pageOf(asked, known, scope)
  const { bytes, headers, status, url } = yield* polite.patient(asked.url, ask(asked, visiting))
  if (status >= 300 && status < 400) {
    const to = absolute(headers.location ?? "", url)
    if (to !== undefined) return { kind: "redirect", asked, to }
  }
  if (scope.keyOf(url) === undefined) return { kind: "redirect", asked, to: url }
  if (status < 200 || status >= 300) return { kind: "problem", asked, problem: `${asked.url}: answered ${status}` }
  if (bytes === undefined) return { kind: "other", asked, contentType: headers["content-type"] ?? "" }
  const said = Object.fromEntries(kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
  const answer = { url, headers: said, bytes }
  yield* answers.keep(asked.url, answer)
  return pageOf(asked, answer, scope)
})

/**
 * Fetches a URL unless its response is stored. Redirects are followed as long as they stay within the scope and
 * robots.txt allows it.
 */
export const visit = (asked: Address, visiting: Visiting): Effect.Effect<Visit, Unavailable> =>
  Effect.catchTag(arrive(asked, visiting), "OutboundError", (error) =>
    Effect.succeed<Visit>({ kind: "problem", asked, problem: error.message })
  )
