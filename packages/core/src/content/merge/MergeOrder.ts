/** The order of a list of distinct names in which two sides have inserted, removed and moved names. */

const sameOrder = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.every((each, index) => each === b[index])

/** The names that a side inserted, by the name they come after; the empty name is the beginning. */
const addedAfter = (known: ReadonlySet<string>, side: ReadonlyArray<string>): ReadonlyMap<string, Array<string>> => {
  const runs = new Map<string, Array<string>>()
  let anchor = ""
  for (const name of side) {
    if (known.has(name)) anchor = name
    else {
      const run = runs.get(anchor)
      if (run === undefined) runs.set(anchor, [name])
      else run.push(name)
    }
  }
  return runs
}

/**
 * All names of the three lists, each once. Names in all of them are ordered as in the base, or as in the one side that
 * moved them. Inserted names stay after the name they were inserted after; of two inserted at one place, the smaller
 * name comes first, so that the result is symmetric.
 */
export const mergeOrder = (
  base: ReadonlyArray<string>,
  ours: ReadonlyArray<string>,
  theirs: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const sets = [new Set(base), new Set(ours), new Set(theirs)]
  const everywhere = (list: ReadonlyArray<string>) => list.filter((name) => sets.every((set) => set.has(name)))
  const [common, left, right] = [everywhere(base), everywhere(ours), everywhere(theirs)]
  const order = sameOrder(left, common) ? right : sameOrder(right, common) ? left : common
  const next = order.values()
  const frame = base.map((name) => (sets.every((set) => set.has(name)) ? (next.next().value ?? name) : name))
  const known = new Set(base)
  const mine = addedAfter(known, ours)
  const other = addedAfter(known, theirs)
  const merged: Array<string> = []
  for (const anchor of ["", ...frame]) {
    if (anchor !== "") merged.push(anchor)
    const runs = [mine.get(anchor) ?? [], other.get(anchor) ?? []]
    runs.sort((a, b) => (a.join("\n") < b.join("\n") ? -1 : 1))
    for (const run of runs) for (const name of run) merged.push(name)
  }
  return [...new Set(merged)]
}
