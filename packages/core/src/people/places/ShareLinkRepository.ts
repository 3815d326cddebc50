import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { ShareLinkId, ShareLinkRecord } from "./ShareLink.js"
import type { SiteId } from "./Site.js"

/**
 * The share links of sites. They are found by a keyed hash of their key, so that no comparison leaks the key itself.
 */
export const ShareLinksTable = recordTable({
  name: "share_links",
  columns: { site: "text", id: "text", hash: "text", sealedBy: "text" },
  key: ["site", "id"],
  indexes: { hash: { on: ["hash"], unique: true }, sealedBy: { on: ["sealedBy"] } },
  lockedBy: "organization",
  columnsOf: ({ site, id, hash, sealedKey }: ShareLinkRecord) => ({
    site,
    id,
    hash,
    sealedBy: keyIdOf(sealedKey)
  }),
  row: () => import("./ShareLinkRows.js").then(({ shareLinks }) => shareLinks)
})

/** Reads and writes share links; writes belong in a transaction that has read the rows they replace. */
export interface ShareLinkRepositoryService {
  readonly find: (site: SiteId, id: ShareLinkId) => Effect.Effect<Stored<ShareLinkRecord> | undefined, Unavailable>
  /** The link whose key has one of these hashes, active or not; each key belongs to one site. */
  readonly byHash: (hashes: ReadonlyArray<string>) => Effect.Effect<ShareLinkRecord | undefined, Unavailable>
  /** The links of a site, in the order of creation. */
  readonly list: (
    site: SiteId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<ShareLinkRecord>>, Unavailable>
  readonly count: (site: SiteId) => Effect.Effect<number, Unavailable>
  readonly insert: (link: ShareLinkRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<ShareLinkRecord>, link: ShareLinkRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (site: SiteId, id: ShareLinkId) => Effect.Effect<void, Unavailable>
  readonly removeOf: (site: string) => Effect.Effect<void, Unavailable>
}

/** The repository of share links. */
export class ShareLinkRepository extends Context.Tag("@lectern/core/ShareLinkRepository")<
  ShareLinkRepository,
  ShareLinkRepositoryService
>() {}

const make = Effect.map(Storage, (storage): ShareLinkRepositoryService => {
  const links = rows(storage, ShareLinksTable)
  return {
    find: (site, id) => links.find(site, id),
    byHash: (hashes) =>
      Effect.map(
        Effect.forEach(hashes, (hash) => links.scan({ index: "hash", prefix: [hash], limit: 1 })),
        (found) => found.flat()[0]?.value
      ),
    list: (site, scan) => links.scan({ prefix: [site], ...scan }),
    count: (site) => links.count({ prefix: [site] }),
    insert: (link) => withoutConflict(links.insert(link)),
    replace: (read, link) => withoutConflict(links.replace(read, link)),
    remove: (site, id) => Effect.asVoid(links.remove(site, id)),
    removeOf: (site) => links.removeAll({ prefix: [site] })
  }
})

/** {@link ShareLinkRepository} over Storage. */
export const service = repositoryOf(ShareLinkRepository, make, [ShareLinksTable], ({ removeOf }) => ({
  removeOn: removeOf
}))
