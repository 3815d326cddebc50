/** Search-index changes for one edited page. */
import type { PageEntries } from "./SearchIndex.js"

/** No entries, as for a page that is not indexed. */
export const noEntries: PageEntries = { tokens: [], entries: [], words: [], length: 0 }

/** Called with the differences between the entries of a page before and after a change. */
export interface EntryChanges {
  /** An entry that the page no longer has; `isReplaced` says that it has another one for the same token. */
  readonly entryGone: (token: string, entry: string, isReplaced: boolean) => void
  readonly entryCame: (token: string, entry: string) => void
  readonly wordGone: (word: string) => void
  readonly wordCame: (word: string) => void
}

const byToken = ({ entries, tokens }: PageEntries): ReadonlyMap<string, string> =>
  new Map(tokens.map((token, i) => [token, entries[i]!]))

const noTokens: ReadonlyMap<string, string> = new Map()
const noWords: ReadonlySet<string> = new Set()

/** Tells the differences between the entries of a page, removed ones first. */
export const compareEntries = (before: PageEntries, after: PageEntries, changes: EntryChanges): void => {
  // A new page, as most are in an import, has only added entries.
  const isNew = before.tokens.length === 0
  const [old, now] = isNew ? [noTokens, noTokens] : [byToken(before), byToken(after)]
  const [oldWords, words] = isNew ? [noWords, noWords] : [new Set(before.words), new Set(after.words)]
  for (const [i, token] of before.tokens.entries()) {
    const entry = before.entries[i]!
    const other = now.get(token)
    if (other !== entry) changes.entryGone(token, entry, other !== undefined)
  }
  for (const word of before.words) if (!words.has(word)) changes.wordGone(word)
  for (const [i, token] of after.tokens.entries()) {
    const entry = after.entries[i]!
    if (old.get(token) !== entry) changes.entryCame(token, entry)
  }
  for (const word of after.words) if (!oldWords.has(word)) changes.wordCame(word)
}

/** The change in the size of a page's space when the page changes. */
export const sizeChange = (before: PageEntries, after: PageEntries) => ({
  pages: Math.sign(after.tokens.length) - Math.sign(before.tokens.length),
  words: after.length - before.length
})
