/** The last uses of tokens: noted in memory and written periodically, never by the call that uses a token. */
import * as Effect from "effect/Effect"
import { timestamp } from "../../foundation/ids/Time.js"
import { rowLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { ApiTokenId } from "./ApiToken.js"
import { ApiTokenRepository, TokenUsesTable } from "./ApiTokenRepository.js"

const minute = 60_000

/** The number of tokens that are updated in one transaction. */
const writtenAtOnce = 200

/** Notes uses of tokens, by the minute. */
export const makeLastUses = Effect.gen(function* () {
  const storage = yield* Storage
  const tokens = yield* ApiTokenRepository
  /** The uses that are not written yet. */
  const noted = new Map<ApiTokenId, number>()
  /** The last minute noted for each token, so that a token in constant use is written at most once a minute. */
  const known = new Map<ApiTokenId, number>()
  return {
    /** Notes that a token is used at this time. Writes nothing. */
    note: (token: ApiTokenId, time: number): void => {
      const at = Math.floor(time / minute)
      if (known.get(token) === at) return
      known.set(token, at)
      noted.set(token, at)
    },
    /** Writes the noted uses; returns the number of tokens. */
    write: Effect.gen(function* () {
      const all = [...noted]
      for (let start = 0; start < all.length; start += writtenAtOnce) {
        const some = all.slice(start, start + writtenAtOnce)
        yield* storage.transaction(
          Effect.forEach(some, ([token, at]) => tokens.setLastUse({ token, lastUsedAt: timestamp(at * minute) }), {
            discard: true
          }),
          some.map(([token]) => rowLock(TokenUsesTable, token))
        )
        for (const [token, at] of some) if (noted.get(token) === at) noted.delete(token)
      }
      if (known.size > 10_000) known.clear()
      return all.length
    })
  }
})
