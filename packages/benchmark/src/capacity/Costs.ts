/** The cost of operations, as `npm run bench -- --only capacity` measures it, and their frequencies. */
import { readRecorded } from "../Record.js"

/** The operations of the model. `visit` is a page of a published site. */
export const operations = ["visit", "get", "list", "page", "search", "edit", "merge"] as const
/** @see {@link operations} */
export type Operation = (typeof operations)[number]

/** The cost of one operation: statements, and microseconds of processor time. */
export interface Cost {
  readonly statements: number
  /** Of the process that answers. */
  readonly server: number
  /** Of PostgreSQL. */
  readonly database: number
}

/** The cost of every operation. */
export type Costs = Readonly<Record<Operation, Cost>>

/** One run on a quiet virtual machine with two cores, Node 20.20, PostgreSQL 18.4: `docs/scaling.md` shows it. */
export const measured: Costs = {
  visit: { statements: 15, server: 3_250, database: 800 },
  get: { statements: 2, server: 380, database: 90 },
  list: { statements: 2, server: 1_900, database: 250 },
  page: { statements: 3, server: 870, database: 300 },
  search: { statements: 12, server: 11_900, database: 9_700 },
  edit: { statements: 11.4, server: 9_750, database: 7_880 },
  merge: { statements: 19.2, server: 10_330, database: 8_000 }
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

/** The costs in the output of `npm run bench -- --json --only capacity`. */
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
