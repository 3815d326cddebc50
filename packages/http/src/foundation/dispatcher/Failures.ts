/** The answers to failures: one envelope for all of them. */
import type { LecternError } from "@lectern/core/errors/Errors"
import * as Cause from "effect/Cause"
import type { ProtocolError } from "../errors/ProtocolErrors.js"
import { mergedOf, statuses } from "../errors/WireError.js"
import { type Answer, jsonAnswer } from "./Exchange.js"

/** Every failure of a request. */
export type Failure = LecternError | ProtocolError

const headersOf = (failure: Failure): Readonly<Record<string, string>> | undefined => {
  switch (failure._tag) {
    case "Unauthenticated":
      return { "www-authenticate": "Bearer", "cache-control": "private, no-store" }
    case "MethodNotAllowed":
      return { allow: failure.allow.join(", ") }
    case "RateLimited":
      return {
        "x-ratelimit-limit": String(failure.limit),
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + failure.retryAfter),
        "retry-after": String(failure.retryAfter)
      }
    case "Unavailable":
      // A client that tries again by itself must not make a change twice.
      return failure.outcome === "unknown" ? undefined : { "retry-after": "1" }
    default:
      return undefined
  }
}

/** The envelope with a status and a message. */
export const envelope = (code: number, message: string, headers?: Readonly<Record<string, string>>): Answer =>
  jsonAnswer(code, { error: { code, message } }, headers === undefined ? {} : { headers })

/** The answer to a failure. */
export const failureAnswer = (failure: Failure): Answer => {
  const [code, headers] = [statuses[failure._tag], headersOf(failure)]
  const { merged } = mergedOf(failure)
  if (merged === undefined) return envelope(code, failure.message, headers)
  return jsonAnswer(code, { error: { code, message: failure.message, merged } })
}

/** The answer to a bug: nothing about it leaves the server. */
export const defectAnswer: Answer = envelope(500, "the server failed to answer this request")

/** The answer to a request that the server stopped, rather than its client. */
export const stoppedAnswer: Answer = envelope(503, "the server is stopping", { "retry-after": "1" })

/** The outcome that a cause stands for. */
export const outcomeOf = (
  cause: Cause.Cause<Failure>
):
  | { readonly kind: "failure"; readonly failure: Failure }
  | { readonly kind: "defect" }
  | { readonly kind: "stopped" } => {
  if (Cause.isInterruptedOnly(cause)) return { kind: "stopped" }
  for (const _ of Cause.defects(cause)) return { kind: "defect" }
  const failure = Cause.failureOption(cause)
  return failure._tag === "Some" && failure.value._tag in statuses
    ? { kind: "failure", failure: failure.value }
    : { kind: "defect" }
}
