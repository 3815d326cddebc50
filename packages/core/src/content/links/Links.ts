/**
 * Links: every reference in a space's content, its status, and the links to a page or file.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { Access } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"
import { serviceOf } from "../../storage/services/Service.js"
import { viewOf } from "../drafts/ChangeRequestLines.js"
import type { FileId } from "../files/File.js"
import { Indexing } from "../indexing/Indexing.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import type { PageId } from "../pages/Page.js"
import { makeContentOpening } from "../reading/ContentOpening.js"
import type { At } from "../reading/ContentsService.js"
import { type ContentLocation, type LinkList, type LinkStatus, LinksQuery } from "./Link.js"
import { LinkIndex } from "./LinkIndex.js"
import { linkView, type PlacedLink } from "./LinkView.js"
import { makeLocations } from "./Locations.js"

type Read<A> = Effect.Effect<A, LecternError, Actor>

/**
 * Reads links. Every read needs `read` on the space; links that do not exist or are not visible are `NotFound`. A link
 * to an object that the caller may not see is `broken`, as if it did not exist.
 */
export interface LinksService {
  /** Every link of the content, by page and place in it. */
  readonly list: (space: SpaceId, query: LinksQuery, at?: At) => Read<LinkList>
  /** The links of one page. */
  readonly ofPage: (space: SpaceId, page: PageId, query: LinksQuery, at?: At) => Read<LinkList>
  /** The places of the content that link to a page. */
  readonly toPage: (space: SpaceId, page: PageId, query: ListQuery, at?: At) => Read<List<ContentLocation>>
  /** The places of the content that link to a file or show it. */
  readonly toFile: (space: SpaceId, file: FileId, query: ListQuery, at?: At) => Read<List<ContentLocation>>
}

/** The service of links. */
export class Links extends Context.Tag("@lectern/core/Links")<Links, LinksService>() {}

const parseQuery = parser(LinksQuery)
const parseListQuery = parser(ListQuery)

/** What the cursors of a list are bound to: a line, and the moment of an old revision. */
const bindingOf = ({ view: { line, sequence } }: { readonly view: View }): string =>
  sequence === undefined ? line : `${line}@${sequence}`

/** The number of some links that pass the filter. */
const number = <A>(all: ReadonlyArray<A>, pass: (one: A) => boolean): number => all.filter(pass).length

