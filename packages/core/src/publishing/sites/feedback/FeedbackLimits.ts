/**
 * Limits of feedback entries that readers may add, so that nobody can push out other readers' entries: a site keeps the
 * latest 10,000 of each kind, and replacing them thus takes ten days, whoever sends them, and most of a year from one
 * address.
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type { RateLimited, Unavailable } from "../../../foundation/errors/Errors.js"
import { addressKey } from "../../../foundation/ids/AddressKey.js"
import type { SiteId } from "../../../people/places/Site.js"
import type { RateLimit } from "../../../people/rate-limits/RateLimit.js"
import type { RateLimitsService } from "../../../people/rate-limits/RateLimits.js"
import { requestOrigin } from "../../../storage/trail/RequestOrigin.js"
import type { SiteFeedbackRecord } from "./SiteFeedback.js"

const day = 86_400

/** The limits of new entries of one kind on one site: from one address, and in all. */
const ofAddress: RateLimit = { limit: 30, windowSeconds: day }
const ofSite: ReadonlyArray<RateLimit> = [
  { limit: 60, windowSeconds: 60 },
  { limit: 1_000, windowSeconds: day }
]

/** Counts a new entry, for the address of its request and for its site; `RateLimited` if there are too many. */
export type CountEntry = (
  site: SiteId,
  kind: SiteFeedbackRecord["kind"],
  address?: string
) => Effect.Effect<void, RateLimited | Unavailable>

/** The key of the address of the request of this fiber; empty if it is unknown. */
export const originKey: Effect.Effect<string> = Effect.map(FiberRef.get(requestOrigin), ({ address }) =>
  address === undefined ? "" : addressKey(address)
)

/**
 * Counts new entries. Without an address, they are counted only for the site. An entry that is refused for an address
 * does not count for the site, and once the site has enough, nothing is counted for addresses.
 */
export const makeCountEntry = ({ take }: Pick<RateLimitsService, "take">): CountEntry => {
  const counted = (key: string, rule: RateLimit, amount: number) =>
    Effect.flatMap(take(`feedback:${key}`, rule, amount), ({ exceeded }) => exceeded ?? Effect.void)
  return (site, kind, address = "") => {
    const forSite = (amount: number) =>
      Effect.forEach(ofSite, (rule) => counted(`${kind}:${site}:${rule.windowSeconds}`, rule, amount), {
        discard: true
      })
    const forAddress = address === "" ? Effect.void : counted(`${kind}:${site}:of:${address}`, ofAddress, 1)
    return Effect.zipRight(forSite(0), Effect.zipRight(forAddress, forSite(1)))
  }
}
