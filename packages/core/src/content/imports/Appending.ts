/** Appends the staged parts of an import to the end of a line of content. */

import * as Effect from "effect/Effect"
import { generateNKeysBetween } from "fractional-indexing"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { turn } from "../../foundation/scheduling/Turns.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { jobLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { freeSlug, joinPath, slug as slugOf, unique } from "../../text/markdown/Slug.js"
import type { Draft } from "../drafts/Draft.js"
import { isSlugTaken } from "../drafts/PagePlacement.js"
import { makeHoldFile } from "../files/FileHolding.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import type { PageItem } from "../items/Item.js"
import { PageId } from "../pages/Page.js"
import { applyStated } from "../pages/PageFields.js"
import { derive } from "../pages/PageMetadata.js"
import { hashTask, sentTask } from "../pages/TextReading.js"
import type { ImportTexts } from "./Changes.js"
import type { ImportPlace } from "./Importer.js"
import { type KeyTarget, storedLinks } from "./ImportLinks.js"
import { type FoundHead, type PlannedPage, plan } from "./ImportPlan.js"
import { ImportRepository } from "./ImportRepository.js"
import type { ImportPart, StagedAnswer, StagedPage } from "./ImportRows.js"

/** The parts to append, and their destination. */
export interface Appended {
  readonly import: string
  readonly space: string
  readonly places: ReadonlyArray<ImportPlace>
  readonly draft: Draft
  readonly at: string
}

/** Appends staged parts. */
export interface Appending {
  /**
   * Rewrites the links of staged pages to point at staged parts, a few pages per transaction, and none once the import
   * has stopped. `aliases` belongs to the outline. Parsing is the slowest part, so it comes before the revision's
   * transaction.
   */
  readonly link: (id: string, aliases: Readonly<Record<string, string>>) => Effect.Effect<void, Conflict | Unavailable>
  /**
   * Fills a draft, and returns the numbers of its pages and files, and the hashes of the pages' texts. Takes time
   * proportional to the appended parts. Must be called inside the transaction of the revision.
   */
  readonly append: (
    appended: Appended
  ) => Effect.Effect<{ readonly count: number; readonly texts: ImportTexts }, Unavailable>
}

/** The number of parts in memory together, with the texts of pages. */
const atOnce = 16

/** A part that will be in the space. */
interface FoundPart {
  readonly key: string
  readonly value: Exclude<ImportPart["value"], StagedAnswer>
}

/** The number of characters of a hash that are enough to distinguish texts of one page. */
const hashLength = 16

const isUnlinked = (value: ImportPart["value"]): value is StagedPage => value.kind === "page" && value.linked !== true

type PagePosition = Pick<PageItem, "parent" | "position" | "slug" | "path">

