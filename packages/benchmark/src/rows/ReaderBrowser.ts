/** Published sites in a browser: how long a first load takes, and the problems that axe finds. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { brokenNodes, brokenNodesInSearch } from "../browser/Accessibility.js"
import { launched } from "../browser/Chromium.js"
import { type FirstLoad, firstLoad } from "../browser/FirstLoad.js"
import { constant, type Family, median, type Prepared } from "../Harness.js"
import { largeManual, type Manual, ownManual } from "../reader/Manuals.js"
import { publishedSite } from "../reader/PublishedSite.js"

/** The number of pages that are loaded, and the number of pages that axe looks at. */
const loadedPages = 9
const checkedPages = 5

/** The query that is typed into search: words that both manuals have. */
const searched = "configuration file"

/** The addresses of some pages of a site on a server, far apart. */
const addressesOf = Effect.fnUntraced(function* (manual: Manual) {
  const { pages, paths } = yield* publishedSite(manual)
  const server = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const made = createServer(handleListener(pages))
      await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve))
      return made
    }),
    (made) => Effect.sync(() => made.close())
  )
  const address = `http://localhost:${(server.address() as AddressInfo).port}`
  return Array.from(
    { length: loadedPages },
    (_, i) => `${address}${paths[Math.floor(((i + 0.5) * paths.length) / loadedPages)]}`
  )
})

const rows: Effect.Effect<ReadonlyArray<Prepared>, unknown, Scope.Scope> = Effect.gen(function* () {
  const browser = yield* launched
  const [large, own] = [yield* addressesOf(largeManual()), yield* addressesOf(ownManual())]
  const loaded = (addresses: ReadonlyArray<string>) =>
    Effect.promise(async () => {
      const all: Array<FirstLoad> = []
      for (const address of addresses) {
        // The first rendering by a server does not count as time of the browser.
        await fetch(address)
        all.push(await firstLoad(browser, address))
      }
      return all
    })
  const [all, some] = [yield* loaded(large), yield* loaded(own)]
  const broken = (addresses: ReadonlyArray<string>) =>
    Effect.promise(() => brokenNodes(browser, addresses.slice(0, checkedPages)))
  const brokenInSearch = (addresses: ReadonlyArray<string>) =>
    Effect.promise(() => brokenNodesInSearch(browser, addresses.slice(0, checkedPages), searched))
  const row = (name: string, what: string, of: keyof FirstLoad, unit: string, most?: number): Prepared =>
    constant(
      `reader-browser-${name}`,
      [`${what} of the median page, manual of 180 pages`, median(all.map((each) => each[of]))],
      ["manual of Lectern", median(some.map((each) => each[of]))],
      unit,
      most === undefined ? undefined : { of: "subject", kind: "at most", value: most }
    )
  return [
    row("fcp", "first contentful paint", "firstPaint", "ms", 550),
    row("lcp", "largest contentful paint", "largestPaint", "ms", 550),
    row("tbt", "total blocking time", "blocked", "ms", 50),
    row("cls", "layout shift", "shift", "", 0),
    row("transferred", "what is transferred", "transferred", "KB"),
    constant(
      "reader-browser-axe",
      [`nodes of ${checkedPages} pages that axe reports, light, dark and phone`, yield* broken(large)],
      ["manual of Lectern", yield* broken(own)],
      "nodes",
      { of: "subject", kind: "at most", value: 0 }
    ),
    constant(
      "reader-browser-axe-search",
      [`nodes of ${checkedPages} pages with search open, light, dark and phone`, yield* brokenInSearch(large)],
      ["manual of Lectern", yield* brokenInSearch(own)],
      "nodes",
      { of: "subject", kind: "at most", value: 0 }
    )
  ]
})

/** Sites in a browser on a slow phone with a slow connection. */
export const readerBrowser: Family = { name: "reader-browser", onlyAsked: true, rows }