const make = Effect.gen(function* () {
  const access = yield* Access
  const items = yield* ItemRepository
  const { findRequest, findRevision } = yield* makeContentOpening
  const index = yield* LinkIndex
  const indexing = yield* Indexing
  const locations = yield* makeLocations

  const viewAt = (space: SpaceRecord, at: At): Effect.Effect<View, LecternError> =>
    "changeRequest" in at
      ? Effect.map(findRequest(space.id, at.changeRequest), viewOf)
      : findRevision(space, at.revision)

  const open = Effect.fnUntraced(function* (id: SpaceId, at: At | undefined) {
    const { space } = yield* access.requireSpace(id, "read")
    yield* indexing.settle(id)
    const view = at === undefined ? { line: id } : yield* viewAt(space, at)
    return { space, view, links: yield* linkView(index, items, id, view) }
  })
  type Opened = Effect.Effect.Success<ReturnType<typeof open>>

  const statusOf = ({ space }: Pick<Opened, "space">, { status, target }: PlacedLink): Read<LinkStatus> =>
    status !== "elsewhere"
      ? Effect.succeed(status)
      : Effect.map(locations.elsewhere(space, target), (found) => (found === undefined ? "broken" : "ok"))

  const answer = ({ space, view }: Opened, placed: PlacedLink) =>
    Effect.all({
      status: statusOf({ space }, placed),
      relation: Effect.succeed(placed.link.included === true ? ("dependsOn" as const) : ("reference" as const)),
      targetReference: locations.target(space, view, placed),
      locationReferences: locations.places(space, view, placed)
    })

  /** The links that a query asks for; `lost` contains links to objects that the caller cannot see. */
  const asked = ({ status, brokenContext }: LinksQuery, lost: ReadonlySet<string>) => {
    const broken = ({ link, page, ordinal }: PlacedLink) => link.status === "broken" || lost.has(`${page}\n${ordinal}`)
    return (placed: PlacedLink): boolean => {
      const is = broken(placed) ? "broken" : placed.status === "elsewhere" ? "ok" : placed.status
      if (status !== undefined && is !== status) return false
      if (brokenContext === undefined) return true
      return is === "broken" && placed.brokenHere === (brokenContext === "change-request")
    }
  }
  const lostOf = (opened: Opened, elsewhere: ReadonlyArray<PlacedLink>) =>
    Effect.map(
      Effect.filter(elsewhere, (placed) => Effect.map(statusOf(opened, placed), (status) => status === "broken")),
      (lost) => new Set(lost.map(({ page, ordinal }) => `${page}\n${ordinal}`))
    )

  const backlinks = Effect.fnUntraced(function* (
    space: SpaceId,
    item: string,
    kind: "page" | "file",
    input: ListQuery,
    at: At | undefined
  ) {
    const query = yield* parseListQuery(input)
    const opened = yield* open(space, at)
    const found = yield* items.find(opened.view, item)
    if (found?.value.value.kind !== kind) return yield* notFound(kind)
    return yield* pageOf({
      binding: `backlinks:${bindingOf(opened)}:${item}`,
      query,
      count: opened.links.countTo(item),
      scan: opened.links.to(item),
      render: (placed: PlacedLink) => locations.place(opened.space, opened.view, placed)
    })
  })

  const service: LinksService = {
    list: Effect.fnUntraced(function* (id, input, at) {
      const query = yield* parseQuery(input)
      const opened = yield* open(id, at)
      const { brokenHere: changeRequest, counts, scan } = opened.links
      // Links that lead elsewhere are few: each is judged for the caller each time, so that the counts are the
      // caller's.
      const everything = Number.MAX_SAFE_INTEGER
      const leaving = scan(({ status }) => status === "elsewhere", "other")
      const elsewhere = counts.elsewhere === 0 ? [] : yield* leaving(undefined, everything)
      const lost = yield* lostOf(opened, elsewhere)
      const pick = asked(query, lost)
      const broken = counts.broken + lost.size
      const total = counts.ok + counts.broken + counts["in-app"] + counts.elsewhere
      const counted: Record<LinkStatus, number> = {
        ok: counts.ok + elsewhere.length - lost.size,
        broken,
        "in-app": counts["in-app"]
      }
      const { status, brokenContext } = query
      const inContext = brokenContext === "change-request" ? (changeRequest ?? 0) : broken - (changeRequest ?? 0)
      const matching = brokenContext === undefined ? (status === undefined ? total : counted[status]) : inContext
      const which = brokenContext === undefined && (status === undefined || status === "ok") ? "any" : "other"
      const found = yield* pageOf({
        binding: `links:${bindingOf(opened)}:${status ?? ""}:${brokenContext ?? ""}`,
        query,
        count: Effect.succeed(brokenContext !== undefined && (status ?? "broken") !== "broken" ? 0 : matching),
        scan: scan(pick, which),
        render: (placed: PlacedLink) => answer(opened, placed)
      })
      return {
        ...found,
        stats: { total, broken: { total: broken, ...(changeRequest !== undefined && { changeRequest }) } }
      }
    }),
    ofPage: Effect.fnUntraced(function* (id, page, input, at) {
      const query = yield* parseQuery(input)
      const opened = yield* open(id, at)
      const item = yield* items.find(opened.view, page)
      if (item?.value.value.kind !== "page") return yield* notFound("page")
      const all = yield* opened.links.of(page)
      const lost = yield* lostOf(
        opened,
        all.filter(({ status }) => status === "elsewhere")
      )
      const matching = all.filter(asked(query, lost))
      const found = yield* pageOf({
        binding: `page-links:${bindingOf(opened)}:${page}:${query.status ?? ""}:${query.brokenContext ?? ""}`,
        query,
        count: Effect.succeed(matching.length),
        scan: (after, limit) =>
          Effect.succeed(
            matching.filter(({ ordinal }) => after === undefined || ordinal > Number(after[1])).slice(0, limit)
          ),
        render: (placed: PlacedLink) => answer(opened, placed)
      })
      const changeRequest = number(all, ({ brokenHere }) => brokenHere)
      const broken = {
        total: number(all, ({ status }) => status === "broken") + lost.size,
        ...(opened.links.brokenHere !== undefined && { changeRequest })
      }
      return { ...found, stats: { total: all.length, broken } }
    }),
    toPage: (space, page, query, at) => backlinks(space, page, "page", query, at),
    toFile: (space, file, query, at) => backlinks(space, file, "file", query, at)
  }
  return service
})

/** {@link Links} over the services and repositories of the context. */
export const service = serviceOf(Links, make)
