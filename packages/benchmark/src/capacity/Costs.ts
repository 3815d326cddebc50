/** The cost of operations, as `npm run bench -- --only capacity` measures it, and how often people ask for them. */
import { readRecorded } from "../Record.js"

/** What the model knows. `visit` is a page of a published site. */
export const operations = ["visit", "get", "list", "page", "search", "edit", "merge"] as const
/** @see {@link operations} */
export type Operation = (typeof operations)[number]

/** What one operation costs: statements, and microseconds of processor time. */
export interface Cost {
  readonly statements: number
  /** Of the process that answers. */
  readonly server: number
  /** Of PostgreSQL. */
  readonly database: number
}

/** The cost of every operation. */
export type Costs = Readonly<Record<Operation, Cost>>

/** One run on a busy virtual machine with two cores, Node 20.20, PostgreSQL 18.4: `docs/scaling.md` shows it. */
export const measured: Costs = {
  visit: { statements: 16, server: 7_200, database: 1_900 },
  get: { statements: 2, server: 1_760, database: 340 },
  list: { statements: 2, server: 4_000, database: 600 },
  page: { statements: 4, server: 1_720, database: 570 },
  search: { statements: 8, server: 16_600, database: 6_000 },
  edit: { statements: 14, server: 19_300, database: 13_600 },
  merge: { statements: 22, server: 20_000, database: 12_000 }
}

/** How many of a hundred requests are for each operation: a published manual with many readers and some writers. */
export const readersAndWriters: Readonly<Record<Operation, number>> = {
  visit: 80,
  get: 5,
  list: 3,
  page: 8,
  search: 2,
  edit: 1.8,
  merge: 0.2
}

/** The costs in what `npm run bench -- --json --only capacity` printed. */
export const costsFrom = (json: string): Costs => {
  const { rows } = readRecorded(json)
  const costOf = (name: Operation): Cost => {
    const found = rows.find(({ name: other }) => other === `capacity-${name}`)
    const [server, database] = [Number(found?.subject), Number(found?.baseline)]
    if (Number.isNaN(server + database)) throw new Error(`no costs of ${name}: expected the row capacity-${name}`)
    return { statements: measured[name].statements, server, database }
  }
  return {
    visit: costOf("visit"),
    get: costOf("get"),
    list: costOf("list"),
    page: costOf("page"),
    search: costOf("search"),
    edit: costOf("edit"),
    merge: costOf("merge")
  }
}
