/** The changes of texts that suggestions are. */
import * as Effect from "effect/Effect"
import { Conflict, type Invalid, invalid } from "../../foundation/errors/Errors.js"
import type { PageId } from "../pages/Page.js"
import type { CommentRecord } from "./CommentRecord.js"
import type { FoundWords } from "./Finding.js"

/** A range of a text, and what to write in its place. */
export interface Patch {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A text after patches that do not overlap, in their order; every other character of it stays. */
export const patched = (markdown: string, patches: ReadonlyArray<Patch>): string => {
  let [whole, at] = ["", 0]
  for (const { end, start, text } of patches) {
    whole += markdown.slice(at, start) + text
    at = end
  }
  return whole + markdown.slice(at)
}

/**
 * The suggestions of comments as patches of their pages, in the order of the texts. Fails with `Invalid` for a comment
 * without one and for two whose words overlap, and with `Conflict` for one that was applied before or whose words no
 * longer stand.
 */
export const patchesOf = (
  comments: ReadonlyArray<CommentRecord>,
  found: FoundWords
): Effect.Effect<ReadonlyMap<PageId, ReadonlyArray<Patch>>, Conflict | Invalid> =>
  Effect.gen(function* () {
    const pages = new Map<PageId, Array<Patch & { readonly index: number }>>()
    for (const [index, { id, page, suggestion }] of comments.entries()) {
      const field = `comments.${index}`
      if (suggestion === undefined || page === undefined) return yield* invalid(field, "the comment has no suggestion")
      if (suggestion.applied !== undefined) {
        return yield* new Conflict({ message: `the suggestion of the comment ${id} was already applied` })
      }
      const place = found.get(id)
      if (place?.range === undefined || !place.exact) {
        return yield* new Conflict({
          message: `the suggestion of the comment ${id} is outdated: its words have changed`
        })
      }
      pages.set(page, [...(pages.get(page) ?? []), { ...place.range, text: suggestion.text, index }])
    }
    for (const patches of pages.values()) {
      patches.sort((a, b) => a.start - b.start)
      for (const [at, { index, start }] of patches.entries()) {
        const before = patches[at - 1]
        if (before !== undefined && start < before.end) {
          return yield* invalid(`comments.${index}`, `its words overlap those of comments.${before.index}`)
        }
      }
    }
    return pages
  })
