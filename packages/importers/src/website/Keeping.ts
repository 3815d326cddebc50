/** Decides which of the found pages to import, each under its canonical URL. */

import type { Conflict, Invalid, Unavailable } from "@lectern/core/errors/Errors"
import type { ImportSink } from "@lectern/core/imports/Importer"
import type { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import { compute, unreadable } from "../Source.js"
import { siteTask } from "../Tasks.js"
import { decoded, type Scope, segmentsOf } from "./Addresses.js"
import { type Comparing, makeComparing } from "./Comparing.js"
import type { Frontier } from "./Frontier.js"
import { makeLanguages } from "./Languages.js"
import { makeNavigationTree, type NavigationNode } from "./NavigationTree.js"
import type { Problems } from "./Problems.js"
import type { Relations } from "./Relations.js"
import { queriesIn, type SitePage } from "./SitePage.js"
import type { Address, Visit } from "./Visits.js"

/** A page of the site that will be imported. */
export interface FoundSitePage {
  readonly key: string
  /** The URL that was requested, and the one that answered. */
  readonly asked: string
  readonly url: string
  /** Possible titles, the most likely first; the last one is derived from its URL. */
  readonly candidates: ReadonlyArray<string>
  /** Its `<title>`. */
  readonly headTitle: string
  readonly relations: Relations
}

/** Information about a site that is complete once all its pages were fetched. */
export interface Keeping {
  /** Adds the result of a visit. */
  readonly take: (visit: Visit) => Effect.Effect<void, Conflict | Invalid | Unavailable, Workers>
  readonly pages: ReadonlyArray<FoundSitePage>
  readonly comparing: Comparing
  /** Keys that lead to another key. */
  readonly aliases: Map<string, string>
  /** The page orders that the pages show: next to their text, above it, and in it. */
  readonly navigations: {
    readonly sidebar: ReadonlyArray<NavigationNode>
    readonly header: ReadonlyArray<NavigationNode>
    readonly contents: ReadonlyArray<NavigationNode>
  }
  /** How many pages were skipped in each other language. */
  readonly languages: () => ReadonlyMap<string, number>
}

type PageVisit = Extract<Visit, { kind: "page" }> & { readonly page: SitePage }

/** The maximum total size of the HTML that is read, in bytes. */
const maxRead = 1024 ** 3

const titleOf = (key: string): string => decoded(segmentsOf(key).at(-1) ?? new URL(key).host)

/** Creates the collection, initially empty. */
export const makeKeeping = (
  scope: Scope,
  frontier: Frontier,
  sink: ImportSink,
  problems: Problems,
  maxPages: number
): Keeping => {
  const pages: Array<FoundSitePage> = []
  const found = new Set<string>()
  const prints = new Set<string>()
  const aliases = new Map<string, string>()
  const comparing = makeComparing()
  const languages = makeLanguages(scope.start)
  const sidebar = makeNavigationTree()
  const header = makeNavigationTree()
  const contents = makeNavigationTree()
  /**
   * Pages that declare another canonical URL, by the key of that URL. They are imported if there is no page at that
   * URL.
   */
  const deferred = new Map<string, Array<Address>>()
  const standing = new Set<string>()
  const visited = new Set<string>()
  let visits = 0
  let bytesRead = 0

  const alias = (from: string, to: string) => {
    if (from !== to) aliases.set(from, to)
  }

  const arrange = (key: string, title: string, { navigations }: SitePage): void => {
    for (const { entries, kind } of navigations) {
      if (kind === "sidebar") sidebar.merge(entries)
      else if (kind === "header") header.merge(entries)
      else contents.mergeBelow(key, title, entries)
    }
  }

  /** Whether the page will be imported from its canonical URL instead. */
  const isElsewhere = ({ key, page: { canonical }, url }: PageVisit): boolean => {
    if (canonical === undefined || canonical === key || canonical === scope.start || standing.has(key)) return false
    if (!found.has(canonical)) {
      if (visited.has(canonical) || !frontier.add(canonical)) return false
      const others = deferred.get(canonical)
      if (others === undefined) deferred.set(canonical, [{ url, key }])
      else others.push({ url, key })
    }
    alias(key, canonical)
    return true
  }

  const keep = Effect.fnUntraced(function* (key: string, { asked, page, url }: PageVisit) {
    if (page.isShell) {
      const problem = "the page has no text in its HTML; it requires JavaScript"
      if (key === scope.start) return yield* unreadable(`${url}: ${problem}`)
      return problems.add(`${url}: ${problem}`)
    }
    const candidates = [...page.candidates, titleOf(key)]
    arrange(key, candidates[0]!, page)
    prints.add(page.print === "" ? key : page.print)
    if (prints.size > maxPages) {
      return yield* unreadable(`the site has more than ${maxPages} pages under ${scope.folder}`)
    }
    found.add(key)
    comparing.add(page.comparable)
    const { relations } = page
    pages.push({ key, asked: asked.url, url, candidates, headTitle: page.comparable.title, relations })
  })

  const arrived = Effect.fnUntraced(function* (visit: PageVisit) {
    const { key, page, url } = visit
    if (!languages.takes(key, page.language, page.alternates)) return
    for (const query of queriesIn(page.navigations)) frontier.keepQuery(query)
    if (isElsewhere(visit)) return
    if (page.noindex) problems.add(`${url}: left out, since the page has noindex set`)
    else yield* keep(key, visit)
    for (const link of page.links) if (languages.asks(link)) frontier.add(link)
  })

  const take = Effect.fnUntraced(function* (visit: Visit) {
    const { asked } = visit
    visited.add(asked.key)
    frontier.reached(asked.key)
    visits++
    if (visit.kind === "page") {
      const { bytes, headers, key, url } = visit
      alias(asked.key, key)
      frontier.reached(key)
      bytesRead += bytes.length
      if (bytesRead > maxRead)
        return yield* unreadable(`the pages under ${scope.folder} have more than ${maxRead} bytes`)
      if (!found.has(key)) {
        const first = key === scope.start
        const page = yield* compute(siteTask, { bytes, headers, address: url, scope: scope.address, first })
        yield* arrived({ ...visit, page })
      }
    } else if (visit.kind === "refresh") {
      if (frontier.add(visit.to)) alias(asked.key, frontier.rename(visit.to))
    } else if (visit.kind === "problem") problems.add(visit.problem)
    const others = visit.kind === "page" ? [] : (deferred.get(asked.key) ?? [])
    for (const other of others) {
      standing.add(other.key)
      aliases.delete(other.key)
      frontier.again(other)
    }
    yield* sink.found(pages.length + frontier.total() - visits)
  })

  return {
    take,
    pages,
    comparing,
    aliases,
    navigations: { sidebar: sidebar.roots, header: header.roots, contents: contents.roots },
    languages: languages.left
  }
}
