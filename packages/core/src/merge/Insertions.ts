/** The places at which a version inserts something, so that no order is guessed between the insertions of two sides. */
import type { Hunk } from "./Diff.js"

/** A change of one version, with the tokens that it replaces and those that it has instead. */
export interface Change extends Hunk {
  readonly removed: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
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
export const settled = (
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

/** The words and signs of a text; each letter of a script without spaces between words is a word. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}\s]/gu
  ) ?? []

/** How much of two texts is the same, from 0 to 1. */
const likeness = (known: ReadonlyArray<string>, text: string): number => {
  const left = new Map<string, number>()
  for (const word of known) left.set(word, (left.get(word) ?? 0) + 1)
  const words = wordsOf(text)
  let shared = 0
  for (const word of words) {
    const count = left.get(word) ?? 0
    if (count > 0) shared++
    left.set(word, count - 1)
  }
  return known.length + words.length === 0 ? 0 : (2 * shared) / (known.length + words.length)
}

/** How much alike an edited token must be to what it was. */
const alike = 0.5

/** Whether the token at one end of a change is what another one at that end was edited into. */
const isEdit = ({ added, removed }: Change, end: 0 | -1): boolean => {
  if (added.length === 1) return true
  const words = wordsOf(removed.at(end)!)
  const own = likeness(words, added.at(end)!)
  const others = added.slice(end === 0 ? 1 : 0, end === 0 ? undefined : -1).map((text) => likeness(words, text))
  const best = others.reduce((most, each) => Math.max(most, each), 0)
  if (added.length <= removed.length) return best < alike || best <= own
  return own >= alike && own > best
}

/**
 * Whether a change inserts something at its start (0) or its end (-1): what it has there is not an edited version of
 * what was there. As many tokens as it replaces, or fewer, are in the place of those, unless the words tell otherwise;
 * of more, the words must tell.
 */
export const inserts = (change: Change, end: 0 | -1): boolean =>
  change.added.length > 0 && (change.removed.length === 0 || !isEdit(change, end))
