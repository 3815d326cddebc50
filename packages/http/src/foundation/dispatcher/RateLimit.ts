/** Rate limits of requests and of their costs: by token, by account, by network address and by site. */
import type { ActorValue } from "@lectern/core/access/Actor"
import { RateLimited, type Unavailable } from "@lectern/core/errors/Errors"
import { addressKey } from "@lectern/core/internal/foundation/ids/AddressKey"
import { pageCost, type RequestCost, requestCost } from "@lectern/core/internal/foundation/quotas/RequestCost"
import type { Allowance, Limits, RateLimit } from "@lectern/core/rate-limits/RateLimit"
import type { RateLimitsService } from "@lectern/core/rate-limits/RateLimits"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Runtime from "effect/Runtime"
import { type Answer, type HttpRequest, isStreamed, type StreamedBody } from "./Exchange.js"
import { failureAnswer } from "./Failures.js"

/** Counts requests and their costs. */
export interface Limiter {
  /** Counts a request by its address, before its sender is known. */
  readonly address: (request: HttpRequest) => Effect.Effect<Allowance | undefined, Unavailable>
  /** Counts a request of a caller; returns the tightest allowance. */
  readonly caller: (actor: ActorValue) => Effect.Effect<Allowance | undefined, Unavailable>
  /**
   * Charges the costs of a request to a site, or to a space that a visitor reads; `RateLimited` if its readers have
   * used up the limit.
   */
  readonly site: (id: string) => Effect.Effect<void, RateLimited | Unavailable>
  /**
   * Charges the costs of a request to every limit that it was counted against before, and returns its answer. The cost
   * of a streamed answer is charged as it is sent.
   */
  readonly charge: (answer: Answer) => Effect.Effect<Answer, Unavailable>
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

/** The answer to a request beyond its allowance; `undefined` if some allowance is left. */
export const exceededAnswer = (allowance: Allowance | undefined): Answer | undefined => {
  if (allowance?.exceeded === undefined) return undefined
  const answer = failureAnswer(allowance.exceeded)
  return { ...answer, headers: { ...answer.headers, ...allowanceHeaders(allowance) } }
}

const nothing = Effect.succeed(undefined)

/** How many bytes of a streamed answer are counted at a time. */
const chargedBytes = 1024 * 1024

/** A streamed body whose bytes are charged as they are sent. Leaving it ends it at once, even while it is silent. */
const charging = ({ chunks, length }: StreamedBody, charge: (bytes: number) => Promise<void>): StreamedBody => ({
  length,
  chunks: {
    [Symbol.asyncIterator]: () => {
      const iterator = chunks[Symbol.asyncIterator]()
      let sent = 0
      const settle = async () => {
        const bytes = sent
        sent = 0
        if (bytes > 0) await charge(bytes)
      }
      return {
        next: async () => {
          const result = await iterator.next()
          if (result.done !== true) sent += result.value.length
          if (result.done === true || sent >= chargedBytes) await settle()
          return result
        },
        return: async () => {
          await iterator.return?.()
          await settle()
          return { done: true, value: undefined }
        }
      }
    }
  }
})

/** Two counts of one request; the second is not made if the first is exceeded. */
const both = (
  one: Effect.Effect<Allowance | undefined, Unavailable>,
  other: Effect.Effect<Allowance | undefined, Unavailable>
): Effect.Effect<Allowance | undefined, Unavailable> =>
  other === nothing
    ? one
    : Effect.flatMap(one, (first) =>
        first?.exceeded === undefined ? Effect.map(other, (second) => tightest(first, second)) : Effect.succeed(first)
      )

/** An allowance of costs, which is only reported once it is exceeded. */
const told = (allowance: Allowance): Allowance | undefined => {
  if (allowance.exceeded === undefined) return undefined
  const { limit, retryAfter } = allowance.exceeded
  const message = `too much was answered in this minute, try again in ${retryAfter} seconds`
  return { ...allowance, exceeded: new RateLimited({ message, limit, retryAfter }) }
}

/** Creates a limiter with these limits. */
export const makeLimiter = (
  { take, wrongSecret }: Pick<RateLimitsService, "take" | "wrongSecret">,
  { account, accountCost, address, addressCost, siteCost, token, tokenCost }: Limits
): Limiter => {
  /** Whether some of a limit of costs is left, which the request will count against. */
  const cost = (key: string, rule: RateLimit | undefined): Effect.Effect<Allowance | undefined, Unavailable> =>
    rule === undefined
      ? nothing
      : Effect.flatMap(FiberRef.get(requestCost), (costs) => {
          costs?.meters.push({ key, rule })
          return Effect.map(take(key, rule, 0), told)
        })

  const charge = ({ meters }: RequestCost, amount: number): Effect.Effect<void, Unavailable> =>
    amount === 0 ? Effect.void : Effect.forEach(meters, ({ key, rule }) => take(key, rule, amount), { discard: true })

  return {
    address: (request) => {
      if (request.address === undefined) return nothing
      const key = addressKey(request.address)
      return both(
        address === undefined ? nothing : take(`address:${key}`, address),
        cost(`address-cost:${key}`, addressCost)
      )
    },
    caller: (actor) => {
      if (actor.kind !== "user") return nothing
      const ofToken =
        token === undefined || actor.token === undefined ? nothing : take(`token:${actor.token.id}`, token)
      const ofAccount = account === undefined ? nothing : take(`account:${actor.user}`, account)
      const costOfToken = actor.token === undefined ? nothing : cost(`token-cost:${actor.token.id}`, tokenCost)
      return both(ofToken, both(ofAccount, both(costOfToken, cost(`account-cost:${actor.user}`, accountCost))))
    },
    site: (id) =>
      siteCost === undefined
        ? Effect.void
        : Effect.flatMap(FiberRef.get(requestCost), (costs) => {
            if (costs !== undefined) costs.site = id
            return Effect.flatMap(cost(`site-cost:${id}`, siteCost), (allowance) => allowance?.exceeded ?? Effect.void)
          }),
    charge: (answer) =>
      Effect.flatMap(FiberRef.get(requestCost), (costs) => {
        if (costs === undefined || costs.meters.length === 0) return Effect.succeed(answer)
        const { body } = answer
        const ofPages = costs.pages * pageCost
        if (body === undefined || !isStreamed(body)) {
          return Effect.as(charge(costs, ofPages + (body?.length ?? 0)), answer)
        }
        let counted = costs.pages
        const chargeMore = (bytes: number) => {
          const pages = costs.pages - counted
          counted = costs.pages
          return Effect.ignore(charge(costs, bytes + pages * pageCost))
        }
        return Effect.zipRight(
          charge(costs, ofPages),
          Effect.map(Effect.runtime(), (runtime) => {
            const run = Runtime.runPromise(runtime)
            return { ...answer, body: charging(body, (bytes) => run(chargeMore(bytes))) }
          })
        )
      }),
    wrongSecret: (request) => (request.address === undefined ? Effect.void : wrongSecret(request.address))
  }
}
