/** The documents that every content server has: equal numbers give equal documents, 1 to 4 KB long. */
import { markdownOf, titleOf } from "../Corpus.js"
import { randomOf } from "../Random.js"

/** A document as the peers store it. */
export interface Document {
  readonly title: string
  readonly slug: string
  readonly section: number
  readonly body: string
}

/** The number of documents. */
export const documentCount = 10_000

/** The number of documents in a section, and thus in a list. */
export const sectionSize = 100

/** The number of sections. */
export const sectionCount = documentCount / sectionSize

const [shortest, longest] = [1_000, 4_000]

/** The body of the `i`th document. */
export const bodyOf = (i: number): string =>
  markdownOf(i, shortest + Math.floor(randomOf(i)() * (longest - shortest))).trim()

/** The `i`th document; those beyond the first {@link documentCount} are new ones, in the same sections. */
export const documentOf = (i: number): Document => ({
  title: titleOf(i),
  slug: `page-${i}`,
  section: Math.floor(i / sectionSize) % sectionCount,
  body: bodyOf(i)
})

/** All documents, in order. */
export const allDocuments = (): ReadonlyArray<Document> =>
  Array.from({ length: documentCount }, (_, i) => documentOf(i))

/** The words of five letters or more in a text, without addresses: shorter ones are on every page. */
const wordsIn = (text: string): ReadonlyArray<string> =>
  text
    .replace(/https?:\S+/g, "")
    .toLowerCase()
    .match(/\b[a-z][a-z0-9]{4,}\b/g) ?? []

/** The different words of some documents, in alphabetical order. */
export const vocabularyOf = (documents: ReadonlyArray<Document>): ReadonlyArray<string> =>
  [...new Set(documents.flatMap(({ body }) => wordsIn(body)))].sort()

/** A word of a random document, so that a word is as likely as it is frequent. */
export const occurringWord = (random: () => number): string => {
  const words = wordsIn(bodyOf(Math.floor(random() * documentCount)))
  return words[Math.floor(random() * words.length)] ?? "page"
}
