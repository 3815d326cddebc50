/** Pairs the texts of one set with the texts of another: one to one, most similar first. */
import * as Effect from "effect/Effect"
import { turn } from "../../foundation/scheduling/Turns.js"
import { featuresOf, similarity, similarityBound, type TextProfile } from "./TextProfile.js"

/** The minimum share of a text that must be the same. */
const threshold = 0.5
/** The number of its rarest features that a text is indexed by. */
const featuresOfText = 64
/** Features of more texts than this are ignored. */
const textsOfFeature = 64
/** The number of candidates that are compared in full with a text: the ones with the most features in common. */
const candidatesOfText = 12
const textsInATurn = 16

/** The approximate number of texts with each feature, since hashes share counters; at most 255. */
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

/** An index of the texts of a set by their most distinctive features among the features that the other set may have. */
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

/** The uncontested pairs of one score, where texts in `taken` are no longer available. */
const undisputed = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const from = new Map<number, number>()
  const to = new Map<number, number>()
  for (const pair of pairs) {
    from.set(pair.from, (from.get(pair.from) ?? 0) + 1)
    to.set(pair.to, (to.get(pair.to) ?? 0) + 1)
  }
  return pairs.filter((pair) => from.get(pair.from) === 1 && to.get(pair.to) === 1)
}

/** Assigns pairs, best first. Texts whose best pairs are tied get none, and are not assigned worse ones. */
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
 * For each text of `to` the one of `from` that it was made from, by their numbers: at least half of the longer one is
 * in the other, by lines or by words, and no other pair is as good by both. Takes time linear in the texts, and yields
 * to other work.
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
