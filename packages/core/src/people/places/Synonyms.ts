/** The synonyms of a space. */
import * as Schema from "effect/Schema"
import { text } from "../../foundation/schema/Text.js"

/** The maximum number of groups in a space, of words in a group, and of characters in a word. */
const mostGroups = 200
const mostWords = 10
const longestWord = 50

/**
 * Groups of words or short phrases that mean the same in a space: at most 200 groups of 2 to 10 words of up to 50
 * characters. A search for one of a group also finds the others.
 */
export const Synonyms = Schema.Array(
  Schema.Array(text(1, longestWord)).pipe(Schema.minItems(2), Schema.maxItems(mostWords))
).pipe(Schema.maxItems(mostGroups))
/** @see {@link Synonyms} */
export type Synonyms = typeof Synonyms.Type

/** Whether two spaces have the same groups, in the same order. */
export const sameSynonyms = (one: Synonyms | undefined, other: Synonyms | undefined): boolean =>
  one === other || JSON.stringify(one ?? []) === JSON.stringify(other ?? [])
