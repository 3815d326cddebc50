/**
 * Computes the hidden content of a space: pages hidden by their conditions, and files and reusable contents that only
 * hidden pages use.
 */
import * as Effect from "effect/Effect"
import { Indexing } from "../../../content/indexing/Indexing.js"
import type { PageItem } from "../../../content/items/Item.js"
import { ItemRepository } from "../../../content/items/ItemRepository.js"
import { LinkIndex } from "../../../content/links/LinkIndex.js"
import { itemOf, targetOf } from "../../../content/links/LinkTarget.js"
import { cutId } from "../../../content/reading/ComputedReading.js"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import { sha256Hex } from "../../../foundation/ids/PlatformHash.js"
import { keepNewest } from "../../../foundation/loading/KeepNewest.js"
import type { HiddenContent, OutlinePage, PageSight } from "../../../people/access/Visits.js"
import type { SpaceRecord } from "../../../people/places/Space.js"
import { visibleText } from "../../../text/markdown/ConditionalText.js"
import { hiddenThrough } from "./VisitorSight.js"

/** The pages of a revision with the conditions that decide who sees them, and the pictures on their covers. */
interface Outline {
  /** Empty if no page of the revision has a condition. */
  readonly pages: ReadonlyArray<OutlinePage>
  readonly covers: ReadonlyMap<string, ReadonlyArray<string>>
}

/** The number of revisions whose outlines are cached. They never change. */
const keptOutlines = 500

const nothingHidden = { pages: new Set<string>(), hides: () => false, key: "" }

const digest = (text: string): string => sha256Hex(text).slice(0, 16)
const noOutline: Outline = { pages: [], covers: new Map() }

const coversOf = ({ cover }: PageItem): ReadonlyArray<string> =>
  [cover?.ref, cover?.refDark].flatMap((ref) => (ref?.kind === "file" ? [ref.file] : []))

const outlineOf = (pages: ReadonlyArray<PageItem>): Outline => {
  if (pages.every(({ condition }) => condition === undefined)) return noOutline
  return {
    pages: pages.map(({ condition, id, parent }) => ({ id, parent, ...(condition !== undefined && { condition }) })),
    covers: new Map(pages.flatMap((page) => (page.cover === undefined ? [] : [[page.id, coversOf(page)] as const])))
  }
}

/** Computes the hidden content at the heads of spaces, over the repositories of the context. */
export const makeHiddenContents = Effect.gen(function* () {
  const items = yield* ItemRepository
  const links = yield* LinkIndex
  const indexing = yield* Indexing
  const outlines = new Map<string, Outline>()

  const outline = Effect.fnUntraced(function* ({ id, revision, sequence }: SpaceRecord) {
    const known = outlines.get(revision)
    if (known !== undefined) return known
    const pages = yield* items.all({ line: id, sequence }, "page")
    const found = outlineOf(pages.map(({ value }) => value))
    keepNewest(outlines, revision, found, keptOutlines)
    return found
  })

  /** The files and reusable contents that only hidden pages use. */
  const usedBy = Effect.fnUntraced(function* (space: SpaceRecord, pages: ReadonlySet<string>, { covers }: Outline) {
    yield* indexing.settle(space.id)
    const shownCovers = new Set<string>()
    for (const [page, files] of covers) if (!pages.has(page)) for (const file of files) shownCovers.add(file)
    const hidden = new Set(pages)
    const open = [...pages]
    const hideIfUnused = Effect.fnUntraced(function* (item: string) {
      if (hidden.has(item) || shownCovers.has(item)) return
      const holders = yield* links.to(space.id, item)
      if (!holders.every(({ page }) => hidden.has(page))) return
      hidden.add(item)
      open.push(item)
    })
    for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
      for (const { written } of yield* links.links(space.id, holder)) {
        const target = targetOf(written, holder)
        const item = target.kind === "file" || target.kind === "reusable-content" ? itemOf(target) : undefined
        if (item !== undefined) yield* hideIfUnused(item)
      }
      for (const file of covers.get(holder) ?? []) yield* hideIfUnused(file)
    }
    return hidden
  })

  return Effect.fnUntraced(function* (
    space: SpaceRecord,
    through: ReadonlyArray<PageSight>
  ): Effect.fn.Return<HiddenContent, Unavailable> {
    const found = yield* outline(space)
    const pages = hiddenThrough(through, found.pages)
    const claims = through.map(({ claimsKey }) => claimsKey).join("\n")
    const texts = {
      visible: (markdown: string) =>
        visibleText(markdown, (condition) => through.some(({ holds }) => holds(condition))),
      claimsKey: claims.trim() === "" ? "" : digest(claims)
    }
    if (pages.size === 0) return { ...nothingHidden, ...texts }
    const all = yield* usedBy(space, pages, found)
    return {
      pages,
      hides: (id) => all.has(id) || all.has(cutId(id)?.parent ?? ""),
      key: digest([...pages].sort().join(" ")),
      ...texts
    }
  })
})
