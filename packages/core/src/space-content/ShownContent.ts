/** The part of a space's content that is shown to a reader. */
import type { SpaceReading } from "../access/SpaceReading.js"
import type { HiddenContent } from "../access/Visits.js"
import type { View } from "../content/View.js"

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
