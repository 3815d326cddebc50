/** Rate limits of requests: by token, by account and by network address. */
import type { ActorValue } from "@lectern/core/access/Actor"
import type { RateLimited, Unavailable } from "@lectern/core/errors/Errors"
import { addressKey } from "@lectern/core/internal/rate-limits/AddressKey"
import type { Allowance, Limits } from "@lectern/core/rate-limits/RateLimit"
import type { RateLimitsService } from "@lectern/core/rate-limits/RateLimits"
import * as Effect from "effect/Effect"
import type { Answer, HttpRequest } from "./Exchange.js"
import { failureAnswer } from "./Failures.js"

/** Counts requests. */
export interface Limiter {
  /** Counts a request by its address, before its sender is known. */
  readonly address: (request: HttpRequest) => Effect.Effect<Allowance | undefined, Unavailable>
  /** Counts a request of a caller; returns the tightest allowance. */
  readonly caller: (actor: ActorValue) => Effect.Effect<Allowance | undefined, Unavailable>
  /** Counts a wrong secret in a request; `RateLimited` if its address sends too many. */
  readonly wrongSecret: (request: Pick<HttpRequest, "address">) => Effect.Effect<void, RateLimited | Unavailable>
}

/** The allowance that ends first: an exhausted one, else the one with the least left. */
export const tightest = (one: Allowance | undefined, other: Allowance | undefined): Allowance | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  if (one.exceeded !== undefined) return one
  return other.exceeded !== undefined || other.remaining <= one.remaining ? other : one
}

/** The headers that report an allowance; `undefined` without one. */
export const allowanceHeaders = (allowance: Allowance | undefined): Answer["headers"] =>
  allowance === undefined
    ? undefined
    : {
        "x-ratelimit-limit": String(allowance.limit),
        "x-ratelimit-remaining": String(allowance.remaining),
        "x-ratelimit-reset": String(Math.ceil(allowance.endsAt / 1000))
      }

/** The answer to a request beyond its allowance; `undefined` if something is left. */
export const exceededAnswer = (allowance: Allowance | undefined): Answer | undefined => {
  if (allowance?.exceeded === undefined) return undefined
  const answer = failureAnswer(allowance.exceeded)
  return { ...answer, headers: { ...answer.headers, ...allowanceHeaders(allowance) } }
}

const nothing = Effect.succeed(undefined)

/** Creates a limiter with these limits. */
export const makeLimiter = (
  { take, wrongSecret }: Pick<RateLimitsService, "take" | "wrongSecret">,
  { account, address, token }: Limits
): Limiter => ({
  address: (request) =>
    address === undefined || request.address === undefined
      ? nothing
      : take(`address:${addressKey(request.address)}`, address),
  caller: (actor) => {
    if (actor.kind !== "user") return nothing
    const ofToken = token === undefined || actor.token === undefined ? nothing : take(`token:${actor.token.id}`, token)
    const ofAccount = account === undefined ? nothing : take(`account:${actor.user}`, account)
    return Effect.flatMap(ofToken, (one) =>
      one?.exceeded !== undefined ? Effect.succeed(one) : Effect.map(ofAccount, (other) => tightest(one, other))
    )
  },
  wrongSecret: (request) => (request.address === undefined ? Effect.void : wrongSecret(request.address))
})
