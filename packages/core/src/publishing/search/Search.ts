/**
 * Searches a space or an organization, within the content that the caller may read.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Indexing } from "../../content/indexing/Indexing.js"
import { PageId } from "../../content/pages/Page.js"
import {
  type Forbidden,
  type Invalid,
  invalid,
  type LecternError,
  type NotFound,
  type Unauthenticated,
  type Unavailable
} from "../../foundation/errors/Errors.js"
import { defaultLimit, type List, pageToken, parsePageToken } from "../../foundation/lists/List.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls, pageAppUrl } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { Visitor } from "../../people/access/Visitor.js"
import { Visits } from "../../people/access/Visits.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import type { SiteId } from "../../people/places/Site.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { siteSpacesOf } from "../../people/places/Structure.js"
import { serviceOf } from "../../storage/services/Service.js"
import { finding } from "../../text/retrieval/Finding.js"
import { type ParsedQuery, parseQuery } from "../../text/retrieval/Query.js"
import { bySpace, renderResults, type ShownPage, windows } from "../../text/retrieval/ResultRendering.js"
import { type HiddenPages, indexWithout } from "../../text/retrieval/VisibleIndex.js"
import { SearchIndex, type SearchIndexService, type SearchScope } from "../../text/search-index/SearchIndex.js"
import { makePublishedView } from "../sites/published-content/PublishedView.js"
import { makeRecentSearches } from "./RecentSearches.js"
import { SearchInput, type SearchPageResult, type SearchSectionResult, type SearchSpaceResult } from "./SearchResult.js"
import { type SpaceSynonyms, withSynonyms } from "./Synonyms.js"

/** The reason why a search is refused. */
export type SearchError = Unauthenticated | NotFound | Forbidden | Invalid | Unavailable

/** Searches content. Results are in rank order, paged by offset, and `count` stops at 1,000. */
export interface SearchService {
  /** The matching pages of a space. */
  readonly space: (space: SpaceId, input: SearchInput) => Effect.Effect<List<SearchPageResult>, SearchError, Actor>
  /**
   * The spaces of an organization that the caller may read and that have matching pages, with the best 20 pages of
   * each.
   */
  readonly organization: (
    organization: OrganizationId,
    input: SearchInput
  ) => Effect.Effect<List<SearchSpaceResult>, SearchError, Actor>
  /**
   * The spaces of a published site that have matching pages, with the best 20 pages of each. For a visitor with these
   * credentials, anything they cannot see does not exist: it is not found, not counted, and has no effect. See
   * `PublishedContents.get` for who may visit.
   */
  readonly site: (
    organization: OrganizationId,
    site: SiteId,
    input: SearchInput,
    visitor?: Visitor
  ) => Effect.Effect<List<SearchSpaceResult>, LecternError, Actor>
}

/** Searching content. */
export class Search extends Context.Tag("@lectern/core/Search")<Search, SearchService>() {}

const parse = parser(SearchInput)
const parseVisitor = parser(Visitor)

/** The maximum of counts and offsets. */
const mostItems = 1_000
const pagesOfSpace = 20

const offsetOf = (binding: string, page: string | undefined): Effect.Effect<number, Invalid> =>
  page === undefined
    ? Effect.succeed(0)
    : Effect.flatMap(parsePageToken(binding, page), ([offset]) =>
        typeof offset === "number" && Number.isSafeInteger(offset) && offset >= 0
          ? Effect.succeed(offset)
          : Effect.fail(invalid("page", "expected the page token of an earlier answer of this list"))
      )

/** The offset and the number of items of an answer. */
interface Window {
  readonly binding: string
  readonly offset: number
  readonly limit: number
}

const listOf = <A>({ binding, limit, offset }: Window, count: number, items: ReadonlyArray<A>): List<A> => ({
  ...(limit > 0 && offset + limit < count && { next: { page: pageToken(binding, [offset + limit]) } }),
  count,
  items
})

