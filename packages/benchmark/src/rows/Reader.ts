/** Published sites: the weight of their pages, how quickly they are rendered, exported, edited and searched. */
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { childNumbers } from "../Child.js"
import { constant, type Family, median, type Prepared, percentile, subjectAtMost, type Target } from "../Harness.js"
import { lectern, usageOf } from "../Programs.js"
import { exportedSearch } from "../reader/ExportedSearch.js"
import { largeManual, ownManual } from "../reader/Manuals.js"
import { basename, type PublishedSite, publishedSite, sitePath } from "../reader/PublishedSite.js"
import { answersASecond, bareHandler, edited, tagOf } from "../reader/Serving.js"
import { weights } from "../reader/Weights.js"
import { base } from "../Workspace.js"

/** A row that compares a figure of the large manual with that of Lectern. */
const row = (
  name: string,
  what: string,
  [large, own]: readonly [number, number],
  unit: string,
  target?: Target
): Prepared => constant(name, [`${what}, manual of 180 pages`, large], ["manual of Lectern", own], unit, target)

/** The weights of first loads. */
const weighed = Effect.fnUntraced(function* (large: PublishedSite, own: PublishedSite) {
  const [all, some] = [yield* weights(large), yield* weights(own)]
  const both = (of: (all: typeof some) => number) => [of(all), of(some)] as const
  const whole = (pages: typeof some) => pages.map((each) => each.whole)
  return [
    row(
      "reader-page",
      "HTML, CSS and JS of the median page",
      both((each) => median(whole(each))),
      "KB gzip",
      subjectAtMost(20)
    ),
    row(
      "reader-page-p95",
      "of the page at p95",
      both((each) => percentile(whole(each), 0.95)),
      "KB gzip",
      subjectAtMost(30)
    ),
    row(
      "reader-script",
      "JS",
      both((each) => Math.max(...each.map(({ scripts }) => scripts))),
      "KB gzip",
      subjectAtMost(5)
    )
  ]
})

/** The resources that the installed `lectern publish` takes. */
const publishing = ({ folder }: PublishedSite) =>
  Effect.promise(() => {
    const to = mkdtempSync(join(folder, "export-"))
    return usageOf(process.execPath, [lectern, "publish", basename, to, "--data-dir", folder])
  })

const exported = Effect.fnUntraced(function* (large: PublishedSite, own: PublishedSite) {
  const [all, some] = [yield* publishing(large), yield* publishing(own)]
  return [
    row("reader-export", "export", [all.seconds, some.seconds], "CPU seconds", subjectAtMost(3)),
    row("reader-export-memory", "peak memory of the export", [all.megabytes, some.megabytes], "MB", subjectAtMost(250))
  ]
})

const searched = Effect.fnUntraced(function* (large: PublishedSite, own: PublishedSite) {
  const [all, some] = [yield* exportedSearch(large), yield* exportedSearch(own)]
  const both = (of: (found: typeof all) => number) => [of(all), of(some)] as const
  const most = both(({ downloads }) => Math.max(...downloads))
  const typed = both((found) => median(found.typed))
  const whole = both((found) => found.whole)
  const slow = both(({ times }) => percentile(times, 0.95))
  return [
    row("reader-search", "the most that a query in an export downloads", most, "KB brotli", subjectAtMost(140)),
    row("reader-search-typed", "a query that is searched for letter by letter", typed, "KB brotli"),
    row("reader-search-index", "the whole index of an export", whole, "KB brotli"),
    row("reader-search-key", "last key to results in an export, p95", slow, "CPU ms", subjectAtMost(50))
  ]
})

/** The times of first requests for the pages of both manuals. */
const rendered = Effect.promise(async () => {
  const of = (manual: string) => childNumbers("./reader/Rendering.js", ["cold", "warm"], [manual])
  const [large, own] = [await of("large"), await of("own")]
  return [
    row("reader-render", "the first request for a page, p95", [large.warm, own.warm], "CPU ms", subjectAtMost(10)),
    row("reader-render-cold", "the same in a new process", [large.cold, own.cold], "CPU ms")
  ]
})

const rows: Effect.Effect<ReadonlyArray<Prepared>, unknown, Scope.Scope> = Effect.gen(function* () {
  const large = yield* publishedSite(largeManual())
  const own = yield* publishedSite(ownManual())
  const pages = large.paths.map((path) => () => new Request(`${base}${path}`))
  const first = large.paths.find((path) => path !== sitePath) ?? ""
  const tag = yield* tagOf(large.reader, new Request(`${base}${first}`))
  const call = `${base}/v1/spaces/${large.space}/content/path/${encodeURIComponent(first.slice(sitePath.length))}`
  const authorization = `Bearer ${large.token}`
  const callTag = yield* tagOf(large.api, new Request(call, { headers: { authorization } }))
  const unchanged = new Request(`${base}${first}`, { headers: { "if-none-match": tag } })
  const unchangedCall = new Request(call, { headers: { authorization, "if-none-match": callTag } })
  const weight = yield* weighed(large, own)
  const exports = [...(yield* exported(large, own)), ...(yield* searched(large, own))]
  return [
    ...weight,
    ...(yield* rendered),
    {
      name: "reader-cached",
      subject: "pages again",
      baseline: "the same texts from a map",
      unit: "pages a CPU second",
      target: { of: "subject", kind: "at least", value: 2_000 },
      rounds: 3,
      pair: {
        subject: answersASecond(large.reader, pages, 200),
        baseline: answersASecond(yield* bareHandler(large), pages, 200)
      }
    },
    {
      name: "reader-unchanged",
      subject: "a page that has not changed, 304",
      baseline: "a page by its path from the API, 304",
      unit: "answers a CPU second",
      target: { of: "ratio", kind: "at least", value: 1 },
      rounds: 3,
      pair: {
        subject: answersASecond(large.reader, [() => unchanged], 304),
        baseline: answersASecond(large.api, [() => unchangedCall], 304)
      }
    },
    {
      name: "reader-edit",
      subject: "edit to visible, manual of 180 pages",
      baseline: "manual of Lectern",
      unit: "ms",
      target: subjectAtMost(1_000),
      rounds: 9,
      pair: { subject: edited(large), baseline: edited(own) }
    },
    ...exports
  ]
})

/** Sites of two manuals: of about 180 pages with all blocks, and of this project. */
export const reader: Family = { name: "reader", onlyAsked: true, rows }
