/**
 * Stores the responses of a site during an import: each URL is fetched once, and its page converted in a second pass.
 */
import type { ImportAnswer, ImportAnswers, ImportSink } from "@lectern/core/imports/Importer"
import * as Effect from "effect/Effect"

/** The store of responses: that of the sink, otherwise one in memory. */
export const answersOf = ({ answers }: ImportSink): ImportAnswers => {
  if (answers !== undefined) return answers
  const kept = new Map<string, ImportAnswer>()
  return {
    keep: (asked, answer) =>
      Effect.sync(() => {
        if (!kept.has(asked)) kept.set(asked, answer)
      }),
    find: (asked) => Effect.sync(() => kept.get(asked))
  }
}
