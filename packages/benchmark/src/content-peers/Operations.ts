/** The requests to content servers: documents and sections uniformly at random, by a seed. */
import type { Call, ContentApi } from "./ContentServer.js"
import { bodyOf, type Document, documentCount, documentOf, occurringWord, sectionCount } from "./Documents.js"

/** One request, or one call in-process, whichever server gets it. */
export type Wanted =
  | { readonly of: "get"; readonly i: number }
  | { readonly of: "list"; readonly section: number }
  | { readonly of: "search"; readonly word: string }
  | { readonly of: "update"; readonly i: number; readonly body: string }
  | { readonly of: "create"; readonly document: Document }

/** A kind of request that is measured. */
export interface Operation {
  /** The last part of the name of its row. */
  readonly name: string
  readonly what: string
  readonly next: (random: () => number) => Wanted
}

const below = (random: () => number, limit: number): number => Math.floor(random() * limit)

/** The number of the next new text: above the numbers of existing documents, and never the same twice. */
let texts = documentCount

/** The operations; operations that only read come first. The words are the possible queries. */
export const operationsOf = (words: ReadonlyArray<string>): ReadonlyArray<Operation> => [
  { name: "get", what: "get a document", next: (random) => ({ of: "get", i: below(random, documentCount) }) },
  {
    name: "list",
    what: "list 100 documents",
    next: (random) => ({ of: "list", section: below(random, sectionCount) })
  },
  {
    name: "search",
    what: "search for any word of the documents",
    next: (random) => ({ of: "search", word: words[below(random, words.length)] ?? "" })
  },
  {
    name: "search-frequent",
    what: "search for a word, frequent ones more often",
    next: (random) => ({ of: "search", word: occurringWord(random) })
  },
  {
    name: "update",
    what: "give a document a new body",
    next: (random) => ({ of: "update", i: below(random, documentCount), body: bodyOf(texts++) })
  },
  { name: "create", what: "create a document", next: () => ({ of: "create", document: documentOf(texts++) }) }
]

/** The request for a wanted operation. */
export const callOf = (api: ContentApi, wanted: Wanted): Call => {
  switch (wanted.of) {
    case "get":
      return api.get(wanted.i)
    case "list":
      return api.list(wanted.section)
    case "search":
      return api.search(wanted.word)
    case "update":
      return api.update(wanted.i, wanted.body)
    case "create":
      return api.create(wanted.document)
  }
}
