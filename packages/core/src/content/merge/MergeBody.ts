/**
 * Merging the body of a page, block by block. A merged body reads as its parts do: each block is one block again, and
 * no name is defined more often than on one of the sides.
 */
import { type Body, blocksOf } from "./Blocks.js"
import { contestedRegions } from "./Contested.js"
import { join, type Written } from "./JoinedUnits.js"
import type { Sides } from "./MergeLines.js"
import { type BodyMerge, mergeRegion, type Rendered, type Unit } from "./MergeRegion.js"
import { regionsOf } from "./Regions.js"
import type { Resolutions, TextConflict } from "./Resolution.js"

/** A merged body, and the remaining conflicts. */
export interface MergedBody extends Pick<Rendered, "text" | "withMarkers"> {
  readonly conflicts: ReadonlyArray<TextConflict>
}

/** Merges three versions of a body; `eol` is the line break between parts that neither side has side by side. */
export const mergeBodies = (texts: Sides<string>, decided: Resolutions, eol: string): MergedBody => {
  const { base, ours, theirs } = texts
  if (ours === theirs || theirs === base) return { text: ours, withMarkers: ours, conflicts: [] }
  if (ours === base) return { text: theirs, withMarkers: theirs, conflicts: [] }
  const bodies: Sides<Body> = { base: blocksOf(base), ours: blocksOf(ours), theirs: blocksOf(theirs) }
  const list = (body: Body): ReadonlyArray<string> => body.blocks.map(({ text }) => text)
  const regions = regionsOf(list(bodies.base), list(bodies.ours), list(bodies.theirs))
  const written = (units: ReadonlyArray<Unit>, kind: keyof Rendered): Written => join(units, kind, bodies, eol)
  const merge = (conflicts: Array<TextConflict>, contested: ReadonlySet<unknown>): ReadonlyArray<Unit> => {
    const making: BodyMerge = { bodies, decided, eol, conflicts }
    return regions.flatMap((region) => mergeRegion(making, region, contested.has(region)))
  }
  let conflicts: Array<TextConflict> = []
  let units = merge(conflicts, new Set())
  const contested = contestedRegions(units, bodies, (kind) => written(units, kind))
  if (contested.size > 0) {
    conflicts = []
    units = merge(conflicts, contested)
  }
  return { text: written(units, "text").text, withMarkers: written(units, "withMarkers").text, conflicts }
}
