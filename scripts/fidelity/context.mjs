/** Shows the words that a text lost in context. */
import { bagOf, wordsOf } from "./words.mjs"

/** How far to look ahead for a word before it counts as missing at its position. */
const reach = 400
const around = 5

/** The words without a counterpart in the rest of the other text. */
const unmatched = (words, other) => {
  const places = new Map()
  for (const [index, word] of other.entries()) {
    const found = places.get(word)
    if (found === undefined) places.set(word, [index])
    else found.push(index)
  }
  const next = new Map()
  const missing = new Set()
  let at = 0
  for (const [index, word] of words.entries()) {
    const found = places.get(word) ?? []
    let turn = next.get(word) ?? 0
    while (turn < found.length && found[turn] < at) turn++
    next.set(word, turn)
    const place = found[turn]
    const near =
      place !== undefined && (place - at < 3 || (place - at < reach && other[place + 1] === words[index + 1]))
    if (near) at = place + 1
    else missing.add(index)
  }
  return missing
}

/**
 * The places where `text` has words that occur less often in `other`: each run of them in brackets, with the words
 * around it.
 */
export const missingIn = (text, other) => {
  const words = wordsOf(text)
  const others = wordsOf(other)
  const lacking = bagOf(words)
  for (const word of others) lacking.set(word, (lacking.get(word) ?? 0) - 1)
  const astray = unmatched(words, others)
  const chosen = new Set()
  const choose = (index) => {
    const left = lacking.get(words[index]) ?? 0
    if (left <= 0 || chosen.has(index)) return
    lacking.set(words[index], left - 1)
    chosen.add(index)
  }
  for (const index of astray) choose(index)
  for (const index of words.keys()) choose(index)
  const lines = []
  for (let index = 0; index < words.length; index++) {
    if (!chosen.has(index)) continue
    const start = index
    while (chosen.has(index + 1)) index++
    const before = words.slice(Math.max(0, start - around), start).join(" ")
    const after = words.slice(index + 1, index + 1 + around).join(" ")
    lines.push(`${before} [${words.slice(start, index + 1).join(" ")}] ${after}`.trim())
  }
  return lines
}
