/**
 * The links of a view. The links of a main line are stored. The links of a change request are the stored ones, except
 * for the pages that the request or main has changed since the request's base, whose links are read from their texts,
 * and for links to targets that exist in only one of the two. Reading the links of a request therefore takes time
 * proportional to the changes on both sides, and those of an old revision, to the changes since.
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import type { Cursor } from "../../foundation/lists/List.js"
import { compareValues } from "../../storage/rows/Table.js"
import type { ItemRepositoryService } from "../items/ItemRepository.js"
import { rootOf, type View } from "../items/View.js"
import type { StoredStatus } from "./Link.js"
import type { LinkIndexService } from "./LinkIndex.js"
import type { LinkCounts, LinkRecord } from "./LinkRows.js"
import { itemOf, type LinkTarget, targetOf } from "./LinkTarget.js"
import { holderOf } from "./PageLinks.js"
import { count, statusOf } from "./StoredLinks.js"

/** A link of a view: `page` is the page or reusable content that contains it, `ordinal` its place there, from 0. */
export interface PlacedLink {
  readonly page: string
  readonly ordinal: number
  readonly link: LinkRecord
  readonly status: StoredStatus
  readonly target: LinkTarget
  /** Whether it is broken because of the change request. */
  readonly brokenHere: boolean
  /** The cursor that continues after it. */
  readonly cursor: Cursor
}

type Scanned = Effect.Effect<ReadonlyArray<PlacedLink>, Conflict | Unavailable>

/** The links of a view. */
export interface LinkView {
  readonly counts: LinkCounts
  /** The number of links that the change request broke; absent without a change request. */
  readonly brokenHere?: number
  /** The links of one page, in order. */
  readonly of: (page: string) => Scanned
  /** The links, by page and place in it, of all pages, or only of pages with a link that is not `ok`. */
  readonly scan: (
    pick: (link: PlacedLink) => boolean,
    which: "any" | "other"
  ) => (after: Cursor | undefined, limit: number) => Scanned
  /** The links that lead to an item. */
  readonly to: (item: string) => (after: Cursor | undefined, limit: number) => Scanned
  readonly countTo: (item: string) => Effect.Effect<number, Unavailable>
}

/** The links of a page that differ from the index, and the ones among them that the change request broke. */
interface Restated {
  readonly links: ReadonlyArray<LinkRecord>
  readonly brokenHere: ReadonlySet<LinkRecord>
}

const batch = 100

const isBroken = ({ status }: LinkRecord): boolean => status === "broken"

/**
 * The effect of a request on the links of a page: the broken links that were not already broken with the same
 * destination.
 */
const newlyBroken = (links: ReadonlyArray<LinkRecord>, before: ReadonlyArray<LinkRecord>): Restated => {
  const old = new Set(before.filter(isBroken).map(({ written }) => written))
  return { links, brokenHere: new Set(links.filter((link) => isBroken(link) && !old.has(link.written))) }
}

/** The links of a space's content in a view. */
export const linkView = (
  index: LinkIndexService,
  items: ItemRepositoryService,
  space: string,
  view: View
): Effect.Effect<LinkView, Conflict | Unavailable> =>
  Effect.gen(function* () {
    const changed = yield* items.differences(view)
    const counts = { ...(yield* index.counts(space)) }
    const restated = new Map<string, Restated>()
    const derived = (at: View, id: string) =>
      Effect.flatMap(items.find(at, id), (found) => {
        const holder = holderOf(found?.value.value)
        return holder === undefined ? Effect.succeed([]) : index.derive(at, space, holder)
      })
    const restate = Effect.fnUntraced(function* (id: string) {
      if (restated.has(id)) return
      const links = yield* derived(view, id)
      const before = view.base !== undefined && links.some(isBroken) ? yield* derived(view.base, id) : []
      count(counts, yield* index.links(space, id), -1)
      count(counts, links, 1)
      restated.set(id, newlyBroken(links, before))
    })
    for (const [id, version] of changed) {
      yield* restate(id)
      const there = (yield* items.find({ line: rootOf(view) }, id)) !== undefined
      if (there === (version !== undefined)) continue
      for (const { page } of yield* index.to(space, id)) yield* restate(page)
    }

    const place = (page: string, links: ReadonlyArray<LinkRecord>, brokenHere?: ReadonlySet<LinkRecord>) =>
      links.map(
        (link, ordinal): PlacedLink => ({
          page,
          ordinal,
          link,
          status: statusOf(link),
          target: targetOf(link.written, page),
          brokenHere: brokenHere?.has(link) ?? false,
          cursor: [page, ordinal]
        })
      )
    const of: LinkView["of"] = (page) => {
      const known = restated.get(page)
      return known === undefined
        ? Effect.map(index.links(space, page), (links) => place(page, links))
        : Effect.succeed(place(page, known.links, known.brokenHere))
    }

    /** The links of some pages in order, up to the wanted number; `next` returns the stored pages after a given one. */
    const walk =
      (
        next: (after: string | undefined, limit: number) => Effect.Effect<ReadonlyArray<{ page: string }>, Unavailable>,
        pick: (link: PlacedLink) => boolean
      ) =>
      (after: Cursor | undefined, limit: number): Scanned =>
        Effect.gen(function* () {
          const found: Array<PlacedLink> = []
          const ordinal = Number(after?.[1] ?? -1)
          const take = Effect.fnUntraced(function* (page: string) {
            for (const link of yield* of(page)) {
              if (found.length < limit && pick(link) && (page !== after?.[0] || link.ordinal > ordinal))
                found.push(link)
            }
          })
          const first = after === undefined ? undefined : String(after[0])
          if (first !== undefined) yield* take(first)
          const own = [...restated.keys()].filter((page) => first === undefined || compareValues(page, first) > 0)
          own.sort(compareValues)
          let from = first
          let more = true
          while (found.length < limit && more) {
            const stored = (yield* next(from, batch)).map(({ page }) => page)
            more = stored.length === batch
            const until = more ? stored.at(-1) : undefined
            const pages = new Set(stored.filter((page) => !restated.has(page)))
            while (own[0] !== undefined && (until === undefined || own[0] <= until)) pages.add(own.shift() ?? "")
            for (const page of [...pages].sort(compareValues)) yield* take(page)
            from = until
          }
          return found
        })

    const leadsTo = (item: string) => (placed: PlacedLink) => itemOf(placed.target) === item
    let brokenHere = 0
    for (const { brokenHere: broken } of restated.values()) brokenHere += broken.size
    return {
      counts,
      ...(view.base !== undefined && { brokenHere }),
      of,
      scan: (pick, which) => walk((after, limit) => index.pages(space, which, after, limit), pick),
      to: (item) => walk((after, limit) => index.to(space, item, after, limit), leadsTo(item)),
      countTo: (item) =>
        Effect.map(index.to(space, item), (found) => {
          let total = 0
          for (const { page, links } of found) if (!restated.has(page)) total += links
          for (const [page, { links }] of restated) {
            total += links.filter(({ written }) => itemOf(targetOf(written, page)) === item).length
          }
          return total
        })
    }
  })
