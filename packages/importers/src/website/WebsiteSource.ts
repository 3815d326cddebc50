/** Reads a website: what is linked under an address, in the order of the site's own navigation. */
import type { Invalid } from "@lectern/core/errors/Errors"
import type { OutboundService } from "@lectern/core/outbound/Outbound"
import { Effect, Stream } from "effect"
import { type Source, unreadable } from "../Source.js"
import { absolute, type Scope, scopeOf } from "./Addresses.js"
import { makeFrontier } from "./Frontier.js"
import { fetchImages } from "./Images.js"
import { makeKeeping } from "./Keeping.js"
import { outlineOf } from "./Outline.js"
import { makePolite } from "./PoliteOutbound.js"
import { makeProblems } from "./Problems.js"
import { type Robots, readRobots } from "./Robots.js"
import { readSitemaps } from "./Sitemap.js"
import { type Visit, visit } from "./Visits.js"

/** How many pages are fetched and read at the same time. */
const concurrency = 4
const maxRedirects = 5

interface Entrance {
  readonly robots: Robots
  readonly scope: Scope
  readonly visited: Extract<Visit, { kind: "page" }>
}

/** The first page. A redirect out of the scope moves the scope along. */
const enter = (
  outbound: OutboundService,
  slowDown: (host: string, spacing: number) => void,
  asked: string
): Effect.Effect<Entrance, Invalid> =>
  Effect.gen(function* () {
    let url = absolute(asked)
    for (let hop = 0; hop <= maxRedirects && url !== undefined; hop++) {
      const { host, origin } = new URL(url)
      const robots = yield* readRobots(outbound, origin)
      slowDown(host, robots.delay * 1000)
      if (!robots.allows(url)) return yield* unreadable(`the robots.txt of ${host} disallows ${url}`)
      const scope = scopeOf(url)
      const found = yield* visit({ url, key: scope.start }, { outbound, robots, scope })
      switch (found.kind) {
        case "page":
          return { robots, scope: { ...scope, start: found.key }, visited: found }
        case "problem":
          return yield* unreadable(found.problem)
        case "other":
          return yield* unreadable(`${url}: not a page of HTML but ${found.contentType}`)
        case "redirect":
          url = found.to
      }
    }
    return yield* unreadable(`${asked}: too many redirects`)
  })

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** The source `website`. */
export const websiteSource: Source = (request, sink, outward) =>
  Effect.gen(function* () {
    const { outbound, slowDown } = makePolite(outward)
    const { robots, scope, visited } = yield* enter(outbound, slowDown, request.url)
    const { maxPages } = request
    const problems = makeProblems()
    const frontier = makeFrontier(scope, robots, maxPages)
    const keeping = makeKeeping(scope, frontier, sink, problems, maxPages)

    yield* keeping.take(visited)
    const listed = yield* readSitemaps(outbound, robots, scope, maxPages * 4)
    for (const url of listed) frontier.add(url)
    for (let level = yield* frontier.take; level.length > 0; level = yield* frontier.take) {
      yield* Stream.fromIterable(level).pipe(
        Stream.mapEffect((address) => visit(address, { outbound, robots, scope }), { concurrency }),
        Stream.runForEach(keeping.take)
      )
    }
    if (keeping.pages.length === 0) return yield* unreadable(`${request.url}: no page may be read`)
    yield* fetchImages(keeping.images, outbound, robots, sink, problems, request.maxFileBytes)

    const disallowed = frontier.disallowed()
    if (disallowed > 0) {
      problems.add(`${scope.folder}: robots.txt disallows ${counted(disallowed, "linked page", "linked pages")}`)
    }
    const { pageOf } = keeping
    const order = new Map(listed.map((url, index) => [pageOf(frontier.rename(url)), index]))
    const last = listed.length
    const pages = keeping.pages.toSorted((a, b) => (order.get(a.key) ?? last) - (order.get(b.key) ?? last))
    return {
      places: outlineOf(scope, pages, keeping.navigations, pageOf),
      aliases: Object.fromEntries([...keeping.aliases.keys()].map((key) => [key, pageOf(key)])),
      problems: problems.list()
    }
  })
