/** The check of each row of a table against the invariants that are declared next to its repository. */
import * as Effect from "effect/Effect"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../../content/links/LinkTables.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import {
  collectionsStamp,
  moveAccess,
  organizationStamp,
  sitesStamp,
  spacesStamp
} from "../../people/access/StampedCache.js"
import { type Invariants, invariantsOf } from "../../storage/rows/Invariants.js"
import type { RecordTable } from "../../storage/rows/RecordTable.js"
import type { Reference } from "../../storage/rows/RowDeclaration.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import type { Table, Value } from "../../storage/rows/Table.js"
import type { Mend, Report, Unit } from "./Finding.js"
import { type ReindexingPorts, reindexing, rewriting } from "./Mending.js"
import { eachRow, exists } from "./Scanning.js"

/** The number of existing rows that are remembered, so that one that many others reference is looked up once. */
const remembered = 10_000

/** The tables whose rows are derived from texts as a whole, each with the space in the column `space`. */
const ofTexts: ReadonlySet<Table> = new Set([PageLinksTable, BacklinksTable, LinkCountsTable])

/** Moves the stamps that access caches depend on, wherever a row of an organization decides access. */
const accessMoved = (storage: StorageService, value: object): Effect.Effect<void, Unavailable> => {
  const id = "organization" in value ? value.organization : undefined
  if (typeof id !== "string") return Effect.void
  const stamps = [organizationStamp, collectionsStamp, sitesStamp, spacesStamp]
  return Effect.forEach(stamps, (stamp) => moveAccess(storage, id, stamp(id)), { discard: true })
}

/** Writes the columns of a row again, from its JSON. */
const columnsMend = (storage: StorageService, { columnsOf, table }: Invariants, key: ReadonlyArray<Value>): Mend =>
  rewriting<object>(storage, table, key, {
    right: (value) => Effect.as(accessMoved(storage, value), value),
    columns: columnsOf
  })

/** The data and services that a check of rows needs: the tables are all those that rows refer to. */
export interface RecordsPorts extends ReindexingPorts {
  readonly tables: ReadonlyArray<Table>
}

/** The check of all rows of a table. */
export const recordsUnit = (ports: RecordsPorts, table: RecordTable): Unit => ({
  where: `table ${table.name}`,
  run: (report) => Effect.flatMap(table.row.load, (row) => examineAll(ports, invariantsOf(table, row), report))
})

const examineAll = (ports: RecordsPorts, invariants: Invariants, report: Report): Effect.Effect<void, Unavailable> => {
  const { storage } = ports
  const { examine, table } = invariants
  const byName = new Map(ports.tables.map((each) => [each.name, each]))
  const known = new Set<string>()
  const isThere = ({ index, key, table: other }: Reference): Effect.Effect<boolean, Unavailable> => {
    const name = JSON.stringify([other, index, ...key])
    if (known.has(name)) return Effect.succeed(true)
    const declared = byName.get(other)
    if (declared === undefined) return Effect.dieMessage(`there is no table ${other}`)
    return Effect.map(exists(storage, declared, key, index), (found) => {
      if (found && known.size < remembered) known.add(name)
      return found
    })
  }
  return eachRow(storage, table, {}, ({ columns, value }) => {
    const key = table.key.map((name) => columns[name] ?? null)
    const where = `${table.name} ${key.join(" ")}`
    const { differing, problems, references } = examine(columns, value)
    const whole = ofTexts.has(table) ? reindexing(ports, String(columns.space)) : undefined
    for (const problem of problems) report(where, problem, whole)
    for (const problem of differing) report(where, problem, whole ?? columnsMend(storage, invariants, key))
    if (references.length === 0) return undefined
    return Effect.forEach(
      references,
      (reference) =>
        Effect.map(isThere(reference), (found) => {
          if (!found) report(where, `its ${reference.what} ${reference.key.join(" ")} does not exist`)
        }),
      { discard: true }
    )
  })
}
