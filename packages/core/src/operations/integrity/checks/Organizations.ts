/** Checks organizations: collections form a tree, grants are on their own content, and numbers are never reused. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { ImportPartsTable } from "../../../content/imports/ImportTables.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { Grants, TeamGrants } from "../../../people/access/GrantRepository.js"
import { LinkInviteTargetsTable } from "../../../people/invites/LinkInviteTables.js"
import type { OrganizationRecord } from "../../../people/organizations/Organization.js"
import { EmailDomainsTable, OrganizationsTable } from "../../../people/organizations/OrganizationRepository.js"
import type { CollectionRecord } from "../../../people/places/Collection.js"
import { CollectionsTable } from "../../../people/places/CollectionRepository.js"
import { SitesTable } from "../../../people/places/SiteRepository.js"
import type { SpaceRecord } from "../../../people/places/Space.js"
import { InheritingSpacesTable, SpacesTable } from "../../../people/places/SpaceRepository.js"
import type { StorageService } from "../../../storage/rows/Storage.js"
import type { Table } from "../../../storage/rows/Table.js"
import type { Check, Report, Unit } from "../Finding.js"
import { recounting } from "../Mending.js"
import { eachFirst, eachRow, parsed } from "../Scanning.js"

type Collection = Pick<CollectionRecord, "organization" | "parent">

const collectionOf = (storage: StorageService, id: string): Effect.Effect<Collection | undefined, Unavailable> =>
  Effect.map(storage.get(CollectionsTable, [id]), (row) =>
    row === undefined ? undefined : parsed<Collection>(CollectionsTable, row.json)
  )

/**
 * Checks that a collection is in one of its own organization and never in itself, and a space in one of its
 * organization.
 */
const enclosed = Effect.fnUntraced(function* (
  storage: StorageService,
  where: string,
  id: string,
  { organization, parent }: Collection,
  report: Report
) {
  const passed = new Set<string>([id])
  for (let at: string | undefined = parent; at !== undefined; ) {
    if (passed.has(at)) return report(where, "it is in itself")
    passed.add(at)
    const above: Collection | undefined = yield* collectionOf(storage, at)
    if (above === undefined) return
    if (above.organization !== organization) report(where, `it is in ${at}, which is in another organization`)
    at = above.parent
  }
})

const nesting = (storage: StorageService, table: Table, what: string): Unit => ({
  where: `table ${table.name}`,
  run: (report) =>
    eachRow<Collection & { readonly deletedAt?: string }>(storage, table, {}, ({ columns, value }) => {
      const record = value
      if (record === undefined || record.deletedAt !== undefined) return undefined
      return enclosed(storage, `${what} ${columns.id}`, String(columns.id), record, report)
    })
})

/** Checks that the targets of grants and link invites exist, in the organization that these name. */
const targets = (storage: StorageService, table: Table): Unit => ({
  where: `table ${table.name}`,
  run: (report) => {
    let known: { readonly target: string; readonly organization: unknown } | undefined
    return eachRow(storage, table, {}, ({ columns }) =>
      Effect.gen(function* () {
        const target = String(columns.target)
        if (known?.target !== target) {
          for (const candidates of [SpacesTable, CollectionsTable, SitesTable]) {
            const found = yield* storage.get(candidates, [target])
            known = { target, organization: found?.columns.organization }
            if (found !== undefined) break
          }
        }
        if (known?.organization === undefined) return report(`${table.name} on ${target}`, "its target does not exist")
        if (known.organization === columns.organization) return
        report(`${table.name} on ${target}`, `it names the organization ${columns.organization}`)
      })
    )
  }
})

const domains = (storage: StorageService): Unit => ({
  where: `table ${EmailDomainsTable.name}`,
  run: (report) =>
    eachRow(storage, EmailDomainsTable, {}, ({ columns }) =>
      Effect.map(storage.get(OrganizationsTable, [String(columns.organization)]), (row) => {
        const record = row && parsed<OrganizationRecord>(OrganizationsTable, row.json)
        if (record === undefined || record.emailDomains.includes(String(columns.domain))) return
        report(`organization ${record.id}`, `the domain ${columns.domain} points to it, but is not one of its own`)
      })
    )
})

/** Checks that spaces inherit from the collections that access takes their levels from. */
const inheritances = (storage: StorageService): Unit => ({
  where: `table ${InheritingSpacesTable.name}`,
  run: (report) =>
    eachRow(storage, InheritingSpacesTable, {}, ({ columns: { collection, organization, space } }) =>
      Effect.map(storage.get(SpacesTable, [String(space)]), (row) => {
        const record = row && parsed<SpaceRecord>(SpacesTable, row.json)
        if (record === undefined) return
        if (record.inherits === collection && record.organization === organization) return
        report(
          `space ${space}`,
          `access to it is inherited from ${collection} in ${organization}, which it does not name`
        )
      })
    )
})

/** The counter that numbers the parts of imports. */
const parts = "import-parts"

/** The highest number of a part of an import. */
const highestOf = (storage: StorageService, id: string): Effect.Effect<number, Unavailable> =>
  Effect.map(storage.scan(ImportPartsTable, { prefix: [id], reverse: true, limit: 1 }), ([last]) =>
    Number(last?.columns.ordinal ?? 0)
  )

/** Checks that counters are not behind the numbers in use, so that none is assigned twice. */
const ordinals = (storage: StorageService): Unit => ({
  where: `the counter ${parts}`,
  run: (report) =>
    Effect.gen(function* () {
      const given = yield* storage.counter(parts)
      yield* eachFirst(storage, ImportPartsTable, (of) =>
        Effect.map(highestOf(storage, of), (highest) => {
          if (highest <= given) return
          const right = Effect.zipWith(highestOf(storage, of), storage.counter(parts), Math.max)
          const problem = `a part has the number ${highest}, but the counter is at ${given}`
          report(`import ${of}`, problem, { ...recounting(storage, parts, right), of: `numbers of import ${of}` })
        })
      )
    })
})

/** The check of the structure of organizations. */
export const organizations = (storage: StorageService): Check => ({
  name: "organizations",
  units: Stream.make(
    nesting(storage, CollectionsTable, "collection"),
    nesting(storage, SpacesTable, "space"),
    targets(storage, Grants),
    targets(storage, TeamGrants),
    targets(storage, LinkInviteTargetsTable),
    domains(storage),
    inheritances(storage),
    ordinals(storage)
  )
})
