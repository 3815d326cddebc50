/**
 * The answers that a shared cache may keep, kept until the next commit: repeated requests of readers without
 * credentials are answered without looking anything up.
 */
import type { LecternError } from "@lectern/core/errors/Errors"
import { makeSizedCache } from "@lectern/core/internal/foundation/loading/SizedCache"
import { requestCost } from "@lectern/core/internal/foundation/quotas/RequestCost"
import type { SitePagesService } from "@lectern/core/internal/publishing/site-reading/SitePagesService"
import { isKnownTo } from "@lectern/http/internal/foundation/dispatcher/EntityTag"
import type { Answer, HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { hostNameOf } from "@lectern/http/internal/foundation/dispatcher/HostName"
import type { Limiter } from "@lectern/http/internal/foundation/dispatcher/RateLimit"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { isShared, prefersMarkdown } from "./Answers.js"
import { isAnonymous } from "./Visiting.js"

/** How many bytes of answers are cached, without their compressed forms. */
const keptBytes = 16_000_000

/** How many bytes an answer takes without its body. */
const headBytes = 2_000

/** An answer, stored with the generation of the storage that it was made from. */
interface Kept {
  readonly generation: number
  readonly tag: string
  /** The site that it belongs to, if the costs of the site's readers are limited. */
  readonly site: string | undefined
  /** The answer to clients that have it already. */
  readonly unchanged: Answer
  /** The full answer, if a client without a copy has asked yet. */
  readonly whole?: Answer & { readonly body: Uint8Array }
}

const encoder = new TextEncoder()

/**
 * The key of the parts of a request that its answer depends on; `undefined` if the answer may depend on who the reader
 * is.
 */
const keyOf = (request: HttpRequest): string | undefined => {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined
  if (!isAnonymous(request)) return undefined
  const form = prefersMarkdown(request.header("accept")) ? "markdown" : ""
  return `${hostNameOf(request)} ${form} ${request.url}`
}

const keptOf = (
  answer: Answer,
  { generation, site }: Pick<Kept, "generation" | "site">,
  before: Kept | undefined
): Kept | undefined => {
  const { body, tag } = answer
  if (tag === undefined || !isShared(answer)) return undefined
  if (answer.status === 304) {
    return { generation, site, tag, unchanged: answer, ...(before?.tag === tag && { whole: before.whole }) }
  }
  if (answer.status !== 200 || typeof body !== "string") return undefined
  const { body: _, ...rest } = answer
  const whole = { ...answer, body: encoder.encode(body), compressed: {} }
  return { generation, site, tag, unchanged: { ...rest, status: 304 }, whole }
}

/** Answers a request from the cache, or else with this effect, which reads everything that the answer depends on. */
export type Sharing = (
  request: HttpRequest,
  answer: Effect.Effect<Answer, LecternError>
) => Effect.Effect<Answer, LecternError>

/** Caches answers, and charges their costs to their sites. Without generations in storage, none are cached. */
export const makeSharing = (
  { generation }: Pick<SitePagesService, "generation">,
  limiter: Pick<Limiter, "site"> | undefined
): Sharing => {
  const kept = makeSizedCache<Kept>(keptBytes, ({ whole }, key) => headBytes + key.length + (whole?.body.length ?? 0))
  const counted = ({ site }: Kept, answer: Answer) =>
    limiter === undefined || site === undefined ? Effect.succeed(answer) : Effect.as(limiter.site(site), answer)
  return (request, answer) => {
    const key = keyOf(request)
    if (key === undefined) return answer
    return Effect.flatMap(generation(), (now) => {
      if (now === undefined) return answer
      const known = kept.get(key)
      if (known?.generation === now) {
        const found = isKnownTo(request, known.tag) ? known.unchanged : known.whole
        if (found !== undefined) return counted(known, found)
      }
      return Effect.zipWith(answer, FiberRef.get(requestCost), (found, cost) => {
        const keeps = keptOf(found, { generation: now, site: cost?.site }, known)
        if (keeps !== undefined) kept.set(key, keeps)
        return found.status === 200 ? (keeps?.whole ?? found) : found
      })
    })
  }
}
