/** The tables of `docs/scaling.md`. */
import { type Carried, carried, type Demand, editsOfOneSpace, type Fleet } from "./Capacity.js"
import { type Costs, measured, operations, readersAndWriters } from "./Costs.js"

/** The demand of the tables: 10,000 organizations, some of which are much larger than others. */
export const demandOf = (costs: Costs): Demand => ({
  costs,
  mix: readersAndWriters,
  organizations: 10_000,
  skew: 0.8,
  patience: 50_000
})

const plain: Omit<Fleet, "databases" | "placement"> = { cores: 8, cdn: 0, replicas: 0 }

/** The fleets of the table: the additions of each to one database of eight cores. */
export const fleets: ReadonlyArray<readonly [name: string, fleet: Fleet]> = [
  ["1 database", { ...plain, databases: 1, placement: "directory" }],
  ["1, and a CDN", { ...plain, databases: 1, placement: "directory", cdn: 0.9 }],
  ["1, and 2 replicas", { ...plain, databases: 1, placement: "directory", replicas: 2 }],
  ["10, by hash", { ...plain, databases: 10, placement: "hash" }],
  ["10, by directory", { ...plain, databases: 10, placement: "directory" }],
  ["10, and a CDN", { ...plain, databases: 10, placement: "directory", cdn: 0.9 }],
  ["100, by hash", { ...plain, databases: 100, placement: "hash" }],
  ["100, by directory", { ...plain, databases: 100, placement: "directory" }],
  ["100, and a CDN", { ...plain, databases: 100, placement: "directory", cdn: 0.9 }]
]

/** Two digits that matter. */
const rounded = (value: number): string => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1)
  return (Math.round(value / unit) * unit).toLocaleString("en-US")
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [line(header), `|${header.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n")

/** The table of the costs of operations. */
export const costTable = (costs: Costs): string =>
  table(
    ["operation", "statements", "server", "PostgreSQL"],
    operations.map((name) => {
      const { database, server, statements } = costs[name]
      return [
        `\`${name}\``,
        String(statements),
        `${(server / 1000).toFixed(2)} ms`,
        `${(database / 1000).toFixed(2)} ms`
      ]
    })
  )

const cells = (name: string, { busiest, edits, requests, serverCores }: Carried): ReadonlyArray<string> => [
  name,
  percent(busiest),
  rounded(requests),
  rounded(edits),
  rounded(serverCores)
]

/** The table of the loads that fleets carry. */
export const fleetTable = (costs: Costs): string =>
  table(
    ["databases", "share of the busiest", "requests/s", "of them edits", "cores of servers"],
    fleets.map(([name, fleet]) => cells(name, carried(fleet, demandOf(costs))))
  )

/** The edits per second in one space, at round trips of these microseconds. */
export const spaceTable = (costs: Costs): string =>
  table(
    ["round trip to the database", "edits/s in one space"],
    [100, 500, 2_000].map((roundTrip) => [`${roundTrip / 1000} ms`, rounded(editsOfOneSpace(costs, roundTrip))])
  )

/** All tables, of these costs. */
export const tables = (costs: Costs = measured): string =>
  [costTable(costs), fleetTable(costs), spaceTable(costs)].join("\n\n")
