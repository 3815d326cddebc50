/** The part of a space's content that is shown to a reader. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { SpaceReading } from "../../people/access/SpaceReading.js"
import type { HiddenContent } from "../../people/access/Visits.js"
import type { ItemVersion } from "../items/Item.js"
import type { ItemRepositoryService } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"

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

/** The items that are not hidden from the reader. */
export const shownOf = <A extends Identified>(
  all: ReadonlyArray<A>,
  hidden: HiddenContent | undefined
): ReadonlyArray<A> => (hidden === undefined ? all : all.filter(({ value }) => !hidden.hides(value.id)))

/** The options of a read: for a visitor, without git metadata. */
export const optionsFor = <O extends { readonly metadata?: boolean }>(
  options: O | undefined,
  hidden: HiddenContent | undefined
) => (hidden === undefined ? options : { ...options, metadata: false })
