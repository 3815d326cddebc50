/** Aligns two changed versions of a sequence with the one they come from. */
import type { Range } from "./Diff.js"
import { type Change, changesOf, inserts } from "./Insertions.js"

/** A part of the three versions, and which of the sides changed it. */
export interface Region {
  readonly changed: "none" | "ours" | "theirs" | "both"
  readonly base: Range
  readonly ours: Range
  readonly theirs: Range
}

/** A change, and the side that made it. */
export interface Marked extends Change {
  readonly by: "ours" | "theirs"
}

/** In the order of the base; insertions come before replacements at the same place. */
const inOrder = (a: Marked, b: Marked): number => a.base.from - b.base.from || a.base.to - b.base.to

/** Whether both sides inserted some of the same tokens. */
const share = (a: Marked, b: Marked): boolean => {
  const added = new Set(a.added)
  return b.added.some((token) => added.has(token))
}

/** Whether two changes that touch belong to the same region. */
const meet = (before: Marked, next: Marked, depends: (change: Marked) => boolean): boolean =>
  depends(before) || depends(next) || share(before, next) || (inserts(before, -1) && inserts(next, 0))

/**
 * The three versions as regions, in order and without gaps. Changes of both sides share a region where they overlap, or
 * insert something at the same place, or touch and insert some of the same tokens. A change that `depends` on its
 * neighbours shares a region with all changes that it touches.
 */
export const regionsOf = (
  base: ReadonlyArray<string>,
  ours: ReadonlyArray<string>,
  theirs: ReadonlyArray<string>,
  depends: (change: Marked) => boolean = () => false
): ReadonlyArray<Region> => {
  const marked = (by: Marked["by"], side: ReadonlyArray<string>): ReadonlyArray<Marked> =>
    changesOf(base, side).map((change) => ({ ...change, by }))
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
    const last: { ours?: Marked; theirs?: Marked } = {}
    for (; index < all.length; index++) {
      const next = all[index]!
      const other = last[next.by === "ours" ? "theirs" : "ours"]
      const isFirst = last.ours === undefined && last.theirs === undefined
      const overlaps = isFirst || next.base.from < region.to
      if (!overlaps && (other?.base.to !== next.base.from || !meet(other, next, depends))) break
      region.to = Math.max(region.to, next.base.to)
      grown[next.by] += next.side.to - next.side.from - (next.base.to - next.base.from)
      last[next.by] = next
    }
    pushSame(region.from - at.base)
    const length = region.to - region.from
    push(last.ours && last.theirs ? "both" : last.ours ? "ours" : "theirs", {
      base: region.to,
      ours: at.ours + length + grown.ours,
      theirs: at.theirs + length + grown.theirs
    })
  }
  pushSame(base.length - at.base)
  return regions
}

/**
 * The winner of two changed versions of a value, of which one may be unchanged. Of two different changes, the longer
 * one wins, then the greater, whichever side made it.
 */
export const either = (base: string | undefined, ours: string, theirs: string): string => {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  if (ours.length !== theirs.length) return ours.length > theirs.length ? ours : theirs
  return ours > theirs ? ours : theirs
}
