/** `npm run bench`: measures every row and prints the table. Exits with 1 if a target is missed. */
import { Effect } from "effect"
import { type Family, measure, measureFamily, type Result, type Row } from "./Harness.js"
import { json, table } from "./Report.js"
import { access } from "./rows/Access.js"
import { capacity } from "./rows/Capacity.js"
import { listChanges, listChangesGit, mergeRequest, mergeRequestGit } from "./rows/ChangeRequests.js"
import { editBytes } from "./rows/EditBytes.js"
import { getSpace } from "./rows/GetSpace.js"
import { pageByPath, readPage, writePage } from "./rows/Growth.js"
import { httpGet, httpGetBare, httpGetTraced, httpList, httpListBare } from "./rows/Http.js"
import { httpEdit } from "./rows/HttpEdit.js"
import { importRow } from "./rows/Import.js"
import { judged } from "./rows/Judged.js"
import { largePdf } from "./rows/LargePdf.js"
import { longestHold } from "./rows/LongestHold.js"
import { memoryFork } from "./rows/MemoryFork.js"
import { opening, testFork, testReset } from "./rows/Opening.js"
import { exportMemory, importMemory, searchMemory } from "./rows/PeakMemory.js"
import { search } from "./rows/Search.js"
import { searchTyping } from "./rows/SearchTyping.js"
import { worstText } from "./rows/WorstText.js"

const rows: ReadonlyArray<Row | Family> = [
  getSpace,
  httpGet,
  httpGetBare,
  httpGetTraced,
  httpList,
  httpListBare,
  search,
  searchTyping,
  searchMemory,
  judged,
  importRow,
  readPage,
  pageByPath,
  writePage,
  httpEdit,
  longestHold,
  mergeRequest,
  mergeRequestGit,
  listChanges,
  listChangesGit,
  editBytes,
  memoryFork,
  opening,
  testFork,
  testReset,
  importMemory,
  exportMemory,
  access,
  worstText,
  largePdf,
  capacity
]

const usage = `usage: npm run bench -- [--json] [--only NAME]\nrows: ${rows.map(({ name }) => name).join(", ")}`

const chosen = (args: ReadonlyArray<string>): ReadonlyArray<Row | Family> | undefined => {
  const rest = args.filter((arg) => arg !== "--json")
  if (rest.length === 0) return rows.filter((row) => !("onlyAsked" in row))
  if (rest.length !== 2 || rest[0] !== "--only") return undefined
  const found = rows.filter(({ name }) => name === rest[1])
  return found.length === 0 ? undefined : found
}

const run = (wanted: ReadonlyArray<Row | Family>): Effect.Effect<ReadonlyArray<Result>, unknown> =>
  Effect.map(
    Effect.forEach(wanted, (row) =>
      Effect.zipRight(
        Effect.sync(() => process.stderr.write(`${row.name}...\n`)),
        "rows" in row ? measureFamily(row) : Effect.map(measure(row), (result) => [result])
      )
    ),
    (results) => results.flat()
  )

const args = process.argv.slice(2)
const wanted = chosen(args)
if (wanted === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else {
  const results = await Effect.runPromise(run(wanted))
  process.stdout.write(`${args.includes("--json") ? json(results) : table(results)}\n`)
  const missed = results.filter(({ met }) => !met)
  if (missed.length > 0) {
    process.stderr.write(`targets missed: ${missed.map(({ row }) => row.name).join(", ")}\n`)
    process.exitCode = 1
  }
}
