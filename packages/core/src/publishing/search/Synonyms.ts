/** Expands the words of a query with synonyms from the settings of the searched spaces. */

import type { Synonyms } from "../../people/places/Synonyms.js"
import { type Alternative, alternativesOf, isSmall, type ParsedQuery, type Unit } from "../../text/retrieval/Query.js"
import { words } from "../../text/tokenization/Words.js"

/** The synonyms of a searched space. */
export interface SpaceSynonyms {
  readonly space: string
  readonly synonyms: Synonyms
}

/** The weight of a synonym, relative to the word itself. */
const ofSynonym = 0.8

type Phrase = ReadonlyArray<string>

/** A phrase and its synonyms. */
interface Entry {
  readonly phrase: Phrase
  readonly others: ReadonlyArray<Phrase>
}

/** Entries by each form of their first word. */
type Entries = ReadonlyMap<string, ReadonlyArray<Entry>>

const telling = (phrase: string): Phrase => {
  const all = words(phrase)
  const some = all.filter((word) => !isSmall(word))
  return some.length === 0 ? all : some
}

const formsOf = (word: string): ReadonlyArray<string> =>
  alternativesOf(word, false).flatMap(({ tokens }) => (tokens.length === 1 ? tokens.map(({ token }) => token) : []))

const read = (synonyms: Synonyms): Entries => {
  const found = new Map<string, Array<Entry>>()
  for (const group of synonyms) {
    const phrases = group.map(telling).filter((phrase) => phrase.length > 0)
    for (const phrase of phrases) {
      const entry = { phrase, others: phrases.filter((other) => other !== phrase) }
      for (const form of new Set([phrase[0] ?? "", ...formsOf(phrase[0] ?? "")])) {
        const known = found.get(form)
        if (known === undefined) found.set(form, [entry])
        else known.push(entry)
      }
    }
  }
  return found
}

/** The parsed form of the most recent synonyms. */
const seen = new WeakMap<Synonyms, Entries>()

const entriesOf = (synonyms: Synonyms): Entries => {
  const known = seen.get(synonyms) ?? read(synonyms)
  seen.set(synonyms, known)
  return known
}

const alike = (one: string, other: string): boolean =>
  one === other || formsOf(one).some((form) => formsOf(other).includes(form))

/** The alternatives that a phrase adds to a word: a single word in its forms, several words together. */
const waysOf = (phrase: Phrase, space: string): ReadonlyArray<Alternative> => {
  const spaces = new Set([space])
  const [only] = phrase
  const ways: ReadonlyArray<Alternative> =
    phrase.length === 1 && only !== undefined
      ? alternativesOf(only, false)
      : [{ tokens: phrase.flatMap((word) => alternativesOf(word, false)[0]?.tokens ?? []), weight: 1 }]
  return ways.map((way) => ({ ...way, weight: way.weight * ofSynonym, spaces }))
}

const standsAt = (phrase: Phrase, units: ReadonlyArray<Unit>, at: number): boolean =>
  phrase.every((word, i) => {
    const unit = units[at + i]
    return unit !== undefined && alike(word, unit.word)
  })

/** A query expanded with the other words of each group that one of its words or phrases belongs to. */
export const withSynonyms = (query: ParsedQuery, all: ReadonlyArray<SpaceSynonyms>): ParsedQuery => {
  if (all.length === 0) return query
  const added = query.units.map((): Array<Alternative> => [])
  for (const { space, synonyms } of all) {
    const entries = entriesOf(synonyms)
    for (const [at, { word }] of query.units.entries()) {
      const found = new Set([word, ...formsOf(word)].flatMap((form) => entries.get(form) ?? []))
      for (const { others, phrase } of found) {
        if (!standsAt(phrase, query.units, at)) continue
        const ways = others.flatMap((other) => waysOf(other, space))
        for (let i = at; i < at + phrase.length; i++) added[i]?.push(...ways)
      }
    }
  }
  return {
    ...query,
    units: query.units.map((unit, i) => ({ ...unit, alternatives: [...unit.alternatives, ...(added[i] ?? [])] }))
  }
}
