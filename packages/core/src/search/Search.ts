/** Searching a space or an organization, as far as the caller may read. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import type { PageItem } from "../content/Item.js"
import { ItemRepository } from "../content/ItemRepository.js"
import {
  type Forbidden,
  type Invalid,
  invalid,
  type NotFound,
  type Unauthenticated,
  type Unavailable
} from "../errors/Errors.js"
import { Indexing } from "../indexing/Indexing.js"
import { defaultLimit, type List, pageToken, parsePageToken } from "../lists/List.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { parser } from "../schema/Input.js"
import { type SearchHit, SearchIndex, type SearchQuery, type SectionText } from "../search-index/SearchIndex.js"
import { queryTerms } from "../search-index/Tokeniser.js"
import { serviceOf } from "../services/Service.js"
import { SpaceId } from "../spaces/Space.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import { PublicUrls, pageAppUrl } from "../urls/PublicUrls.js"
import { SearchInput, type SearchPageResult, type SearchSectionResult, type SearchSpaceResult } from "./SearchResult.js"
import { snippets } from "./Snippet.js"

/**
 * Why a search is refused.
 * @since 0.1.0
 */
export type SearchError = Unauthenticated | NotFound | Forbidden | Invalid | Unavailable

/**
 * Searching content. Answers are in rank order, walked by offset, and `count` stops at 1,000.
 * @since 0.1.0
 */
export interface SearchService {
  /** The pages of a space that match. */
  readonly space: (space: SpaceId, input: SearchInput) => Effect.Effect<List<SearchPageResult>, SearchError, Actor>
  /** The spaces of an organization that the caller may read and that have pages that match: the best 20 of each. */
  readonly organization: (
    organization: OrganizationId,
    input: SearchInput
  ) => Effect.Effect<List<SearchSpaceResult>, SearchError, Actor>
}

/**
 * Searching content.
 * @since 0.1.0
 */
export class Search extends Context.Tag("@lectern/core/Search")<Search, SearchService>() {}

const parse = parser(SearchInput)

/** Where counts, and with them the walk, end. */
const mostItems = 1_000
const pagesOfSpace = 20
/** How many sections are ranked: more where the ones before belong to fewer items than are counted. */
const depths = [10_000, 100_000]

/** Hits by what they belong to, both in rank order. */
type Groups = ReadonlyMap<string, ReadonlyArray<SearchHit>>

/** The part of a text that shows why it was found. */
type Excerpt = (text: string) => string

/** The first `most` groups. */
const groupBy = <A>(
  all: ReadonlyArray<A>,
  keyOf: (one: A) => string,
  most: number
): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group !== undefined) group.push(one)
    else if (groups.size < most) groups.set(key, [one])
  }
  return groups
}

const pageOf = ({ page }: Pick<SearchHit, "page">): string => page
const spaceOf = (hit: SearchHit): string => hit.space

const offsetOf = (binding: string, page: string | undefined): Effect.Effect<number, Invalid> =>
  page === undefined
    ? Effect.succeed(0)
    : Effect.flatMap(parsePageToken(binding, page), ([offset]) =>
        typeof offset === "number" && Number.isSafeInteger(offset) && offset >= 0
          ? Effect.succeed(offset)
          : Effect.fail(invalid("page", "expected the page token of an earlier answer of this list"))
      )

/** One page of ranked groups, each rendered. */
const listOf = Effect.fnUntraced(function* <A, E, R>(
  binding: string,
  input: SearchInput,
  ranked: Effect.Effect<Groups, E, R>,
  render: (groups: ReadonlyArray<readonly [string, ReadonlyArray<SearchHit>]>) => Effect.Effect<ReadonlyArray<A>, E, R>
) {
  const limit = input.limit ?? defaultLimit
  const offset = yield* offsetOf(binding, input.page)
  const groups = yield* ranked
  const items = yield* render([...groups].slice(offset, offset + limit))
  const list: List<A> = {
    ...(limit > 0 && offset + limit < groups.size && { next: { page: pageToken(binding, [offset + limit]) } }),
    count: groups.size,
    items
  }
  return list
})

