/** Joins the parts of a merged body, with the gaps between them that the sides have. */
import type { Body } from "./Blocks.js"
import type { Range } from "./Diff.js"
import type { Sides } from "./MergeLines.js"
import type { Rendered, Unit } from "./MergeRegion.js"
import { either } from "./Regions.js"

/** A joined body, and the position of each non-empty part in it. */
export interface Written {
  readonly text: string
  readonly places: ReadonlyArray<{ readonly unit: Unit; readonly at: Range }>
}

/** The gap between two parts on a side where they are adjacent. */
const gapOn = (side: keyof Sides<Body>, bodies: Sides<Body>, before: Unit, after: Unit): string | undefined => {
  const [left, right] = [before.at[side], after.at[side]]
  const isThere = left.from < left.to && right.from < right.to && left.to === right.from
  return isThere ? bodies[side].blocks[left.to - 1]?.gap : undefined
}

const gapBetween = (bodies: Sides<Body>, before: Unit, after: Unit, eol: string): string => {
  const ours = gapOn("ours", bodies, before, after)
  const theirs = gapOn("theirs", bodies, before, after)
  if (ours !== undefined && theirs !== undefined) return either(gapOn("base", bodies, before, after), ours, theirs)
  return ours ?? theirs ?? eol + eol
}

/** Joins one rendering of all parts. */
export const join = (units: ReadonlyArray<Unit>, kind: keyof Rendered, bodies: Sides<Body>, eol: string): Written => {
  const parts = [either(bodies.base.lead, bodies.ours.lead, bodies.theirs.lead)]
  let length = parts[0]!.length
  const places: Array<Written["places"][number]> = []
  const put = (part: string): void => {
    parts.push(part)
    length += part.length
  }
  let before: Unit | undefined
  for (const unit of units) {
    const part = unit.rendered[kind]
    if (part === "") continue
    if (before !== undefined) put(gapBetween(bodies, before, unit, eol))
    places.push({ unit, at: { from: length, to: length + part.length } })
    put(part)
    before = unit
  }
  const last = (body: Body): string => body.blocks.at(-1)?.gap ?? ""
  if (before !== undefined) put(either(last(bodies.base), last(bodies.ours), last(bodies.theirs)))
  return { text: parts.join(""), places }
}
