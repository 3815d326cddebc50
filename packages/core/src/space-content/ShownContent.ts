/** The part of a space's content that is shown to a reader. */
import * as Effect from "effect/Effect"
import type { SpaceReading } from "../access/SpaceReading.js"
import type { HiddenContent } from "../access/Visits.js"
import type { ItemVersion } from "../content/Item.js"
import type { ItemRepositoryService } from "../content/ItemRepository.js"
import type { View } from "../content/View.js"
import type { Unavailable } from "../errors/Errors.js"

/** A space whose content is read, and the view of it. */
export interface Opened extends Pick<SpaceReading, "space" | "seesSpecs"> {
  readonly hidden: HiddenContent | undefined
  readonly view: View
}

/** An item that a text embeds or links to; `undefined` if it is hidden from the reader, as if it did not exist. */
export const shownItem = (
  items: ItemRepositoryService,
  { hidden, view }: Pick<Opened, "hidden" | "view">,
  id: string
): Effect.Effect<ItemVersion | undefined, Unavailable> =>
  hidden?.hides(id) === true ? Effect.succeed(undefined) : Effect.map(items.find(view, id), (found) => found?.value)

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