const make = Effect.gen(function* () {
  const access = yield* Access
  const index = yield* SearchIndex
  const indexing = yield* Indexing
  const pages = yield* ItemRepository
  const spaces = yield* SpaceRepository
  const { base } = yield* PublicUrls

  /** The best groups among the hits that `visible` lets through. */
  const rank = Effect.fnUntraced(function* (
    query: Omit<SearchQuery, "limit">,
    keyOf: (hit: SearchHit) => string,
    visible: (hit: SearchHit) => boolean
  ) {
    let groups: Groups = new Map()
    if (query.terms.length === 0) return groups
    for (const limit of depths) {
      const hits = yield* index.query({ ...query, limit })
      groups = groupBy(hits.filter(visible), keyOf, mostItems)
      if (hits.length < limit || groups.size === mostItems) return groups
    }
    return groups
  })

  const renderSection = (page: PageItem, space: string, section: SectionText, excerpt: Excerpt) => {
    const anchor = section.anchor === "" ? "" : `#${section.anchor}`
    const result: SearchSectionResult = {
      id: `${page.id}/${section.anchor === "" ? section.section : section.anchor}`,
      title: section.heading,
      path: `${page.path}${anchor}`,
      body: excerpt(section.text),
      urls: { app: `${pageAppUrl(base, space, page.path)}${encodeURI(anchor)}` }
    }
    return result
  }

  /** The pages of some groups of one space, in their order, with the sections that matched. */
  const renderPages = (
    space: string,
    found: ReadonlyArray<PageItem>,
    byPage: ReadonlyMap<string, ReadonlyArray<SectionText>>,
    excerpt: Excerpt
  ) =>
    found.map(
      (page): SearchPageResult => ({
        id: page.id,
        title: page.title,
        path: page.path,
        sections: (byPage.get(page.id) ?? []).map((section) => renderSection(page, space, section, excerpt)),
        urls: { app: pageAppUrl(base, space, page.path) }
      })
    )

  const currentPages = (space: string, groups: Groups) =>
    Effect.map(pages.currentMany(space, [...groups.keys()]), (found) => found.map(({ value }) => value))

  /** The texts of the sections that matched in some pages, by page, read in one go. */
  const textsOf = (found: ReadonlyArray<readonly [PageItem, ReadonlyArray<SearchHit> | undefined]>) =>
    Effect.map(index.read(found.flatMap(([, hits = []]) => hits)), (texts) => groupBy(texts, pageOf, found.length))

  const renderSpaces = Effect.fnUntraced(function* (
    groups: ReadonlyArray<readonly [string, ReadonlyArray<SearchHit>]>,
    excerpt: Excerpt
  ) {
    const inSpaces = yield* Effect.forEach(groups, ([id, hits]) =>
      Effect.gen(function* () {
        const byPage = groupBy(hits, pageOf, pagesOfSpace)
        const space = yield* spaces.find(SpaceId.make(id))
        return { id, space, byPage, found: space === undefined ? [] : yield* currentPages(id, byPage) }
      })
    )
    const matching = inSpaces.flatMap(({ byPage, found }) => found.map((page) => [page, byPage.get(page.id)] as const))
    const texts = yield* textsOf(matching)
    return inSpaces.flatMap(
      ({ found, id, space }): ReadonlyArray<SearchSpaceResult> =>
        space === undefined ? [] : [{ id, title: space.value.title, pages: renderPages(id, found, texts, excerpt) }]
    )
  })

  const service: SearchService = {
    space: Effect.fnUntraced(function* (id, asked) {
      const input = yield* parse(asked)
      const { space } = yield* access.requireSpace(id, "read")
      yield* indexing.settle(space.id)
      const terms = queryTerms(input.query)
      const query = { terms, organization: space.organization, space: space.id }
      const ranked = rank(query, pageOf, () => true)
      return yield* listOf(`search:space:${space.id}:${input.query}`, input, ranked, (groups) =>
        Effect.gen(function* () {
          const byPage = new Map(groups)
          const found = yield* currentPages(space.id, byPage)
          const texts = yield* textsOf(found.map((page) => [page, byPage.get(page.id)]))
          return renderPages(space.id, found, texts, snippets(terms))
        })
      )
    }),
    organization: Effect.fnUntraced(function* (id, asked) {
      const input = yield* parse(asked)
      const standing = yield* access.requireOrganization(id)
      const readable = yield* access.readable(standing)
      yield* indexing.settleAll(readable)
      const terms = queryTerms(input.query)
      const excerpt = snippets(terms)
      const ranked = rank({ terms, organization: id }, spaceOf, (hit) => readable.has(hit.space))
      return yield* listOf(`search:organization:${id}:${input.query}`, input, ranked, (groups) =>
        renderSpaces(groups, excerpt)
      )
    })
  }
  return service
})

/**
 * {@link Search} over the search index, the pages and the access policy of the context.
 * @since 0.1.0
 */
export const service = serviceOf(Search, make)
