/** Counts the uses of share links, off the critical path of requests. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { oncePerMinute } from "../../../foundation/scheduling/OncePerMinute.js"
import type { ShareLinkId, ShareLinkRecord } from "../../../people/places/ShareLink.js"
import { ShareLinkRepository } from "../../../people/places/ShareLinkRepository.js"
import type { SiteId } from "../../../people/places/Site.js"
import { SiteRepository } from "../../../people/places/SiteRepository.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import { Storage } from "../../../storage/rows/Storage.js"

interface Uses {
  readonly site: SiteId
  count: number
  last: number
}

/**
 * Counts a use of a link. The uses of all links are written together, at most once a minute, and when the engine
 * closes; a failed write is retried with the next one.
 */
export const makeCountUse = Effect.gen(function* () {
  const storage = yield* Storage
  const links = yield* ShareLinkRepository
  const sites = yield* SiteRepository
  const waiting = new Map<ShareLinkId, Uses>()

  const add = (id: ShareLinkId, site: SiteId, count: number, last: number) => {
    const known = waiting.get(id)
    if (known === undefined) waiting.set(id, { site, count, last })
    else {
      known.count += count
      known.last = Math.max(known.last, last)
    }
  }

  const write = Effect.gen(function* () {
    const taken = [...waiting]
    waiting.clear()
    if (taken.length === 0) return
    const all = Effect.forEach(
      taken,
      ([id, { count, last, site }]) =>
        Effect.flatMap(links.find(site, id), (read) => {
          if (read === undefined) return Effect.void
          const { uses = 0 } = read.value
          return links.replace(read, { ...read.value, uses: uses + count, lastUsedAt: new Date(last).toISOString() })
        }),
      { discard: true }
    )
    const writing = Effect.flatMap(
      Effect.forEach(new Set(taken.map(([, { site }]) => site)), (site) => sites.find(site)),
      (found) =>
        storage.transaction(
          all,
          found.flatMap((read) => (read === undefined ? [] : [organizationLock(read.value.organization)]))
        )
    )
    yield* Effect.catchAll(writing, () =>
      Effect.sync(() => {
        for (const [id, { count, last, site }] of taken) add(id, site, count, last)
      })
    )
  })
  const writing = yield* oncePerMinute(write)

  return Effect.fnUntraced(function* ({ id, site }: ShareLinkRecord) {
    add(id, site, 1, yield* Clock.currentTimeMillis)
    yield* writing.soon
  })
})
