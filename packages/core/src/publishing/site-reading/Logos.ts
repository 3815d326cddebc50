/** Fetches the logos of sites, which are anywhere on the web. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { keepNewest } from "../../foundation/loading/KeepNewest.js"
import { fetchBytes } from "../../foundation/outbound/FetchedBytes.js"
import { Outbound } from "../../foundation/outbound/Outbound.js"

/** How long a logo, or that there is none, is remembered, in milliseconds: an hour. */
const kept = 60 * 60 * 1000

/** How many logos are remembered, and how many bytes one may have. */
const most = { logos: 50, bytes: 512 * 1024 }

interface Known {
  readonly until: number
  readonly bytes: Uint8Array | undefined
}

/** Fetches logos, each at most once an hour; one that cannot be fetched is absent. */
export const makeLogos = Effect.map(Outbound, (outbound) => {
  const known = new Map<string, Known>()
  return (url: string): Effect.Effect<Uint8Array | undefined> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const found = known.get(url)
      if (found !== undefined && found.until > now) return found.bytes
      const bytes = yield* fetchBytes(outbound, { url, maxBytes: most.bytes, timeout: "5 seconds" }).pipe(
        Effect.map((answer) => (answer.status === 200 ? answer.bytes : undefined)),
        Effect.orElseSucceed(() => undefined)
      )
      keepNewest(known, url, { until: now + kept, bytes }, most.logos)
      return bytes
    })
})
