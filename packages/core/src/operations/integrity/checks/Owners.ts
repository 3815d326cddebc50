/** Checks that the owner of each row exists: a space, a line of content, or another holder. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { ChangeRequestsTable } from "../../../content/change-requests/ChangeRequestRepository.js"
import { ImportsTable } from "../../../content/imports/ImportTables.js"
import { Documents } from "../../../content/items/DocumentRepository.js"
import { Items } from "../../../content/items/ItemTables.js"
import type { LinkIndexService } from "../../../content/links/LinkIndex.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../../../content/links/LinkTables.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "../../../content/openapi-registry/OpenAPISpecTables.js"
import { Revisions } from "../../../content/revisions/RevisionRepository.js"
import { UploadsTable } from "../../../content/uploads/UploadTables.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { SpacesTable } from "../../../people/places/SpaceRepository.js"
import { PdfsTable } from "../../../publishing/pdf/PdfsTable.js"
import { BlobReferenceTable } from "../../../storage/blobs/BlobReferences.js"
import { spaceLock } from "../../../storage/rows/Locks.js"
import type { StorageService } from "../../../storage/rows/Storage.js"
import type { Table } from "../../../storage/rows/Table.js"
import type { SearchIndexService } from "../../../text/search-index/SearchIndex.js"
import type { Check, Mend, Unit } from "../Finding.js"
import { eachFirst, exists } from "../Scanning.js"

type Owned = (owner: string) => Effect.Effect<boolean, Unavailable>

/** Whether a holder of blobs other than a space exists: a kind before a colon, or the id of something else. */
const holderExists =
  (storage: StorageService): Owned =>
  (holder) => {
    const [kind, first = "", second = ""] = holder.split(":")
    if (kind === "pdf") return exists(storage, PdfsTable, [first, second])
    if (kind === "upload") return exists(storage, UploadsTable, [first])
    if (kind === "import") return exists(storage, ImportsTable, [first])
    return Effect.gen(function* () {
      if (yield* exists(storage, SpacesTable, [holder])) return true
      if (yield* exists(storage, OpenAPISpecsTable, [holder])) return true
      return yield* versionExists(storage, holder)
    })
  }

/** Versions are stored by specification: they can only be found by id by scanning the specifications. */
const versionExists = (storage: StorageService, version: string): Effect.Effect<boolean, Unavailable> =>
  Effect.gen(function* () {
    let found = false
    yield* eachFirst(storage, OpenAPISpecVersionsTable, (spec) =>
      found
        ? Effect.void
        : Effect.map(exists(storage, OpenAPISpecVersionsTable, [spec, version]), (there) => {
            found ||= there
          })
    )
    return found
  })

interface OwnerOptions {
  /** The index whose first column names the owner, if the key does not begin with it. */
  readonly index?: string
  /** Removes data derived from an owner that is gone. */
  readonly mend?: (owner: string) => Mend
}

/** The check for rows without an owner, which nothing would ever read or remove. */
export const owners = (storage: StorageService, search: SearchIndexService, links: LinkIndexService): Check => {
  const space: Owned = (id) => exists(storage, SpacesTable, [id])
  const line: Owned = (id) =>
    Effect.flatMap(space(id), (found) => (found ? Effect.succeed(true) : exists(storage, ChangeRequestsTable, [id])))
  const linksMend = (id: string): Mend => ({
    of: `links of ${id}`,
    run: storage.transaction(links.purge(id), [spaceLock(id)])
  })
  const searchMend = (id: string): Mend => ({ of: `search of ${id}`, run: search.removeSpace(id) })
  const unit = (table: Table, what: string, owned: Owned, { index, mend }: OwnerOptions = {}): Unit => ({
    where: `table ${table.name}`,
    run: (report) =>
      eachFirst(
        storage,
        table,
        (owner) =>
          Effect.map(owned(owner), (found) => {
            if (!found) report(`${table.name} of ${owner}`, `there is no ${what} ${owner}`, mend?.(owner))
          }),
        index
      )
  })
  const indexed: Unit = {
    where: "the search index",
    run: (report) => {
      const next = (after: string | undefined): Effect.Effect<void, Unavailable> =>
        Effect.gen(function* () {
          const [first] = yield* search.list(after === undefined ? undefined : { space: after, page: "\uffff" }, 1)
          if (first === undefined) return
          if (!(yield* space(first.space))) {
            report(`search index of ${first.space}`, `there is no space ${first.space}`, searchMend(first.space))
          }
          yield* next(first.space)
        })
      return next(undefined)
    }
  }
  return {
    name: "owners",
    units: Stream.make(
      unit(Items, "space or change request", line),
      unit(Revisions, "space or change request", line, { index: "line" }),
      unit(Documents, "space", space),
      unit(PageLinksTable, "space", space, { mend: linksMend }),
      unit(BacklinksTable, "space", space, { mend: linksMend }),
      unit(LinkCountsTable, "space", space, { mend: linksMend }),
      unit(BlobReferenceTable, "holder", holderExists(storage), { index: "space" }),
      indexed
    )
  }
}
