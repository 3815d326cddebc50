/** Recent search results of a space, for as long as its content does not change. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { List } from "../../foundation/lists/List.js"
import { shareAnswer } from "../../foundation/lists/SharedAnswers.js"
import { makeSizedCache } from "../../foundation/loading/SizedCache.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { type Synonyms, sameSynonyms } from "../../people/places/Synonyms.js"
import { frozen } from "../../storage/rows/RowJson.js"
import type { SearchPageResult } from "./SearchResult.js"

/** The number of results to cache for each engine: pages, and sections of them. */
export class KeptSearchResults extends Context.Reference<KeptSearchResults>()("@lectern/core/KeptSearchResults", {
  defaultValue: () => 40_000
}) {}

/** The maximum number of results of a cached answer. */
const mostOfAnswer = 500

/** The time for which an answer is cached, in milliseconds, so that a repair of the index by another process shows. */
const keptFor = 60_000

type Answer = List<SearchPageResult>

/**
 * The fields that a result depends on: the index follows the revision. A revision that a transaction made and did not
 * commit is never the space's again.
 */
type Searched = Pick<SpaceRecord, "revision" | "synonyms" | "computed">

interface Kept {
  readonly revision: string
  readonly synonyms: Synonyms | undefined
  readonly until: number
  readonly answer: Answer
  readonly size: number
}

/** Search results, by query. */
export interface RecentSearches {
  /** The answer, if the space is unchanged since. */
  readonly find: (key: string, space: Searched) => Effect.Effect<Answer | undefined>
  /** Caches an answer, unless it is long, and returns it as it is given to everybody. */
  readonly keep: (key: string, space: Searched, answer: Answer) => Effect.Effect<Answer>
}

const sizeOf = ({ items }: Answer): number => items.reduce((sum, { sections }) => sum + 1 + sections.length, 1)

/** Caches the answers of an engine. */
export const makeRecentSearches = Effect.map(KeptSearchResults, (most): RecentSearches => {
  const answers = makeSizedCache<Kept>(most, ({ size }) => size)
  return {
    find: (key, { revision, synonyms }) => {
      const kept = answers.get(key)
      if (kept?.revision !== revision || !sameSynonyms(kept.synonyms, synonyms)) return Effect.succeed(undefined)
      return Effect.map(Clock.currentTimeMillis, (now) => (now < kept.until ? kept.answer : undefined))
    },
    keep: (key, { computed, revision, synonyms }, answer) => {
      const size = sizeOf(answer)
      // The index also follows the sources of computed pages.
      if (computed === true || size > Math.min(mostOfAnswer, most)) return Effect.succeed(answer)
      return Effect.map(Clock.currentTimeMillis, (now) => {
        const shared = shareAnswer(frozen(answer))
        answers.set(key, { revision, synonyms, until: now + keptFor, answer: shared, size })
        return shared
      })
    }
  }
})
