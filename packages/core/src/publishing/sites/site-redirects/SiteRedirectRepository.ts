import * as Effect from "effect/Effect"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import type { SiteId } from "../../../people/places/Site.js"
import { rows, type Stored } from "../../../storage/rows/Repository.js"
import { type Duplicate, type Scan, Storage } from "../../../storage/rows/Storage.js"
import { SiteRedirectsTable } from "../SiteSettingsTables.js"
import type { SiteRedirectId, SiteRedirectRecord } from "./SiteRedirect.js"

type Written = Effect.Effect<void, Duplicate | Unavailable>

/** Reads and writes redirects; writes belong in a transaction that has read the rows they replace. */
export interface SiteRedirectRepositoryService {
  readonly find: (
    site: SiteId,
    id: SiteRedirectId
  ) => Effect.Effect<Stored<SiteRedirectRecord> | undefined, Unavailable>
  /** The redirect of a path of a site, which begins with a slash. */
  readonly bySource: (
    site: SiteId,
    source: string
  ) => Effect.Effect<Stored<SiteRedirectRecord> | undefined, Unavailable>
  /** The redirects of a site, in the order of creation. */
  readonly list: (
    site: SiteId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<SiteRedirectRecord>>, Unavailable>
  readonly count: (site: SiteId) => Effect.Effect<number, Unavailable>
  /** Adds a redirect; fails with `Duplicate` if its source already has one. */
  readonly insert: (redirect: SiteRedirectRecord) => Written
  /** Replaces the redirect that was read; fails with `Duplicate` if the source has another one. */
  readonly replace: (read: Stored<SiteRedirectRecord>, redirect: SiteRedirectRecord) => Written
  readonly remove: (site: SiteId, id: SiteRedirectId) => Effect.Effect<void, Unavailable>
  readonly removeOf: (site: string) => Effect.Effect<void, Unavailable>
}

/**
 * {@link SiteRedirectRepositoryService} over Storage. Not a service of the engine, so that it is loaded with its users.
 */
export const makeSiteRedirectRepository = Effect.map(Storage, (storage): SiteRedirectRepositoryService => {
  const redirects = rows(storage, SiteRedirectsTable)
  return {
    find: (site, id) => redirects.find(site, id),
    bySource: (site, source) =>
      Effect.map(redirects.scan({ index: "source", prefix: [site, source], limit: 1 }), ([found]) => found),
    list: (site, scan) => redirects.scan({ prefix: [site], ...scan }),
    count: (site) => redirects.count({ prefix: [site] }),
    insert: redirects.insert,
    replace: (read, redirect) => Effect.catchTag(redirects.replace(read, redirect), "VersionMismatch", Effect.die),
    remove: (site, id) => Effect.asVoid(redirects.remove(site, id)),
    removeOf: (site) => redirects.removeAll({ prefix: [site] })
  }
})
