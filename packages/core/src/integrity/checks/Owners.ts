/** Checks that the owner of each row exists: a space, a line of content, or another holder. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { BlobReferenceTable } from "../../blobs/BlobReferences.js"
import { ChangeRequestsTable } from "../../change-requests/ChangeRequestRepository.js"
import { Documents } from "../../content/DocumentRepository.js"
import { Items } from "../../content/Item.js"
import { Revisions } from "../../content/RevisionRepository.js"
import type { Unavailable } from "../../errors/Errors.js"
import { ImportsTable } from "../../imports/ImportTables.js"
import type { LinkIndexService } from "../../link-index/LinkIndex.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../../link-index/LinkTables.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "../../openapi-specs/OpenAPISpecTables.js"
import { PdfsTable } from "../../pdf/PdfsTable.js"
import type { SearchIndexService } from "../../search-index/SearchIndex.js"
import { SpacesTable } from "../../spaces/SpaceRepository.js"
import { spaceLock } from "../../storage/Locks.js"
import type { StorageService } from "../../storage/Storage.js"
import type { Table } from "../../storage/Table.js"
import { UploadsTable } from "../../uploads/UploadTables.js"
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
  /** Removes what is derived from an owner that is gone. */
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
