/** The part of a space's content that is shown to a reader. */
import * as Effect from "effect/Effect"
import type { SpaceReading } from "../access/SpaceReading.js"
import type { HiddenContent } from "../access/Visits.js"
import type { ItemRepositoryService } from "../content/ItemRepository.js"
import type { View } from "../content/View.js"
import type { Cursor } from "../lists/List.js"
import { visibleScan } from "../lists/VisibleScan.js"

/** A space whose content is read, and the view of it. */
export interface Opened extends Pick<SpaceReading, "space"> {
  readonly hidden: HiddenContent | undefined
  readonly view: View
}

interface Identified {
  readonly value: { readonly id: string }
}

/** Those of some items that are not hidden from the reader. */
export const shownOf = <A extends Identified>(
  all: ReadonlyArray<A>,
  hidden: HiddenContent | undefined
): ReadonlyArray<A> => (hidden === undefined ? all : all.filter(({ value }) => !hidden.hides(value.id)))

/** The options of a read: for a visitor, without git metadata. */
export const optionsFor = <O extends { readonly metadata?: boolean }>(
  options: O | undefined,
  hidden: HiddenContent | undefined
) => (hidden === undefined ? options : { ...options, metadata: false })

/** The files that are shown: their number, and a scan of them. */
export const shownFiles = (items: ItemRepositoryService, { hidden, view }: Opened) => {
  const scan = (after: Cursor | undefined, limit: number) => items.page(view, "file", after, limit)
  return hidden === undefined || hidden.pages.size === 0
    ? { count: items.count(view, "file"), scan }
    : {
        count: Effect.map(items.all(view, "file"), (all) => shownOf(all, hidden).length),
        scan: visibleScan(scan, ({ value }) => !hidden.hides(value.value.id))
      }
}
