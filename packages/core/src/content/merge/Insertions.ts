/** The places at which a version inserts tokens, so that no order is guessed between the insertions of two sides. */
import { type Hunk, hunksOf } from "./Diff.js"
import { compared, wordsOf } from "./Likeness.js"

/** A change of one version, with the tokens that it removes and the tokens that it adds. */
export interface Change extends Hunk {
  readonly removed: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
  /** The tokens whose place in the version differs from the base. */
  readonly displaced: ReadonlySet<string>
}

/** One hunk if both parts are adjacent. */
const joined = (hunks: ReadonlyArray<Hunk>): ReadonlyArray<Hunk> => {
  const all: Array<Hunk> = []
  for (const hunk of hunks) {
    const before = all.at(-1)
    if (before === undefined || before.base.to < hunk.base.from) all.push(hunk)
    else {
      all[all.length - 1] = {
        base: { from: before.base.from, to: hunk.base.to },
        side: { from: before.side.from, to: hunk.side.to }
      }
    }
  }
  return all
}

/**
 * The same changes as far down as they can be read: an insertion or a deletion there, and a change that does more than
 * replace from where it is found to there. Two sides that append to a list of tabs insert at one place, even if one of
 * them also edits the line before the last `{% endtab %}`, and its new tab is found before that line.
 */
const settled = (
  base: ReadonlyArray<string>,
  side: ReadonlyArray<string>,
  hunks: ReadonlyArray<Hunk>
): ReadonlyArray<Hunk> =>
  joined(
    hunks.map((hunk, index) => {
      const limit = hunks[index + 1]?.base.from ?? base.length
      const replaced = Math.min(hunk.base.to - hunk.base.from, hunk.side.to - hunk.side.from)
      const [from, across] = [hunk.base.from + replaced, hunk.side.from + replaced]
      if (from === hunk.base.to && across === hunk.side.to) return hunk
      let moved = 0
      const next = (): string | undefined => (from < hunk.base.to ? base[from + moved] : side[across + moved])
      while (hunk.base.to + moved < limit && next() === base[hunk.base.to + moved]) moved++
      const start = replaced === 0 ? moved : 0
      return {
        base: { from: hunk.base.from + start, to: hunk.base.to + moved },
        side: { from: hunk.side.from + start, to: hunk.side.to + moved }
      }
    })
  )

const onlyOnce = (tokens: ReadonlyArray<string>): ReadonlySet<string> => {
  const [once, more] = [new Set<string>(), new Set<string>()]
  for (const token of tokens) {
    if (once.has(token)) more.add(token)
    else once.add(token)
  }
  for (const token of more) once.delete(token)
  return once
}

/** The changes of a version, as far down as they can be read. */
export const changesOf = (base: ReadonlyArray<string>, side: ReadonlyArray<string>): ReadonlyArray<Change> => {
  const changes = settled(base, side, hunksOf(base, side)).map((hunk) => ({
    ...hunk,
    removed: base.slice(hunk.base.from, hunk.base.to),
    added: side.slice(hunk.side.from, hunk.side.to)
  }))
  const removed = onlyOnce(changes.flatMap((change) => change.removed))
  const displaced = new Set(changes.flatMap(({ added }) => added.filter((token) => removed.has(token))))
  return changes.map((change) => ({ ...change, displaced }))
}

/** The minimum likeness of an edited token to its original. */
const likeEnough = 0.5

/** The minimum share of a token in another one that it has become a part of. */
const mostly = 0.8

/** Whether the token that a change adds at one end is an edited version of the token that it removes there. */
const isEdit = ({ added, removed }: Change, end: 0 | -1): boolean => {
  if (added.length === 1) return true
  const known = wordsOf(removed.at(end)!)
  const own = compared(known, wordsOf(added.at(end)!))
  const others = added
    .slice(end === 0 ? 1 : 0, end === 0 ? undefined : -1)
    .map((text) => compared(known, wordsOf(text)))
  const best = (by: "alike" | "held"): number => others.reduce((most, each) => Math.max(most, each[by]), 0)
  if (added.length > removed.length) return own.alike >= likeEnough && own.alike > best("alike")
  if (best("alike") >= likeEnough && best("alike") > own.alike) return false
  // It may have become a part of another one.
  return best("held") < mostly || best("held") <= own.held
}

/**
 * Whether a change inserts something at its start (0) or its end (-1), that is, whether its token there is not an
 * edited version of the replaced one. If the change adds no more tokens than it replaces, they count as edited versions
 * of those, unless the words tell otherwise, or the version has the replaced token elsewhere; if it adds more, the
 * words must tell.
 */
export const inserts = (change: Change, end: 0 | -1): boolean =>
  change.added.length > 0 &&
  (change.removed.length === 0 || change.displaced.has(change.removed.at(end)!) || !isEdit(change, end))
