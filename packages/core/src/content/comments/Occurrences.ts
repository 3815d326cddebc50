/** Searches a text for words, outwards from a place. */

/** The part of the words that is searched for; the rest is compared where it is found. */
const searched = 32

/** The part that is compared first. */
const compared = 256

/** The number of characters that one search compares at most, so that no text makes it slow. */
const effort = 4_000_000

/** The starts of at most so many occurrences of words in a text, the nearest to a place first. */
export const occurrences = (text: string, words: string, around: number, most: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  const place = Math.max(0, Math.min(around, text.length))
  if (most === 1 && text.startsWith(words, place)) return [place]
  const [head, beginning] = [words.slice(0, searched), words.slice(0, compared)]
  let right = text.indexOf(head, place)
  let left = place === 0 ? -1 : text.lastIndexOf(head, place - 1)
  for (let effortLeft = effort; effortLeft > 0 && found.length < most && (left >= 0 || right >= 0); ) {
    const isRight = left < 0 || (right >= 0 && right - place <= place - left)
    const at = isRight ? right : left
    effortLeft -= beginning.length
    if (text.startsWith(beginning, at)) {
      effortLeft -= words.length
      if (text.startsWith(words, at)) found.push(at)
    }
    if (isRight) right = text.indexOf(head, at + 1)
    else left = at === 0 ? -1 : text.lastIndexOf(head, at - 1)
  }
  return found
}