/** {@link Appending} over the repositories of the context. */
export const makeAppending = Effect.gen(function* () {
  const storage = yield* Storage
  const imports = yield* ImportRepository
  const documents = yield* DocumentRepository
  const holdFile = yield* makeHoldFile
  const workers = yield* Workers
  const ids = yield* Ids

  /** All parts in order, in batches. */
  const eachFew = <E>(
    id: string,
    visit: (parts: ReadonlyArray<Stored<ImportPart>>) => Effect.Effect<void, E | Unavailable>,
    after = 0
  ): Effect.Effect<void, E | Unavailable> =>
    Effect.gen(function* () {
      const found = yield* imports.parts(id, after, atOnce)
      yield* visit(found)
      yield* turn
      if (found.length === atOnce) yield* eachFew(id, visit, found.at(-1)?.value.ordinal)
    })
  const each = (id: string, visit: (part: FoundPart) => Effect.Effect<void, Unavailable>) =>
    eachFew(id, (found) =>
      Effect.forEach(
        found,
        ({ value: { key, value } }) => (value.kind === "answer" ? Effect.void : visit({ key, value })),
        {
          discard: true
        }
      )
    )

  const link: Appending["link"] = Effect.fnUntraced(function* (id, aliases) {
    const targets = new Map<string, string>()
    yield* each(id, ({ key, value }) => Effect.sync(() => targets.set(key, `/${value.kind}s/${value.id}`)))
    const targetOf: KeyTarget = (key) => targets.get(key) ?? targets.get(aliases[key] ?? "")
    const linkedPage = Effect.fnUntraced(function* (value: StagedPage) {
      const { metadata, references } = yield* workers.run(sentTask, value.markdown)
      const source = (yield* workers.run(hashTask, `${value.title}\n${value.markdown}`)).slice(0, hashLength)
      const markdown = storedLinks(value.markdown, targetOf, references)
      const document = yield* workers.run(hashTask, markdown)
      const stated = markdown === value.markdown ? metadata : derive(markdown)
      const page: StagedPage = { ...value, markdown, document, stated, linked: true, source }
      return page
    })
    yield* eachFew(id, (found) =>
      Effect.gen(function* () {
        const linked = new Map<number, StagedPage>()
        for (const { value: part } of found) {
          if (isUnlinked(part.value)) linked.set(part.ordinal, yield* linkedPage(part.value))
        }
        const [first] = linked.keys()
        if (first === undefined) return
        yield* storage.transaction(
          Effect.gen(function* () {
            if ((yield* imports.find(id))?.value.status !== "running") return
            // Another process that performs the same import may have linked some pages meanwhile.
            for (const part of yield* imports.parts(id, first - 1, found.length)) {
              const page = linked.get(part.value.ordinal)
              if (page !== undefined && isUnlinked(part.value.value)) yield* imports.replacePart(part, page)
            }
          }),
          [jobLock(id)]
        )
      })
    )
  })

  /** A slug at the root that is used neither on the line nor by the appended parts. */
  const freeAtRoot = Effect.fnUntraced(function* (draft: Draft, wanted: string, taken: Set<string>) {
    const search = freeSlug(wanted)
    for (let next = search.next(); ; ) {
      if (next.done === true) return next.value
      next = search.next(taken.has(next.value) || (yield* isSlugTaken(draft, "", next.value)))
    }
  })

  const append: Appending["append"] = Effect.fnUntraced(function* ({ at, draft, import: id, places, space }) {
    const heads = new Map<string, FoundHead>()
    const texts: Record<string, string> = {}
    let count = 0
    yield* each(id, ({ key, value }) => {
      count++
      if (value.kind === "page") {
        if (value.source !== undefined) texts[key] = value.source
        heads.set(key, { id: value.id, title: value.title, slug: value.slug })
        return Effect.void
      }
      return Effect.zipRight(holdFile(space, value), draft.put(value))
    })

    const placesOf = new Map<string, PagePosition>()
    const putPage = Effect.fnUntraced(function* (place: PagePosition, page: StagedPage) {
      const { document: hash, linked: _, markdown, source: __, stated = derive(markdown), ...fields } = page
      const document = yield* documents.put(space, markdown, hash)
      const item: PageItem = { ...fields, ...place, type: "document", document, createdAt: at, updatedAt: at }
      yield* draft.put(applyStated(item, {}, stated))
    })
    const putTextless = Effect.fnUntraced(function* (page: PageId, title: string, place: PagePosition) {
      const type = place.parent === "" ? "group" : "document"
      const document = type === "group" ? {} : { document: yield* documents.put(space, "") }
      yield* draft.put({ kind: "page", id: page, type, title, ...place, createdAt: at, updatedAt: at, ...document })
    })
    const arrange = (
      pages: ReadonlyArray<PlannedPage>,
      parent: PageId | "",
      above: string
    ): Effect.Effect<void, Unavailable> =>
      Effect.gen(function* () {
        const last = parent === "" ? (yield* draft.gap(parent, undefined)).before : undefined
        const positions = generateNKeysBetween(last?.position ?? null, null, pages.length)
        const taken = new Set<string>()
        for (const [index, { found, pages: below, title }] of pages.entries()) {
          const wanted = found?.slug ?? slugOf(title)
          const slug = parent === "" ? yield* freeAtRoot(draft, wanted, taken) : unique(wanted, taken)
          taken.add(slug)
          const place = { parent, position: positions[index] ?? "", slug, path: joinPath(above, slug) }
          const page = found?.id ?? PageId.make(yield* ids.next)
          if (found === undefined) yield* putTextless(page, title, place)
          else placesOf.set(page, place)
          yield* arrange(below, page, place.path)
        }
      })
    yield* arrange(plan(places, heads), "", "")

    yield* each(id, ({ value }) => {
      const place = value.kind === "page" ? placesOf.get(value.id) : undefined
      return value.kind === "page" && place !== undefined ? putPage(place, value) : Effect.void
    })
    return { count, texts }
  })
  return { append, link } satisfies Appending
})
