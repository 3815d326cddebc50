/** Which of the pages that were found are kept: each text once, under the address that the site gives it. */

import type { Conflict, Invalid, Unavailable } from "@lectern/core/errors/Errors"
import type { ImportSink } from "@lectern/core/imports/Importer"
import { documentHash } from "@lectern/core/internal/content/DocumentRepository"
import type { Workers } from "@lectern/core/workers/Workers"
import { Effect } from "effect"
import type { HtmlPage } from "../html/HtmlPage.js"
import { compute, unreadable } from "../Source.js"
import { keptTask, siteTask } from "../Tasks.js"
import { decoded, type Scope, segmentsOf, slugOf } from "./Addresses.js"
import type { Frontier } from "./Frontier.js"
import { makeNavigationTree, type NavigationNode } from "./NavigationTree.js"
import type { KeptPage } from "./Outline.js"
import type { Problems } from "./Problems.js"
import { queriesIn, type SitePage } from "./SitePage.js"
import type { Address, Visit } from "./Visits.js"

/** What is kept of a site. */
export interface Keeping {
  /** Takes what was found at an address. */
  readonly take: (visit: Visit) => Effect.Effect<void, Conflict | Invalid | Unavailable, Workers>
  readonly pages: ReadonlyArray<KeptPage>
  /** Addresses of pictures by the key under which the pages know them. */
  readonly images: ReadonlyMap<string, string>
  /** Addresses that lead to another one. */
  readonly aliases: ReadonlyMap<string, string>
  /** The key under which what is at a key was kept, if it was. */
  readonly pageOf: (key: string) => string
  /** The orders that the pages showed, the surest first. */
  readonly navigations: ReadonlyArray<ReadonlyArray<NavigationNode>>
}

type Answered = Extract<Visit, { kind: "page" }>
type PageVisit = Answered & { readonly page: SitePage }

const maxImages = 5_000
/** How many bytes of HTML are read in all. */
const maxRead = 1024 ** 3

const fallbackTitle = (key: string): string => decoded(segmentsOf(key).at(-1) ?? new URL(key).host)

/** Whether a page has no text because a program was to write it. */
const isShell = (page: SitePage, { markdown }: HtmlPage): boolean =>
  page.hasScripts && markdown.trim() === "" && page.links.length === 0

/** Keeps nothing so far. */
export const makeKeeping = (
  scope: Scope,
  frontier: Frontier,
  sink: ImportSink,
  problems: Problems,
  maxPages: number
): Keeping => {
  const pages: Array<KeptPage> = []
  const kept = new Set<string>()
  const texts = new Map<string, string>()
  const images = new Map<string, string>()
  const aliases = new Map<string, string>()
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
    if (!kept.has(canonical)) {
      if (visited.has(canonical) || !frontier.add(canonical)) return false
      const others = deferred.get(canonical)
      if (others === undefined) deferred.set(canonical, [{ url, key }])
      else others.push({ url, key })
    }
    alias(key, canonical)
    return true
  }

  const keep = Effect.fnUntraced(function* (key: string, { bytes, headers, page, url }: PageVisit) {
    const contentType = headers["content-type"]
    const queries = frontier.queries()
    const read = yield* compute(keptTask, { bytes, contentType, address: url, scope: scope.address, queries })
    if (isShell(page, read)) {
      const problem = "the page has no text in its HTML; it needs JavaScript"
      if (key === scope.start) return yield* unreadable(`${url}: ${problem}`)
      return problems.add(`${url}: ${problem}`)
    }
    const title = read.title === "" ? fallbackTitle(key) : read.title
    arrange(key, title, page)
    const text = documentHash(`${title}\n${read.markdown}`)
    const same = read.markdown === "" ? undefined : texts.get(text)
    if (same !== undefined) return alias(key, same)
    if (pages.length === maxPages) {
      return yield* unreadable(`the site has more than ${maxPages} pages under ${scope.folder}`)
    }
    texts.set(text, key)
    kept.add(key)
    pages.push({ key, title })
    for (const image of read.images) if (images.size < maxImages) images.set(frontier.rename(image), image)
    const slug = slugOf(key, scope)
    yield* sink.page({
      key,
      title,
      markdown: read.markdown,
      ...(slug === undefined ? {} : { slug }),
      ...(read.description === undefined ? {} : { description: read.description })
    })
  })

  const arrived = Effect.fnUntraced(function* (visit: PageVisit) {
    const { key, page, url } = visit
    for (const query of queriesIn(page.navigations)) frontier.keepQuery(query)
    if (isElsewhere(visit)) return
    if (page.noindex) problems.add(`${url}: left out, as the page asks robots to`)
    else yield* keep(key, visit)
    for (const link of page.links) frontier.add(link)
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
      if (!kept.has(key)) {
        const first = key === scope.start
        const page = yield* compute(siteTask, { bytes, headers, address: url, scope: scope.address, first })
        yield* arrived({ ...visit, page })
      }
    } else if (visit.kind === "problem") problems.add(visit.problem)
    const others = visit.kind === "page" ? [] : (deferred.get(asked.key) ?? [])
    for (const other of others) {
      standing.add(other.key)
      aliases.delete(other.key)
      frontier.again(other)
    }
    yield* sink.found(pages.length + frontier.total() - visits + images.size)
  })

  const pageOf: Keeping["pageOf"] = (key) => {
    let at = key
    const seen = new Set<string>()
    for (let next = aliases.get(at); next !== undefined && !kept.has(at) && !seen.has(next); next = aliases.get(at)) {
      seen.add(next)
      at = next
    }
    return at
  }

  return { take, pageOf, pages, images, aliases, navigations: [sidebar.roots, header.roots, contents.roots] }
}
