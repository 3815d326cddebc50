/** The searches without results: noted in memory, and written together. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { Ids } from "../../../foundation/ids/Ids.js"
import { now } from "../../../foundation/ids/Time.js"
import { oncePerMinute } from "../../../foundation/scheduling/OncePerMinute.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId } from "../../../people/places/Site.js"
import { organizationLock } from "../../../storage/rows/Locks.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { type CountEntry, originKey } from "./FeedbackLimits.js"
import { SiteFeedbackId, type SiteFeedbackRecord } from "./SiteFeedback.js"
import type { SiteFeedbackRepositoryService } from "./SiteFeedbackRepository.js"

/** The maximum number of searches that wait to be written in one process; further ones are not recorded. */
const mostWaiting = 1_000

interface Noted {
  readonly organization: OrganizationId
  readonly site: SiteId
  readonly query: string
  /** The address that it came from first. */
  readonly address: string
  times: number
  at: string
}

/** Makes the recorder of searches; `keep` stores a new one. */
export const makeVainSearches = Effect.fnUntraced(function* (
  feedback: SiteFeedbackRepositoryService,
  countEntry: CountEntry,
  keep: (record: SiteFeedbackRecord) => Effect.Effect<void, Unavailable>
) {
  const storage = yield* Storage
  const ids = yield* Ids
  const waiting = new Map<string, Noted>()

  /** Whether a search is recorded: an already recorded one, or one that its address and its site may add. */
  const isRecorded = ({ address, query, site }: Noted) =>
    Effect.flatMap(feedback.search(site, query), (known) =>
      known === undefined ? Effect.isSuccess(countEntry(site, "search", address)) : Effect.succeed(true)
    )

  const record = Effect.fnUntraced(function* ({ at, query, site, times }: Noted) {
    const known = yield* feedback.search(site, query)
    if (known !== undefined) {
      const before = known.value.times ?? 0
      return yield* feedback.replace(known, { ...known.value, times: before + times, updatedAt: at })
    }
    const id = SiteFeedbackId.make(yield* ids.next)
    yield* keep({ site, kind: "search", id, query, times, createdAt: at, updatedAt: at })
  })

  const write = Effect.gen(function* () {
    const all = [...waiting.values()]
    waiting.clear()
    const recorded = yield* Effect.filter(all, isRecorded)
    if (recorded.length === 0) return
    const organizations = [...new Set(recorded.map(({ organization }) => organization))].sort()
    yield* storage.transaction(
      Effect.forEach(recorded, record, { discard: true }),
      organizations.map((organization) => organizationLock(organization))
    )
  })

  // Counts that cannot be written are lost: they are only counts.
  const writing = yield* oncePerMinute(Effect.ignore(write))

  /** Notes a search. */
  const note = Effect.fnUntraced(function* (organization: OrganizationId, site: SiteId, query: string) {
    const key = `${site} ${query}`
    const known = waiting.get(key)
    const at = yield* now
    if (known !== undefined) {
      known.times++
      known.at = at
    } else if (waiting.size < mostWaiting) {
      waiting.set(key, { organization, site, query, address: yield* originKey, times: 1, at })
    }
    yield* writing.soon
  })
  return { note, flush: writing.now }
})
