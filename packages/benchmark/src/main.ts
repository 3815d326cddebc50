/** `npm run bench`: measures rows and prints the table. Exits with 1 if a target is missed. */
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { chartOf } from "./Chart.js"
import { print, runAsked, say, sayMissed } from "./CommandLine.js"
import { type Family, measure, measureFamily, type Result, type Row } from "./Harness.js"
import { changes, readRecorded } from "./Record.js"
import { line } from "./Report.js"
import { access } from "./rows/Access.js"
import { backup } from "./rows/Backup.js"
import { callInTransaction } from "./rows/CallInTransaction.js"
import { capacity } from "./rows/Capacity.js"
import { listChanges, listChangesGit, mergeRequest, mergeRequestGit } from "./rows/ChangeRequests.js"
import { editBytes } from "./rows/EditBytes.js"
import { eventListeners, eventStream } from "./rows/Events.js"
import { exportGit } from "./rows/ExportGit.js"
import { getSpace } from "./rows/GetSpace.js"
import { pageByPath, readPage, writePage } from "./rows/Growth.js"
import {
  httpGet,
  httpGetBare,
  httpGetTraced,
  httpGetUntraced,
  httpList,
  httpListBare,
  httpNotModified,
  httpPage
} from "./rows/Http.js"
import { httpEdit } from "./rows/HttpEdit.js"
import { httpEditByHand } from "./rows/HttpEditByHand.js"
import { importRow, importTime } from "./rows/Import.js"
import { judged } from "./rows/Judged.js"
import { largePdf } from "./rows/LargePdf.js"
import { costsIn, largeSpaces } from "./rows/LargeSpaces.js"
import { liveLatency } from "./rows/LiveLatency.js"
import { liveReaders, liveUpdate } from "./rows/LiveTexts.js"
import { longestHold } from "./rows/LongestHold.js"
import { memoryFork } from "./rows/MemoryFork.js"
import { mergeManyGit } from "./rows/MergeMany.js"
import { opening, testFork, testReset } from "./rows/Opening.js"
import { exportMemory, importMemory, searchMemory } from "./rows/PeakMemory.js"
import { postgresBlobs } from "./rows/PostgresBlobs.js"
import { postgresReads } from "./rows/PostgresReads.js"
import { postgresSearch } from "./rows/PostgresSearch.js"
import { postgresWriters } from "./rows/PostgresWriters.js"
import { reader } from "./rows/Reader.js"
import { readerBrowser } from "./rows/ReaderBrowser.js"
import { readerLarge } from "./rows/ReaderLarge.js"
import { search } from "./rows/Search.js"
import { searchTyping } from "./rows/SearchTyping.js"
import { serverMemory } from "./rows/ServerMemory.js"
import { postgresSqlClient, sqlClientEdit, sqlClientGet } from "./rows/SqlClient.js"
import { webhooks } from "./rows/Webhooks.js"
import { worstText } from "./rows/WorstText.js"

const rows: ReadonlyArray<Row | Family> = [
  getSpace,
  sqlClientGet,
  sqlClientEdit,
  callInTransaction,
  httpGet,
  httpGetBare,
  httpGetTraced,
  httpGetUntraced,
  httpPage,
  httpList,
  httpListBare,
  httpNotModified,
  search,
  searchTyping,
  searchMemory,
  judged,
  importRow,
  importTime,
  exportGit,
  readPage,
  pageByPath,
  writePage,
  httpEdit,
  httpEditByHand,
  longestHold,
  mergeRequest,
  mergeRequestGit,
  mergeManyGit,
  listChanges,
  listChangesGit,
  editBytes,
  memoryFork,
  opening,
  testFork,
  testReset,
  serverMemory,
  eventStream,
  liveUpdate,
  liveReaders,
  liveLatency,
  eventListeners,
  webhooks,
  importMemory,
  exportMemory,
  access,
  worstText,
  largePdf,
  largeSpaces,
  capacity,
  postgresReads,
  postgresWriters,
  postgresSearch,
  postgresBlobs,
  postgresSqlClient,
  backup,
  reader,
  readerBrowser,
  readerLarge
]

const names = rows.map(({ name }) => name).join(", ")
const usage = `usage: npm run bench -- [--all | --only NAME...] [--json] [--compare FILE] [--chart FILE]\nrows: ${names}`

const chosen = (all: boolean, only: ReadonlyArray<string>): ReadonlyArray<Row | Family> => {
  const unknown = only.find((name) => !rows.some((row) => row.name === name))
  if (unknown !== undefined) throw new Error(`no row ${unknown}`)
  if (only.length > 0) return rows.filter(({ name }) => only.includes(name))
  return all ? rows : rows.filter(({ onlyAsked }) => onlyAsked !== true)
}

/** Parses the command line. Throws if it is not understood. */
const asked = () => {
  const { values } = parseArgs({
    options: {
      all: { type: "boolean", default: false },
      chart: { type: "string" },
      compare: { type: "string" },
      json: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] }
    }
  })
  const { all, chart, compare, json, only } = values
  const before = compare === undefined ? undefined : readRecorded(readFileSync(compare, "utf8"))
  return { before, chart, json, wanted: chosen(all, only) }
}

/** Measures rows one after another. A row that fails says why, and does not affect the results of the others. */
const run = (wanted: ReadonlyArray<Row | Family>): Effect.Effect<ReadonlyArray<Result>> =>
  Effect.map(
    Effect.forEach(wanted, (row) =>
      Effect.tap(
        Effect.timed(
          Effect.zipRight(
            Effect.sync(() => say(`${row.name}...`)),
            "rows" in row ? measureFamily(row) : Effect.map(measure(row), (result) => [result])
          )
        ),
        ([time, results]) =>
          Effect.sync(() =>
            say([`${row.name}: ${Duration.toSeconds(time).toFixed(0)} s`, ...results.map(line)].join("\n  "))
          )
      ).pipe(
        Effect.map(([, results]) => results),
        Effect.catchAllCause((cause) =>
          Effect.sync((): ReadonlyArray<Result> => {
            say(`${row.name} failed: ${Cause.pretty(cause)}`)
            process.exitCode = 1
            return []
          })
        )
      )
    ),
    (found) => found.flat()
  )

const bench = async ({ before, chart, json, wanted }: ReturnType<typeof asked>): Promise<void> => {
  const results = await Effect.runPromise(run(wanted))
  print(results, json)
  if (chart !== undefined) writeFileSync(chart, chartOf(costsIn(results)))
  if (before !== undefined) {
    const changed = changes(before, results)
    say(changed.length === 0 ? "nothing has changed by more than the noise" : changed.join("\n"))
  }
  sayMissed(results)
}

await runAsked(asked, usage, bench)
