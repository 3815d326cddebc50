/** Makes a merged text and merged fields of a page agree, since each states values of the other. */

import { sameValue } from "../items/SameValue.js"
import { statable } from "../pages/PageFields.js"
import { derive, type PageMetadata, read } from "../pages/PageMetadata.js"
import { patch } from "../pages/PageMetadataPatch.js"
import type { Fields, Sides } from "./MergeFields.js"
import { type MergedText, mergeText } from "./MergeText.js"
import type { Resolution, Resolutions } from "./Resolution.js"

type Name = (typeof statable)[number]

/** Fields and text of a page that agree. */
export interface Reconciled {
  readonly value: Fields
  readonly text: string
  readonly withMarkers: string
  /** The fields that both texts changed differently: their conflicts belong to the text. */
  readonly inText: ReadonlySet<string>
}

const pick = (from: PageMetadata, chosen: ReadonlyArray<Name>): PageMetadata =>
  Object.fromEntries(chosen.map((name) => [name, from[name]]))

/**
 * The fields that conflicts of the text decide: fields that the merged text states differently depending on whether
 * main's or the request's versions of all conflicting parts are taken.
 */
const decidedInText = (
  candidates: ReadonlyArray<Name>,
  { base, ours, theirs }: { readonly [K in keyof Sides<string>]: string }
): ReadonlyArray<Name> => {
  if (candidates.length === 0) return []
  const open = mergeText(base, ours, theirs)
  const all = new Map<string, Resolution>(open.conflicts.map(({ where }) => [where, "ours"]))
  const [left, right] = [derive(mergeText(base, ours, theirs, all).text), derive(open.text)]
  return candidates.filter((name) => !sameValue(left[name], right[name]))
}

/**
 * Makes the separately merged fields and text of a page agree. A field in which the texts conflict is taken from the
 * merged text, unless it is decided by name or the merged front matter is not valid; every other field keeps its merged value, which is written into the text
 * if that states another one. A title that no text states any longer stays. While conflicts are open, a heading that is
 * part of one is left as it is.
 */
export const reconcileFrontMatter = (
  fields: Fields,
  { conflicts, text, withMarkers }: MergedText,
  sides: { readonly [K in keyof Sides<string>]: string },
  decided: Resolutions
): Reconciled => {
  const { metadata: says, problems } = read(text)
  const [base, ours, theirs] = [derive(sides.base), derive(sides.ours), derive(sides.theirs)]
  const isInTexts = problems.length === 0 && (conflicts.length > 0 || decided.size > 0)
  const candidates = statable.filter(
    (name) =>
      isInTexts &&
      !decided.has(name) &&
      !sameValue(ours[name], theirs[name]) &&
      !sameValue(base[name], ours[name]) &&
      !sameValue(base[name], theirs[name])
  )
  const inText = decidedInText(candidates, sides)
  const value: Record<string, unknown> = { ...fields }
  for (const name of inText) {
    if (says[name] !== undefined) value[name] = says[name]
    else if (name !== "title") delete value[name]
  }
  const open = conflicts.length === 0 ? {} : pick(derive(withMarkers), inText)
  return {
    value,
    text: patch(text, value),
    withMarkers: patch(withMarkers, { ...value, ...open }),
    inText: new Set(inText)
  }
}
