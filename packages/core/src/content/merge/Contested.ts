/**
 * Finds the parts of a merged body that do not fit together, although the sides changed different places: the text reads
 * differently from its parts, or defines a name twice.
 */
import { type Block, type Body, blocksOf } from "./Blocks.js"
import { namesIn } from "./DefinedNames.js"
import type { Written } from "./JoinedUnits.js"
import type { Sides } from "./MergeLines.js"
import type { Unit } from "./MergeRegion.js"
import type { Region } from "./Regions.js"

/** The parts that do not read as their own blocks. */
const misread = ({ blocks, lead }: Body, { places }: Written): ReadonlyArray<Unit> => {
  const ends = new Map<number, number>()
  const lasts = new Set<number>()
  let from = lead.length
  for (const block of blocks) {
    ends.set(from, from + block.text.length)
    lasts.add(from + block.text.length)
    from += block.text.length + block.gap.length
  }
  const isOne = ({ at }: Unit): boolean => [at.base, at.ours, at.theirs].every(({ from, to }) => to - from <= 1)
  return places.flatMap(({ at, unit }) => {
    const holds = ends.has(at.from) && (isOne(unit) ? ends.get(at.from) === at.to : lasts.has(at.to))
    return holds || unit.isOpen ? [] : [unit]
  })
}

/** The changed regions of some parts; if none of them is changed, the changed one before the first of them. */
const changedAmong = (found: ReadonlyArray<Unit>, units: ReadonlyArray<Unit>): ReadonlyArray<Region> => {
  const changed = ({ region }: Unit): boolean => region.changed !== "none"
  const among = found.filter(changed)
  if (among.length > 0 || found.length === 0) return among.map(({ region }) => region)
  const before = units.slice(0, units.indexOf(found[0]!)).findLast(changed)
  return before === undefined ? [] : [before.region]
}

/** The names that a merged text defines more often than each of the sides. */
const clashes = (body: Body, { ours, theirs }: Sides<Body>): ReadonlySet<string> => {
  const [mine, other] = [namesIn(ours.blocks), namesIn(theirs.blocks)]
  const merged = namesIn(body.blocks)
  const most = (name: string): number => Math.max(mine.get(name) ?? 0, other.get(name) ?? 0)
  return new Set([...merged].flatMap(([name, count]) => (count > most(name) ? [name] : [])))
}

/** The regions in which one side defines some of these names, and the other does not. */
const defining = (names: ReadonlySet<string>, regions: Iterable<Region>, bodies: Sides<Body>): ReadonlyArray<Region> =>
  [...regions].filter((region) => {
    const within = (side: "ours" | "theirs"): ReadonlyArray<Block> =>
      bodies[side].blocks.slice(region[side].from, region[side].to)
    const [mine, other] = [namesIn(within("ours")), namesIn(within("theirs"))]
    return [...names].some((name) => (mine.get(name) ?? 0) !== (other.get(name) ?? 0))
  })

/** The regions that must be in conflict; `written` joins the parts with this side of every conflict. */
export const contestedRegions = (
  units: ReadonlyArray<Unit>,
  bodies: Sides<Body>,
  written: (side: "ours" | "theirs") => Written
): ReadonlySet<Region> => {
  const contested = new Set<Region>()
  const changed = new Set(units.flatMap(({ region }) => (region.changed === "none" ? [] : [region])))
  for (const side of units.some(({ isOpen }) => isOpen) ? (["ours", "theirs"] as const) : (["ours"] as const)) {
    const merged = written(side)
    const body = blocksOf(merged.text, bodies.base.reading)
    for (const region of changedAmong(misread(body, merged), units)) contested.add(region)
    const names = clashes(body, bodies)
    if (names.size > 0) for (const region of defining(names, changed, bodies)) contested.add(region)
  }
  return contested
}
