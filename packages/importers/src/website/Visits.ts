/** Asks a site for one address, and tells what is there. */
import {
  joined,
  type OutboundError,
  type OutboundResponse,
  type OutboundService
} from "@lectern/core/outbound/Outbound"
import { Effect, type Scope as EffectScope, Stream } from "effect"
import { maxBytes } from "../Source.js"
import { absolute, type Scope } from "./Addresses.js"
import type { Robots } from "./Robots.js"

/** An address to ask for, and the key under which it was found. */
export interface Address {
  readonly url: string
  readonly key: string
}

/** What is at an address. */
export type Visit =
  /** A page; `key` is that of where it ended. */
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
  /** Something that is no page, such as a file. */
  | { readonly kind: "other"; readonly asked: Address; readonly contentType: string }
  /** Nothing, with the reason as one sentence. */
  | { readonly kind: "problem"; readonly asked: Address; readonly problem: string }

/** What a visit needs. */
export interface Visiting {
  readonly outbound: OutboundService
  readonly robots: Robots
  readonly scope: Scope
}

const accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"
const isHtml = (contentType: string): boolean => /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)

const ask = (
  asked: Address,
  { outbound, robots, scope }: Visiting
): Effect.Effect<Visit, OutboundError, EffectScope.Scope> =>
  Effect.gen(function* () {
    const follow = (url: string): boolean => scope.keyOf(url) !== undefined && robots.allows(url)
    const answer = yield* outbound.fetch({ url: asked.url, maxBytes: maxBytes.page, headers: { accept }, follow })
    const { headers, status, url } = answer
    if (status >= 300 && status < 400) {
      const to = absolute(headers.location ?? "", url)
      if (to !== undefined) return { kind: "redirect", asked, to }
    }
    const key = scope.keyOf(url, asked.key.includes("?"))
    if (key === undefined) return { kind: "redirect", asked, to: url }
    if (status < 200 || status >= 300) return { kind: "problem", asked, problem: `${asked.url}: answered ${status}` }
    const contentType = headers["content-type"] ?? "text/html"
    if (!isHtml(contentType)) return { kind: "other", asked, contentType }
    const bytes = joined([...(yield* Stream.runCollect(answer.body))])
    return { kind: "page", asked, url, key, headers, bytes }
  })

/** Asks for an address. Redirects are followed as long as they stay in the scope and robots.txt allows it. */
export const visit = (asked: Address, visiting: Visiting): Effect.Effect<Visit> =>
  Effect.scoped(ask(asked, visiting)).pipe(
    Effect.catchAll((error) => Effect.succeed<Visit>({ kind: "problem", asked, problem: error.message }))
  )
