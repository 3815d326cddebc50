/** Reads a website: the pages linked below a URL, in the order of the site's own navigation. */
import type { Invalid, Unavailable } from "@lectern/core/errors/Errors"
import type { ImportAnswer, ImportAnswers, ImportSink } from "@lectern/core/imports/Importer"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type Source, unreadable } from "../Source.js"
import { absolute, type Scope, scopeOf } from "./Addresses.js"
import { makeFrontier } from "./Frontier.js"
import { fetchImages } from "./Images.js"
import { type FoundSitePage, makeKeeping } from "./Keeping.js"
import type { NavigationNode } from "./NavigationTree.js"
import { type KeptPage, outlineOf } from "./Outline.js"
import { makePolite, type PoliteOutbound } from "./PoliteOutbound.js"
import { makeProblems } from "./Problems.js"
import { readSite } from "./Reading.js"
import { noRelations } from "./Relations.js"
import { type Related, relationTree } from "./RelationTree.js"
import { type Robots, readRobots } from "./Robots.js"
import { readSitemaps } from "./Sitemap.js"
import { type Visit, visit } from "./Visits.js"

/** The store of responses: that of the sink, otherwise one in memory. */
const answersOf = ({ answers }: ImportSink): ImportAnswers => {
  if (answers !== undefined) return answers
  const kept = new Map<string, ImportAnswer>()
  return {
    keep: (asked, answer) =>
      Effect.sync(() => {
        if (!kept.has(asked)) kept.set(asked, answer)
      }),
    find: (asked) => Effect.sync(() => kept.get(asked))
  }
}

/** How many pages are fetched and read at the same time. */
const concurrency = 4
const maxRedirects = 5

interface Entrance {
  readonly robots: Robots
  readonly scope: Scope
  readonly visited: Extract<Visit, { kind: "page" }>
}

/** Fetches the first page. A redirect out of the scope moves the scope to its target. */
const enter = (
  polite: PoliteOutbound,
  answers: ImportAnswers,
  asked: string
): Effect.Effect<Entrance, Invalid | Unavailable> =>
  Effect.gen(function* () {
    let url = absolute(asked)
    for (let hop = 0; hop <= maxRedirects && url !== undefined; hop++) {
      const { host, origin } = new URL(url)
      const robots = yield* readRobots(polite, origin)
      polite.slowDown(host, robots.delay * 1000)
      if (!robots.allows(url)) return yield* unreadable(`the robots.txt of ${host} disallows ${url}`)
      const scope = scopeOf(url)
      const found = yield* visit({ url, key: scope.start }, { polite, answers, robots, scope })
      switch (found.kind) {
        case "page":
          return { robots, scope: { ...scope, start: found.key }, visited: found }
        case "problem":
          return yield* unreadable(found.problem)
        case "other":
          return yield* unreadable(`${url}: not an HTML page but ${found.contentType}`)
        case "redirect":
        case "refresh":
          url = found.to
      }
    }
    return yield* unreadable(`${asked}: too many redirects`)
  })

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** The kept pages with their relations. */
const relatedOf = (pages: ReadonlyArray<KeptPage>, found: ReadonlyArray<FoundSitePage>): ReadonlyArray<Related> => {
  const relations = new Map(found.map((page) => [page.key, page.relations]))
  return pages.map(({ key, title }) => ({ key, title, relations: relations.get(key) ?? noRelations }))
}

/** Unwraps entries below a label that most pages have as a heading, since it names the site. */
const withoutBanners = (
  nodes: ReadonlyArray<NavigationNode>,
  headings: ReadonlySet<string>
): ReadonlyArray<NavigationNode> =>
  nodes.flatMap((node) => (node.key === undefined && headings.has(node.title) ? node.children : [node]))

/** The source `website`. */
export const websiteSource: Source = (request, sink, outward) =>
  Effect.gen(function* () {
    const polite = makePolite(outward)
    const answers = answersOf(sink)
    const { robots, scope, visited } = yield* enter(polite, answers, request.url)
    const { maxPages } = request
    const problems = makeProblems()
    const frontier = makeFrontier(scope, robots, maxPages)
    const keeping = makeKeeping(scope, frontier, sink, problems, maxPages)

    yield* keeping.take(visited)
    const listed = yield* readSitemaps(polite, robots, scope, maxPages * 4)
    for (const url of listed) frontier.add(url)
    for (let level = yield* frontier.take; level.length > 0; level = yield* frontier.take) {
      yield* Stream.fromIterable(level).pipe(
        Stream.mapEffect((address) => visit(address, { polite, answers, robots, scope }), { concurrency }),
        Stream.runForEach(keeping.take)
      )
    }
    if (keeping.pages.length === 0) return yield* unreadable(`${request.url}: no page may be read`)
    const {
      headings,
      images,
      pageOf,
      pages: read
    } = yield* readSite({ scope, frontier, answers, sink, problems, keeping })
    yield* fetchImages(images, polite, robots, sink, problems, request.maxFileBytes)

    const disallowed = frontier.disallowed()
    if (disallowed > 0) {
      problems.add(`${scope.folder}: robots.txt disallows ${counted(disallowed, "linked page", "linked pages")}`)
    }
    for (const [language, count] of keeping.languages()) {
      problems.add(`${scope.folder}: ${counted(count, "page", "pages")} in another language (${language}) left out`)
    }
    const order = new Map(listed.map((url, index) => [pageOf(frontier.rename(url)), index]))
    const last = listed.length
    const pages = read.toSorted((a, b) => (order.get(a.key) ?? last) - (order.get(b.key) ?? last))
    const { contents, header, sidebar } = keeping.navigations
    const related = relationTree(relatedOf(pages, keeping.pages), contents, pageOf)
    return {
      places: outlineOf(scope, pages, [sidebar, withoutBanners(header, headings), related, contents], pageOf),
      aliases: Object.fromEntries([...keeping.aliases.keys()].map((key) => [key, pageOf(key)])),
      problems: problems.list()
    }
  })
