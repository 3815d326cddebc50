/**
 * The answers that a shared cache may keep, kept until the next commit: whatever readers without credentials ask for
 * again before that is answered without looking anything up.
 */
import type { LecternError } from "@lectern/core/errors/Errors"
import { makeKept } from "@lectern/core/internal/loading/Kept"
import type { SitePagesService } from "@lectern/core/internal/site-reading/SitePages"
import { isKnownTo } from "@lectern/http/internal/dispatcher/EntityTag"
import type { Answer, HttpRequest } from "@lectern/http/internal/dispatcher/Exchange"
import { hostNameOf } from "@lectern/http/internal/dispatcher/HostName"
import * as Effect from "effect/Effect"
import { isShared, prefersMarkdown } from "./Answers.js"
import { isAnonymous } from "./Visiting.js"

/** How many bytes of answers are kept, besides their compressed forms. */
const keptBytes = 16_000_000

/** How many bytes an answer takes without its body. */
const headBytes = 2_000

/** What was answered, under a generation of the storage. */
interface Kept {
  readonly generation: number
  readonly tag: string
  /** The answer to those who have it already. */
  readonly unchanged: Answer
  /** The answer to the others, if one of them has asked yet. */
  readonly whole?: Answer & { readonly body: Uint8Array }
}

const encoder = new TextEncoder()

/** What of a request an answer depends on; `undefined` if it may depend on who the reader is. */
const keyOf = (request: HttpRequest): string | undefined => {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined
  if (!isAnonymous(request)) return undefined
  const form = prefersMarkdown(request.header("accept")) ? "markdown" : ""
  return `${hostNameOf(request)} ${form} ${request.url}`
}

const keptOf = (answer: Answer, generation: number, before: Kept | undefined): Kept | undefined => {
  const { body, tag } = answer
  if (tag === undefined || !isShared(answer)) return undefined
  if (answer.status === 304) {
    return { generation, tag, unchanged: answer, ...(before?.tag === tag && { whole: before.whole }) }
  }
  if (answer.status !== 200 || typeof body !== "string") return undefined
  const { body: _, ...rest } = answer
  const whole = { ...answer, body: encoder.encode(body), compressed: {} }
  return { generation, tag, unchanged: { ...rest, status: 304 }, whole }
}

/** Answers a request from what is kept, or else with this, which reads whatever the answer depends on. */
export type Sharing = (
  request: HttpRequest,
  answer: Effect.Effect<Answer, LecternError>
) => Effect.Effect<Answer, LecternError>

/** Keeps answers. Over a storage without generations, none are kept. */
export const makeSharing = ({ generation }: Pick<SitePagesService, "generation">): Sharing => {
  const kept = makeKept<Kept>(keptBytes, ({ whole }, key) => headBytes + key.length + (whole?.body.length ?? 0))
  return (request, answer) => {
    const key = keyOf(request)
    if (key === undefined) return answer
    return Effect.flatMap(generation(), (now) => {
      if (now === undefined) return answer
      const known = kept.get(key)
      if (known?.generation === now) {
        if (isKnownTo(request, known.tag)) return Effect.succeed(known.unchanged)
        if (known.whole !== undefined) return Effect.succeed(known.whole)
      }
      return Effect.map(answer, (found) => {
        const keeps = keptOf(found, now, known)
        if (keeps !== undefined) kept.set(key, keeps)
        return found.status === 200 ? (keeps?.whole ?? found) : found
      })
    })
  }
}
