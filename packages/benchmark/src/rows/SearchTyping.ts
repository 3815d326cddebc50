import { Search } from "@lectern/core/search/Search"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { clock, type Family, type Prepared, type Target } from "../Harness.js"
import { bytesOf } from "../peers/RawFts.js"
import { checkSearched, searchedSpace } from "../SearchedSpace.js"
import { within } from "../Workspace.js"

const pageCount = 10_000
const bytes = 2_000
const rounds = 8
/** Words that most pages contain, words that few contain, and a misspelled word. */
const typed = ["restore backup", "configurable", "merging branches", "page 1234", "measurd caches"]
/** The number of letters from which on results must keep up with typing. */
const letters = 3

const prefixes = [...new Set(typed.flatMap((query) => Array.from(query, (_, i) => query.slice(0, i + 1))))].filter(
  (prefix) => !prefix.endsWith(" ")
)

/** The processor time of some work, in microseconds; other processes affect it less than the elapsed time. */
const processorTime = (work: Effect.Effect<unknown, unknown>): Effect.Effect<number, unknown> =>
  Effect.suspend(() => {
    const stop = clock()
    return Effect.map(work, () => stop(1).processor)
  })

/**
 * The processor time for a prefix, in microseconds. `found` says whether raw FTS5 finds pages for it; otherwise there
 * is no ratio.
 */
interface Typed {
  readonly prefix: string
  readonly found: boolean
  readonly subject: number
  readonly baseline: number
}

const row = (
  name: string,
  { baseline, prefix, subject }: Typed,
  target: Target,
  [unit, per]: readonly [string, number]
): Prepared => ({
  name,
  subject: `typed "${prefix}", 10,000 pages`,
  baseline: "raw FTS5",
  unit,
  target,
  rounds: 1,
  pair: { subject: Effect.succeed(subject / per), baseline: Effect.succeed(baseline / per) }
})

const most = (all: ReadonlyArray<Typed>, of: (typed: Typed) => number): Typed =>
  all.reduce((worst, each) => (of(each) > of(worst) ? each : worst))

const lines = (all: ReadonlyArray<Typed>): string =>
  all
    .map(({ baseline, found, prefix, subject }) => {
      const times = [subject, baseline].map((time) => (time / 1000).toFixed(2).padStart(8))
      return `${prefix.padEnd(20)}${times.join("")} ms  ${found ? (subject / baseline).toFixed(2) : "nothing found"}`
    })
    .join("\n")

/**
 * A query typed letter by letter into a space of 10,000 pages. Lectern and raw FTS5 search for each prefix alternately,
 * and the worst prefix is reported, by its minimum processor time, which other processes disturb least. Each prefix is
 * printed with its times. The last row is the size of the index in the file, including the texts of its sections.
 */
export const searchTyping: Family = {
  name: "search-typing",
  rows: Effect.gen(function* () {
    const searched = yield* searchedSpace(pageCount, bytes)
    const { raw, space, workspace } = searched
    yield* checkSearched(searched, "restore backup")
    const ask = (query: string) =>
      processorTime(
        within(
          workspace,
          Effect.flatMap(Search, (service) => service.space(space, { query }))
        )
      )
    const askRaw = (query: string) => processorTime(Effect.sync(() => raw.search(workspace.user, space, query)))
    const all: Array<Typed> = []
    for (const prefix of prefixes) {
      const subject: Array<number> = []
      const baseline: Array<number> = []
      for (let round = 0; round <= rounds; round++) {
        const [ours, theirs] = [yield* ask(prefix), yield* askRaw(prefix)]
        if (round === 0) continue
        subject.push(ours)
        baseline.push(theirs)
      }
      const { count = 0 } = raw.search(workspace.user, space, prefix) ?? {}
      all.push({ prefix, found: count > 0, subject: Math.min(...subject), baseline: Math.min(...baseline) })
    }
    process.stderr.write(`${lines(all)}\n`)
    const file = new Sqlite(workspace.filename, { readonly: true })
    const size = bytesOf(file, "search_*")
    file.close()
    const long = all.filter(({ prefix }) => prefix.length >= letters)
    return [
      row(
        "search-typing",
        most(
          all.filter(({ found }) => found),
          ({ baseline, subject }) => subject / baseline
        ),
        { of: "ratio", kind: "at most", value: 1.5 },
        ["µs of CPU", 1]
      ),
      row(
        "search-typing-longest",
        most(long, ({ subject }) => subject),
        { of: "subject", kind: "at most", value: 30 },
        ["ms of CPU", 1000]
      ),
      {
        name: "search-index-size",
        subject: "index of 10,000 pages, in the file",
        baseline: "raw FTS5",
        unit: "MB",
        rounds: 1,
        pair: { subject: Effect.succeed(size / 2 ** 20), baseline: Effect.succeed(raw.bytes() / 2 ** 20) }
      }
    ]
  })
}