const make = Effect.gen(function* () {
  const access = yield* Access
  const index = yield* SearchIndex
  const indexing = yield* Indexing
  const spaces = yield* SpaceRepository
  const { base } = yield* PublicUrls
  const published = yield* makePublishedView
  const visits = yield* Visits
  const recent = yield* makeRecentSearches

  const rendered = ({ page, path, sections, space, title }: ShownPage): SearchPageResult => ({
    id: PageId.make(page),
    title,
    path,
    sections: sections.map((section): SearchSectionResult => {
      const anchor = section.anchor === "" ? "" : `#${section.anchor}`
      return {
        id: `${page}/${section.anchor === "" ? section.section : section.anchor}`,
        title: section.heading,
        path: `${path}${anchor}`,
        body: section.excerpt,
        urls: { app: `${pageAppUrl(base, space, path)}${encodeURI(anchor)}` }
      }
    }),
    urls: { app: pageAppUrl(base, space, path) }
  })

  /** The requested range of the spaces with matching pages. */
  const spacesFound = Effect.fnUntraced(function* (
    index: SearchIndexService,
    query: ParsedQuery,
    scope: SearchScope,
    { binding, limit, offset }: Window
  ) {
    const found = yield* finding(index)(query, scope)
    const groups = bySpace(found.pages)
    const count = Math.min(groups.length, mostItems)
    const asked = groups.slice(offset, Math.min(offset + limit, count))
    const shown = yield* windows(index, asked, 0, pagesOfSpace)
    const pages = new Map<string, Array<SearchPageResult>>()
    for (const page of yield* renderResults(index, found, shown.flat())) {
      const ofSpace = pages.get(page.space)
      if (ofSpace === undefined) pages.set(page.space, [rendered(page)])
      else ofSpace.push(rendered(page))
    }
    const items = (yield* spaces.findAll(asked.map(([page]) => SpaceId.make(page!.space)))).map(
      ({ value: { id, title } }): SearchSpaceResult => ({ id, title, pages: pages.get(id) ?? [] })
    )
    return listOf({ binding, offset, limit }, count, items)
  })

  const service: SearchService = {
    space: Effect.fnUntraced(function* (id, asked) {
      const input = yield* parse(asked)
      const { space } = yield* access.requireSpace(id, "read")
      yield* indexing.settle(space.id)
      const binding = `search:space:${space.id}:${input.query}`
      const [limit, offset] = [input.limit ?? defaultLimit, yield* offsetOf(binding, input.page)]
      const key = `${binding} ${offset} ${limit}`
      const known = yield* recent.find(key, space)
      if (known !== undefined) return known
      const scope = { organization: space.organization, space: space.id, covers: () => true }
      const synonyms = space.synonyms === undefined ? [] : [{ space: space.id, synonyms: space.synonyms }]
      const found = yield* finding(index)(withSynonyms(parseQuery(input.query), synonyms), scope, mostItems)
      const count = Math.min(found.pages.length, mostItems)
      const shown = yield* windows(index, [found.pages], offset, Math.min(offset + limit, count))
      const pages = yield* renderResults(index, found, shown.flat())
      return yield* recent.keep(key, space, listOf({ binding, offset, limit }, count, pages.map(rendered)))
    }),
    organization: Effect.fnUntraced(function* (id, asked) {
      const input = yield* parse(asked)
      const standing = yield* access.requireOrganization(id)
      const readable = yield* access.readable(standing)
      yield* indexing.settleAll(readable)
      const binding = `search:organization:${id}:${input.query}`
      const [limit, offset] = [input.limit ?? defaultLimit, yield* offsetOf(binding, input.page)]
      const query = withSynonyms(parseQuery(input.query), readable.synonyms())
      return yield* spacesFound(index, query, { organization: id, covers: readable.has }, { binding, limit, offset })
    }),
    site: Effect.fnUntraced(function* (organization, id, asked, visitor = {}) {
      const input = yield* parse(asked)
      const view = yield* published(organization, id, yield* parseVisitor(visitor))
      const binding = `search:site:${id}:${input.query}`
      const [limit, offset] = [input.limit ?? defaultLimit, yield* offsetOf(binding, input.page)]
      const hidden = new Map<string, HiddenPages>()
      const synonyms: Array<SpaceSynonyms> = []
      const ids = new Set(siteSpacesOf(view.seen).map(({ space }) => space))
      for (const { value: space } of yield* spaces.findAll([...ids])) {
        hidden.set(space.id, yield* visits.hidden(space, [view]))
        if (space.synonyms !== undefined) synonyms.push({ space: space.id, synonyms: space.synonyms })
      }
      const covers = (space: string) => hidden.has(space)
      yield* indexing.settleAll({ has: covers })
      return yield* spacesFound(
        yield* indexWithout(index, organization, hidden),
        withSynonyms(parseQuery(input.query), synonyms),
        { organization, covers },
        { binding, limit, offset }
      )
    })
  }
  return service
})

/** {@link Search} over the search index, the pages and the access policy of the context. */
export const service = serviceOf(Search, make)
