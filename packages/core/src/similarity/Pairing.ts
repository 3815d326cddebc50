/** Which texts of one set became which texts of another: one to one, the most similar first. */
import * as Effect from "effect/Effect"
import { turn } from "../scheduling/Turns.js"
import { featuresOf, similarity, similarityBound, type TextProfile } from "./TextProfile.js"

/** How much of a text must be the same. */
const threshold = 0.5
/** By how many of its rarest features a text is found. */
const featuresOfText = 64
/** A feature of more texts than these says nothing. */
const textsOfFeature = 64
/** How many texts are compared in full with one, those with the most features in common. */
const candidatesOfText = 12
const textsInATurn = 16

/** How many texts have each feature: approximately, as hashes share counters, and up to 255. */
const counters = (profiles: ReadonlyArray<TextProfile>) => {
  const words = profiles.reduce((sum, { phrases, spans }) => sum + phrases.length + spans.length, 0)
  const size = 2 ** Math.min(25, Math.max(16, Math.ceil(Math.log2(words + 1)) + 1))
  const counts = new Uint8Array(size)
  for (const profile of profiles) {
    for (const feature of featuresOf(profile)) {
      const at = feature & (size - 1)
      if (counts[at]! < 255) counts[at]!++
    }
  }
  return (feature: number): number => counts[feature & (size - 1)]!
}

/** The texts of a set by the features that tell them from the others best, and that a text of the other set may have. */
const indexOf = (
  profiles: ReadonlyArray<TextProfile>,
  own: (feature: number) => number,
  other: (feature: number) => number
): ReadonlyMap<number, ReadonlyArray<number>> => {
  const index = new Map<number, Array<number>>()
  for (const [text, profile] of profiles.entries()) {
    const useful: Array<readonly [feature: number, count: number]> = []
    for (const feature of featuresOf(profile)) {
      const there = other(feature)
      if (there > 0) useful.push([feature, own(feature) + there])
    }
    useful.sort(([, left], [, right]) => left - right)
    for (const [feature] of useful.slice(0, featuresOfText)) {
      const texts = index.get(feature)
      if (texts === undefined) index.set(feature, [text])
      else if (texts.length < textsOfFeature) texts.push(text)
    }
  }
  return index
}

interface Pair {
  readonly from: number
  readonly to: number
  readonly score: number
}

/** The pairs of one score that nothing competes with, where those of `taken` are no longer to be had. */
const undisputed = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const from = new Map<number, number>()
  const to = new Map<number, number>()
  for (const pair of pairs) {
    from.set(pair.from, (from.get(pair.from) ?? 0) + 1)
    to.set(pair.to, (to.get(pair.to) ?? 0) + 1)
  }
  return pairs.filter((pair) => from.get(pair.from) === 1 && to.get(pair.to) === 1)
}

/** Takes pairs from the best on. Texts whose best pairs are equally good have none, and leave none to worse ones. */
const assign = (pairs: Array<Pair>): ReadonlyMap<number, number> => {
  pairs.sort((left, right) => right.score - left.score)
  const assigned = new Map<number, number>()
  const from = new Set<number>()
  const to = new Set<number>()
  for (let start = 0; start < pairs.length; ) {
    let end = start
    while (end < pairs.length && pairs[end]!.score === pairs[start]!.score) end++
    const group = pairs.slice(start, end).filter((pair) => !from.has(pair.from) && !to.has(pair.to))
    for (const pair of undisputed(group)) assigned.set(pair.to, pair.from)
    for (const pair of group) {
      from.add(pair.from)
      to.add(pair.to)
    }
    start = end
  }
  return assigned
}

/**
 * For each text of `to` the one of `from` that it was made from, by their numbers: at least half of the longer one is in
 * the other, by lines or by words, and no other pair is as good by both. Takes time linear in the texts, and gives way to other work.
 */
export const pairTexts = (
  from: ReadonlyArray<TextProfile>,
  to: ReadonlyArray<TextProfile>
): Effect.Effect<ReadonlyMap<number, number>> =>
  Effect.gen(function* () {
    if (from.length === 0 || to.length === 0) return new Map<number, number>()
    const own = counters(from)
    yield* turn
    const other = counters(to)
    yield* turn
    const index = indexOf(from, own, other)
    const pairs: Array<Pair> = []
    for (const [number, profile] of to.entries()) {
      if (number % textsInATurn === textsInATurn - 1) yield* turn
      const votes = new Map<number, number>()
      for (const feature of featuresOf(profile)) {
        for (const text of index.get(feature) ?? []) votes.set(text, (votes.get(text) ?? 0) + 1)
      }
      const candidates = [...votes].sort(([, left], [, right]) => right - left).slice(0, candidatesOfText)
      for (const [text] of candidates) {
        const old = from[text]!
        if (similarityBound(old, profile) < threshold) continue
        const { lines, words } = similarity(old, profile)
        if (Math.max(lines, words) >= threshold) pairs.push({ from: text, to: number, score: lines + words })
      }
    }
    return assign(pairs)
  })
