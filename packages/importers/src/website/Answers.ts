/** The responses of a site while it is read: each URL is fetched once, and its page read twice. */
import type { ImportAnswer, ImportAnswers, ImportSink } from "@lectern/core/imports/Importer"
import { Effect } from "effect"

/** The store of responses: the sink's, else one in memory. */
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
