/** What a search index must answer, computed from the list of all sections. */
import { expect } from "@effect/vitest"
import {
  type SearchDocument,
  type SearchHit,
  type SearchQuery,
  type SearchToken,
  titleWeight
} from "@lectern/core/search-index/SearchIndex"

/** A section that matches, with its score. `signature` is equal where scores are equal by construction. */
export interface Ranked {
  readonly document: SearchDocument
  readonly score: number
  readonly signature: string
}

const k1 = 1.2
const b = 0.75

const words = (text: string) => (text === "" ? [] : text.split(" "))

const lengthOf = (document: SearchDocument) => words(document.title).length + words(document.body).length

/** How often an alternative occurs in a section, a title counting more. */
const frequencyOf = ({ token, prefix }: SearchToken, document: SearchDocument) => {
  const isMatch = (word: string) => (prefix ? word.startsWith(token) : word === token)
  return titleWeight * words(document.title).filter(isMatch).length + words(document.body).filter(isMatch).length
}

/** All matches of a query among `documents`, in no order, scored as the port says. */
export const ranked = (documents: ReadonlyArray<SearchDocument>, query: SearchQuery): ReadonlyArray<Ranked> => {
  const average = documents.reduce((sum, document) => sum + lengthOf(document), 0) / documents.length
  const idf = (alternative: SearchToken) => {
    const n = documents.filter((document) => frequencyOf(alternative, document) > 0).length
    const value = Math.log((documents.length - n + 0.5) / (n + 0.5))
    return value <= 0 ? 1e-6 : value
  }
  const alternatives = query.terms.flatMap((term) => term.alternatives)
  const matches = (document: SearchDocument) =>
    query.terms.length > 0 &&
    document.organization === query.organization &&
    (query.space === undefined || document.space === query.space) &&
    query.terms.every((term) => term.alternatives.some((alternative) => frequencyOf(alternative, document) > 0))
  return documents.filter(matches).map((document) => {
    const length = lengthOf(document)
    const frequencies = alternatives.map((alternative) => frequencyOf(alternative, document))
    const weigh = (tf: number) => (tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / average))
    const score = frequencies.reduce((sum, tf, i) => sum + idf(alternatives[i]!) * weigh(tf), 0)
    return { document, score, signature: JSON.stringify([length, ...frequencies]) }
  })
}

/** Checks an answer against the ranking that is due; sections of one page id in several spaces do not occur. */
export const expectRanked = (
  hits: ReadonlyArray<SearchHit>,
  documents: ReadonlyArray<SearchDocument>,
  query: SearchQuery
) => {
  const due = new Map(
    ranked(documents, query).map((match) => [`${match.document.page}.${match.document.section}`, match])
  )
  const matches = hits.map((hit) => ({ hit, match: due.get(`${hit.page}.${hit.section}`) }))
  expect(matches.filter(({ match }) => match === undefined)).toEqual([])
  expect(hits).toHaveLength(Math.min(due.size, query.limit))
  expect(new Set(matches.map(({ match }) => match)).size).toBe(hits.length)
  for (const { hit, match } of matches) {
    expect(hit.space).toBe(match!.document.space)
    expect(Math.abs(hit.score - match!.score), `${hit.score} against ${match!.score}`).toBeLessThan(1e-9)
  }
  for (let i = 1; i < matches.length; i++) {
    const [a, b] = [matches[i - 1]!, matches[i]!]
    expect(a.hit.score).toBeGreaterThanOrEqual(b.hit.score)
    if (a.match!.signature === b.match!.signature) {
      const [x, y] = [a.match!.document, b.match!.document]
      expect(x.page < y.page || (x.page === y.page && x.section < y.section)).toBe(true)
    }
  }
  const worst = matches.at(-1)?.match?.score ?? 0
  const missed = [...due.values()].filter((match) => !matches.some((other) => other.match === match))
  for (const match of missed) expect(match.score).toBeLessThanOrEqual(worst + 1e-9)
}
