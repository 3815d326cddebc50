/** Which parts of a sequence are folded: what is the same far from every change, and nothing else. */

/** A part of a sequence: `from` inclusive, `to` exclusive. */
export interface Fold {
  readonly from: number
  readonly to: number
  readonly isFolded: boolean
}

/**
 * The parts of a sequence, in order. Those that are the same and more than `around` away from every other are folded,
 * unless that would hide a single one.
 */
export const foldsOf = <A>(all: ReadonlyArray<A>, isSame: (one: A) => boolean, around: number): ReadonlyArray<Fold> => {
  const folds: Array<Fold> = []
  const add = (from: number, to: number, isFolded: boolean) => {
    const last = folds.at(-1)
    if (from >= to) return
    if (last !== undefined && !last.isFolded && !isFolded) folds[folds.length - 1] = { ...last, to }
    else folds.push({ from, to, isFolded })
  }
  let at = 0
  while (at < all.length) {
    let end = at
    while (end < all.length && isSame(all[end]!)) end++
    const from = at === 0 ? 0 : Math.min(at + around, end)
    const to = end === all.length ? end : Math.max(end - around, from)
    if (to - from > 1) {
      add(at, from, false)
      add(from, to, true)
      add(to, end, false)
    } else add(at, end, false)
    at = end
    while (at < all.length && !isSame(all[at]!)) at++
    add(end, at, false)
  }
  return folds
}
