/** Decides which of the found pages belong to the site, each under its canonical URL. */

import type { Conflict, Invalid, Unavailable } from "@lectern/core/errors/Errors"
import type { ImportSink } from "@lectern/core/imports/Importer"
import type { Workers } from "@lectern/core/workers/Workers"
import { Effect } from "effect"
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

/** A page of the site that is still to be read. */
export interface FoundSitePage {
  readonly key: string
  /** The address that was asked for it, and the one that answered. */
  readonly asked: string
  readonly url: string
  /** What it may be called, the likeliest first; the last is made from its address. */
  readonly candidates: ReadonlyArray<string>
  /** The title in its head. */
  readonly headTitle: string
  readonly relations: Relations
}

/** What is known of a site whose pages have all been asked for. */
export interface Keeping {
  /** Takes what was found at an address. */
  readonly take: (visit: Visit) => Effect.Effect<void, Conflict | Invalid | Unavailable, Workers>
  readonly pages: ReadonlyArray<FoundSitePage>
  readonly comparing: Comparing
  /** Addresses that lead to another one. */
  readonly aliases: Map<string, string>
  /** The orders that the pages show: beside their texts, over them, and in them. */
  readonly navigations: {
    readonly sidebar: ReadonlyArray<NavigationNode>
    readonly header: ReadonlyArray<NavigationNode>
    readonly contents: ReadonlyArray<NavigationNode>
  }
  /** The languages of pages that were left out, each with how many. */
  readonly languages: () => ReadonlyMap<string, number>
}

type PageVisit = Extract<Visit, { kind: "page" }> & { readonly page: SitePage }

/** How many bytes of HTML are read in all. */
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
  /** Pages that called themselves another one, by the key of that: they are read if there is none. */
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

  /** Whether the page is to be read at the address that it gives itself. */
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
      const problem = "the page has no text in its HTML; it needs JavaScript"
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
    if (page.noindex) problems.add(`${url}: left out, as the page asks robots to`)
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
