/** The costs of calls in spaces of up to 100,000 pages. */

import type { Actor } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type * as Engine from "@lectern/core/engine/Engine"
import { Search } from "@lectern/core/search/Search"
import type { EditOptions } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import * as Effect from "effect/Effect"
import type { Line } from "../Chart.js"
import { markdownOf } from "../Corpus.js"
import {
  constant,
  type Family,
  median,
  type Prepared,
  percentile,
  type Result,
  ratioAtMost,
  type Target
} from "../Harness.js"
import { pathOf, treeOf, within } from "../Workspace.js"
import { editPage, placeOf, type Sample, sampleOf, used } from "./Growth.js"

const [smallest, largest] = [100, 100_000]
const sizes: ReadonlyArray<number> = [smallest, 1_000, 10_000, largest]
const bytes = 1_000
const rounds = 5

/** A word that stands on five pages of each space. */
const rare = "quagga"
const rarePages = 5

type Call = Effect.Effect<unknown, unknown, Engine.Services | Actor>

const placed = (size: number) => {
  const tree = treeOf(size, bytes)
  const places = Array.from({ length: rarePages }, (_, i) => `${pathOf(placeOf(size, i * 20))}.md`)
  const pages = tree.pages.map((group) => ({
    ...group,
    pages: group.pages.map((page) =>
      page.type === "document" && places.includes(page.key)
        ? { ...page, markdown: `${page.markdown}\nA ${rare}.\n` }
        : page
    )
  }))
  return sampleOf(size, { ...tree, pages })
}

let texts = 0

const edit = (place: Sample, i: number, where?: EditOptions) =>
  Effect.suspend(() => editPage(place, i, markdownOf(1_000_000 + texts++, bytes), where))

/** A kind of call: each is prepared, and then measured by itself. */
interface Kind {
  readonly name: string
  readonly what: string
  /** How often it is called in a round. */
  readonly calls: number
  readonly call: (place: Sample, i: number) => Effect.Effect<Call, unknown, Engine.Services | Actor>
}

const opened = Effect.fnUntraced(function* (place: Sample, i: number) {
  const { id } = yield* (yield* ChangeRequests).create(place.space, { subject: `Edit ${i}` })
  yield* edit(place, i, { changeRequest: id })
  return id
})

const kinds: ReadonlyArray<Kind> = [
  {
    name: "read",
    what: "read a page",
    calls: 200,
    call: ({ pages, space }, i) =>
      Effect.map(
        Effect.flatMap(Contents, (contents) => contents.head(space)),
        (revision) => Effect.flatMap(Contents, (contents) => contents.page(space, pages[i % used]!, { revision }))
      )
  },
  {
    name: "search",
    what: "search for a rare word",
    calls: 40,
    call: ({ space }) =>
      Effect.succeed(
        Effect.flatMap(Search, (search) =>
          Effect.filterOrDieMessage(search.space(space, { query: rare }), ({ count }) => count >= 1, "not found")
        )
      )
  },
  { name: "edit", what: "edit a page", calls: 200, call: (place, i) => Effect.succeed(edit(place, i)) },
  {
    name: "request",
    what: "open a request with an edit",
    calls: 20,
    call: (place, i) => Effect.succeed(opened(place, i))
  },
  {
    name: "merge",
    what: "merge the request",
    calls: 20,
    call: (place, i) =>
      Effect.map(opened(place, i), (id) =>
        Effect.flatMap(ChangeRequests, (requests) => requests.merge(place.space, id))
      )
  }
]

/** The microseconds of each call of a round. */
const round = ({ call, calls }: Kind, place: Sample, first: number) =>
  within(
    place.workspace,
    Effect.gen(function* () {
      const times: Array<number> = []
      for (let i = 0; i < calls; i++) {
        const measured = yield* call(place, first + i)
        const started = performance.now()
        yield* measured
        times.push((performance.now() - started) * 1_000)
      }
      return times
    })
  )

const pagesIn = (size: number): string => `${size.toLocaleString("en-US")} pages`

const rowsOf = Effect.fnUntraced(function* (kind: Kind, places: ReadonlyArray<Sample>) {
  const times: ReadonlyArray<Array<number>> = sizes.map(() => [])
  for (let i = 0; i <= rounds; i++) {
    for (const [at, place] of places.entries()) {
      const measured = yield* round(kind, place, i * kind.calls)
      if (i > 0) times[at]!.push(...measured)
    }
  }
  const [least = []] = times
  const row = (
    name: string,
    what: string,
    size: number,
    of: (times: ReadonlyArray<number>) => number,
    target?: Target
  ) =>
    constant(
      name,
      [`${what}, ${pagesIn(size)}`, of(times[sizes.indexOf(size)] ?? [])],
      [pagesIn(smallest), of(least)],
      "µs",
      target
    )
  const mean = (all: ReadonlyArray<number>) => all.reduce((sum, each) => sum + each, 0) / all.length
  const rows: Array<Prepared> = sizes
    .slice(1)
    .map((size) =>
      row(`large-spaces-${kind.name}-${size}`, kind.what, size, median, size === largest ? ratioAtMost(1.4) : undefined)
    )
  rows.push(row(`large-spaces-${kind.name}-p99`, `${kind.what}, p99`, largest, (all) => percentile(all, 0.99)))
  if (kind.name === "edit") rows.push(row("large-spaces-edit-mean", "edit a page, mean", largest, mean, ratioAtMost(2)))
  return rows
})

/** Reads, searches, edits, change requests and merges in spaces of 100 to 100,000 pages of 1 KB. */
export const largeSpaces: Family = {
  name: "large-spaces",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const places = yield* Effect.forEach(sizes, placed)
    return (yield* Effect.forEach(kinds, (kind) => rowsOf(kind, places))).flat()
  })
}

/** The medians of {@link largeSpaces} by size, as lines of a chart; empty if the family was not measured. */
export const costsIn = (results: ReadonlyArray<Result>): ReadonlyArray<Line> =>
  kinds.flatMap(({ name, what }) => {
    const points = sizes.slice(1).flatMap((size) => {
      const found = results.find(({ row }) => row.name === `large-spaces-${name}-${size}`)
      return found === undefined ? [] : [{ size, result: found }]
    })
    const [first] = points
    if (first === undefined) return []
    const smaller = { x: smallest, y: first.result.baseline / 1_000 }
    return [
      { name: what, points: [smaller, ...points.map(({ result, size }) => ({ x: size, y: result.subject / 1_000 }))] }
    ]
  })
