/** The links at the head of every space, updated from the changes of each revision. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import type { ItemValue } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import { specOf } from "../pages/Computed.js"
import type { TextLink } from "../pages/TextReading.js"
import type { StoredStatus } from "./Link.js"
import type { LinkCounts, LinkRecord } from "./LinkRows.js"
import { isAddress, isOwnAddress, itemOf, type LinkTarget, targetOf } from "./LinkTarget.js"
import { holderOf, type LinkHolder, linksIn, linksTask } from "./PageLinks.js"
import { type LinkRows, linkRows, nothing } from "./StoredLinks.js"

/** The kind of the item with an id, if it exists. */
export type Presence = (id: string) => Effect.Effect<ItemValue["kind"] | undefined, Unavailable>

/** The update of the links of some items of a space. */
export interface LinkUpdate {
  /** Updates the links of an item, which may have been deleted; `links` are the links of its text. */
  readonly item: (
    id: string,
    value: ItemValue | undefined,
    links: ReadonlyArray<TextLink>
  ) => Effect.Effect<void, Unavailable>
  /** Updates the links to items that were created or deleted. To be called once, after every item. */
  readonly finish: (came: ReadonlyArray<string>, went: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>
}

/** Reads and updates the links at the heads of spaces. */
export interface LinkIndexService extends Pick<LinkRows, "links" | "pages" | "to"> {
  /** In a transaction: begins an update of a space's links; `present` knows its contents. */
  readonly update: (space: string, present: Presence) => Effect.Effect<LinkUpdate, Unavailable>
  /** Every link of a page or reusable content in a view, read from its text. */
  readonly derive: (
    view: View,
    space: string,
    holder: LinkHolder
  ) => Effect.Effect<ReadonlyArray<LinkRecord>, Conflict | Unavailable>
  /** The number of links of a space, by status. */
  readonly counts: (space: string) => Effect.Effect<LinkCounts, Unavailable>
  /** Removes every link of a space. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** The links at the heads of spaces. */
export class LinkIndex extends Context.Tag("@lectern/core/LinkIndex")<LinkIndex, LinkIndexService>() {}

/** Whether the links of an item have to be read again. */
export const linksDiffer = (before: ItemValue | undefined, after: ItemValue | undefined): boolean => {
  const old = holderOf(before)
  const current = holderOf(after)
  const target = (holder: LinkHolder | undefined) => (holder?.kind === "page" ? holder.target : undefined)
  const spec = (holder: LinkHolder | undefined) =>
    holder?.kind === "page" && holder.computed !== undefined ? specOf(holder.computed) : undefined
  return old?.document !== current?.document || target(old) !== target(current) || spec(old) !== spec(current)
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const { base } = yield* PublicUrls
  const workers = yield* Workers
  const stored = linkRows(storage)

  /** The items that exist in a view, each looked up once. */
  const presenceIn = (view: View): Presence => {
    const known = new Map<string, ItemValue["kind"] | undefined>()
    return (id) =>
      known.has(id)
        ? Effect.succeed(known.get(id))
        : Effect.map(items.find(view, id), (found) => {
            known.set(id, found?.value.value.kind)
            return found?.value.value.kind
          })
  }
  /** The status of a target that is not an item of the space. */
  const statusOf = (target: LinkTarget): StoredStatus => {
    if (target.kind !== "url") return "elsewhere"
    return isOwnAddress(target.url, base) ? "in-app" : isAddress(target.url) ? "ok" : "broken"
  }
  /** Links with their current status. A plain loop: pages have many links, most of which need no lookup. */
  const judged = Effect.fnUntraced(function* (present: Presence, page: string, links: ReadonlyArray<LinkRecord>) {
    const found: Array<LinkRecord> = []
    for (const link of links) {
      yield* giveWay
      const target = targetOf(link.written, page)
      const id = itemOf(target)
      const status = id === undefined ? statusOf(target) : (yield* present(id)) === target.kind ? "ok" : "broken"
      const { status: old, ...rest } = link
      found.push(status === (old ?? "ok") ? link : status === "ok" ? rest : { ...rest, status })
    }
    return found
  })
  const derive: LinkIndexService["derive"] = Effect.fnUntraced(function* (view, space, holder) {
    const markdown = yield* documents.markdown(space, holder.document)
    return yield* judged(presenceIn(view), holder.id, yield* workers.run(linksTask, { holder, markdown }))
  })

  return {
    links: stored.links,
    pages: stored.pages,
    to: stored.to,
    update: (space: string, present: Presence) =>
      Effect.map(stored.counts(space), (known): LinkUpdate => {
        const counts = nothing()
        return {
          item: Effect.fnUntraced(function* (id, value, links) {
            const holder = holderOf(value)
            const found = holder === undefined ? [] : yield* judged(present, id, linksIn(holder, links))
            yield* stored.put(space, id, found, counts)
          }),
          finish: Effect.fnUntraced(function* (came, went) {
            // New items mend links that were broken before; the links of the updated items already account for them.
            for (const id of known.broken === 0 ? went : [...came, ...went]) {
              for (const { page } of yield* stored.to(space, id)) {
                const links = yield* judged(present, page, yield* stored.links(space, page))
                yield* stored.put(space, page, links, counts)
              }
            }
            if (Object.values(counts).every((difference) => difference === 0)) return
            yield* stored.saveCounts(space, {
              ok: known.ok + counts.ok,
              broken: known.broken + counts.broken,
              "in-app": known["in-app"] + counts["in-app"],
              elsewhere: known.elsewhere + counts.elsewhere
            })
          })
        }
      }),
    derive,
    counts: stored.counts,
    purge: stored.purge
  } satisfies LinkIndexService
})

/** {@link LinkIndex} over the storage of the context. */
export const service = serviceOf(LinkIndex, make)
