import * as Effect from "effect/Effect"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import type { SiteId } from "../../../people/places/Site.js"
import { rows, type Stored, withoutConflict } from "../../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../../storage/rows/Storage.js"
import { SiteFeedbackTable } from "../SiteSettingsTables.js"
import type { SiteFeedbackRecord } from "./SiteFeedback.js"

/** Reads and writes feedback; writes belong in a transaction that has read the rows they replace. */
export interface SiteFeedbackRepositoryService {
  /** Newest first, of one kind. */
  readonly list: (
    site: SiteId,
    kind: SiteFeedbackRecord["kind"],
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<SiteFeedbackRecord>>, Unavailable>
  readonly count: (site: SiteId, kind: SiteFeedbackRecord["kind"]) => Effect.Effect<number, Unavailable>
  /** The row of a search. */
  readonly search: (site: SiteId, query: string) => Effect.Effect<Stored<SiteFeedbackRecord> | undefined, Unavailable>
  readonly insert: (feedback: SiteFeedbackRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<SiteFeedbackRecord>, feedback: SiteFeedbackRecord) => Effect.Effect<void, Unavailable>
  /** Removes the oldest feedback of a kind. */
  readonly removeOldest: (site: SiteId, kind: SiteFeedbackRecord["kind"]) => Effect.Effect<void, Unavailable>
  readonly removeOf: (site: string) => Effect.Effect<void, Unavailable>
}

/**
 * {@link SiteFeedbackRepositoryService} over Storage. Not a service of the engine, so that it is loaded with its users.
 */
export const makeSiteFeedbackRepository = Effect.map(Storage, (storage): SiteFeedbackRepositoryService => {
  const feedback = rows(storage, SiteFeedbackTable)
  return {
    list: (site, kind, scan) => feedback.scan({ prefix: [site, kind], reverse: true, ...scan }),
    count: (site, kind) => feedback.count({ prefix: [site, kind] }),
    search: (site, query) =>
      Effect.map(feedback.scan({ index: "query", prefix: [site, query], limit: 1 }), ([found]) => found),
    insert: (one) => withoutConflict(feedback.insert(one)),
    replace: (read, one) => withoutConflict(feedback.replace(read, one)),
    removeOldest: (site, kind) =>
      Effect.flatMap(feedback.scan({ prefix: [site, kind], limit: 1 }), ([oldest]) =>
        oldest === undefined ? Effect.void : Effect.asVoid(feedback.remove(site, kind, oldest.value.id))
      ),
    removeOf: (site) => feedback.removeAll({ prefix: [site] })
  }
})
