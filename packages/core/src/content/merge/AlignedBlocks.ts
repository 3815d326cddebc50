/** Which block of one version of a text has become which block of another. */
import { type Hunk, hunksOf } from "./Diff.js"
import { alike, wordsOf } from "./Likeness.js"

/** A block before and after, by its index; one of the two is absent where it was added or removed. */
export interface Aligned {
  readonly from?: number
  readonly to?: number
}

/** The number of words that are compared in one change. Beyond it, its blocks are paired in their order. */
const mostWords = 200_000

/** The minimum likeness of a block to the one that it was edited from. */
const likeEnough = 0.3

/** Pairs in order: the first with the first, and what is left over with nothing. */
const inOrder = ({ base, side }: Hunk): ReadonlyArray<Aligned> => {
  const pairs: Array<Aligned> = []
  const paired = Math.min(base.to - base.from, side.to - side.from)
  for (let index = 0; index < paired; index++) pairs.push({ from: base.from + index, to: side.from + index })
  for (let from = base.from + paired; from < base.to; from++) pairs.push({ from })
  for (let to = side.from + paired; to < side.to; to++) pairs.push({ to })
  return pairs
}

interface Texts {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

const lengthOf = (texts: ReadonlyArray<ReadonlyArray<string>>): number =>
  texts.reduce((length, words) => length + words.length, 0)

/**
 * The blocks of a change that are alike, in order: the pairs whose likenesses have the greatest sum. Blocks between two
 * of them are paired in their order.
 */
const byWords = ({ after, before }: Texts, { base, side }: Hunk): ReadonlyArray<Aligned> => {
  const [rows, columns] = [base.to - base.from, side.to - side.from]
  if (rows * columns < 2 || rows * columns > mostWords) return inOrder({ base, side })
  const [known, words] = [before.slice(base.from, base.to).map(wordsOf), after.slice(side.from, side.to).map(wordsOf)]
  if (columns * lengthOf(known) + rows * lengthOf(words) > mostWords) return inOrder({ base, side })
  const width = columns + 1
  const likeness = new Float64Array(rows * columns)
  const best = new Float64Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const share = alike(known[row]!, words[column]!)
      likeness[row * columns + column] = share
      const together = share < likeEnough ? 0 : share + best[(row + 1) * width + column + 1]!
      best[row * width + column] = Math.max(
        together,
        best[(row + 1) * width + column]!,
        best[row * width + column + 1]!
      )
    }
  }
  const pairs: Array<Aligned> = []
  let [row, column] = [0, 0]
  let open = { base: base.from, side: side.from }
  const close = (to: { base: number; side: number }): void => {
    pairs.push(...inOrder({ base: { from: open.base, to: to.base }, side: { from: open.side, to: to.side } }))
  }
  while (row < rows && column < columns) {
    const here = best[row * width + column]!
    const share = likeness[row * columns + column]!
    if (share >= likeEnough && here === share + best[(row + 1) * width + column + 1]!) {
      close({ base: base.from + row, side: side.from + column })
      pairs.push({ from: base.from + row, to: side.from + column })
      row++
      column++
      open = { base: base.from + row, side: side.from + column }
    } else if (here === best[(row + 1) * width + column]!) row++
    else column++
  }
  close({ base: base.to, side: side.to })
  return pairs
}

/**
 * All blocks of both versions, in order. Blocks that both versions have are pairs of equal texts. `words` are the texts
 * whose words tell what was edited, if they are others than those that are compared.
 */
export const alignedBlocks = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
  words: Texts = { before, after }
): ReadonlyArray<Aligned> => {
  const aligned: Array<Aligned> = []
  let [from, to] = [0, 0]
  const same = (end: number): void => {
    while (from < end) aligned.push({ from: from++, to: to++ })
  }
  for (const hunk of hunksOf(before, after)) {
    same(hunk.base.from)
    for (const pair of byWords(words, hunk)) aligned.push(pair)
    ;[from, to] = [hunk.base.to, hunk.side.to]
  }
  same(before.length)
  return aligned
}
