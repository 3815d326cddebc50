/** Aligns two changed versions of a sequence with the one they come from. */
import { type Hunk, hunksOf, type Range } from "./Diff.js"

/** A part of the three versions, and which of the sides changed it. */
export interface Region {
  readonly changed: "none" | "ours" | "theirs" | "both"
  readonly base: Range
  readonly ours: Range
  readonly theirs: Range
}

interface Marked extends Hunk {
  readonly by: "ours" | "theirs"
  readonly added: ReadonlyArray<string>
}

/** In the order of the base; insertions come before replacements at the same place. */
const inOrder = (a: Marked, b: Marked): number => a.base.from - b.base.from || a.base.to - b.base.to

/** Whether both sides inserted some of the same tokens. */
const share = (a: Marked, b: Marked): boolean => {
  if (a.by === b.by) return false
  const added = new Set(a.added)
  return b.added.some((token) => added.has(token))
}

/** Whether a change belongs to the same region as those before it, which span `region`. */
const meets = (region: Range, before: ReadonlyArray<Marked>, next: Marked, apart: boolean): boolean => {
  const { from, to } = next.base
  if (from < region.to || (apart && from === region.to)) return true
  if (from > region.to) return false
  return (from === to && from === region.from) || before.some((each) => each.base.to === from && share(each, next))
}

/**
 * The three versions as regions, in order and without gaps. Changes of both sides share a region where they overlap, or
 * insert something at the same place, or touch and insert some of the same tokens; with `apart` also where they only
 * touch.
 */
export const regionsOf = (
  base: ReadonlyArray<string>,
  ours: ReadonlyArray<string>,
  theirs: ReadonlyArray<string>,
  apart = false
): ReadonlyArray<Region> => {
  const marked = (by: Marked["by"], side: ReadonlyArray<string>): ReadonlyArray<Marked> =>
    hunksOf(base, side).map((hunk) => ({ ...hunk, by, added: side.slice(hunk.side.from, hunk.side.to) }))
  const all = [...marked("ours", ours), ...marked("theirs", theirs)].sort(inOrder)
  const regions: Array<Region> = []
  const at = { base: 0, ours: 0, theirs: 0 }
  const push = (changed: Region["changed"], to: typeof at): void => {
    regions.push({
      changed,
      base: { from: at.base, to: to.base },
      ours: { from: at.ours, to: to.ours },
      theirs: { from: at.theirs, to: to.theirs }
    })
    Object.assign(at, to)
  }
  const pushSame = (count: number): void => {
    if (count > 0) push("none", { base: at.base + count, ours: at.ours + count, theirs: at.theirs + count })
  }
  for (let index = 0; index < all.length; ) {
    const region = { ...all[index]!.base }
    const grown = { ours: 0, theirs: 0 }
    const by = { ours: false, theirs: false }
    const start = index
    for (; index < all.length; index++) {
      const next = all[index]!
      if (index > start && !meets(region, all.slice(Math.max(start, index - 2), index), next, apart)) break
      region.to = Math.max(region.to, next.base.to)
      grown[next.by] += next.side.to - next.side.from - (next.base.to - next.base.from)
      by[next.by] = true
    }
    pushSame(region.from - at.base)
    const length = region.to - region.from
    push(by.ours && by.theirs ? "both" : by.ours ? "ours" : "theirs", {
      base: region.to,
      ours: at.ours + length + grown.ours,
      theirs: at.theirs + length + grown.theirs
    })
  }
  pushSame(base.length - at.base)
  return regions
}

/**
 * Which of two changed versions of a value wins, where one of them may be unchanged; of two different changes, the
 * longer wins, then the greater, whichever side made it.
 */
export const either = (base: string | undefined, ours: string, theirs: string): string => {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  if (ours.length !== theirs.length) return ours.length > theirs.length ? ours : theirs
  return ours > theirs ? ours : theirs
}
