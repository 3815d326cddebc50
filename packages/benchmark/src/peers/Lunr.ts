import lunr from "lunr"
import { type SearchPeer, titleBoosts } from "./SearchPeer.js"

/** The tuning options of lunr; `typed` passes the query in lunr's own syntax, as its users usually do. */
export interface LunrOptions {
  readonly typed: boolean
  readonly fuzzy: number
  readonly prefix: boolean
  readonly title: number
}

const edges = /^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu
const syntax = /[:~^*+-]/g

/** lunr's own trimmer removes all non-Latin letters; its trimmers for other languages work like this one. */
const trimmer = (token: lunr.Token): lunr.Token => token.update((text) => text.replace(edges, ""))
lunr.Pipeline.registerFunction(trimmer, "trimmer-of-any-script")

/** lunr. */
export const lunrPeer: SearchPeer<LunrOptions> = {
  name: "lunr",
  defaults: { typed: true, fuzzy: 0, prefix: false, title: 1 },
  grid: [0, 1].flatMap((fuzzy) =>
    [false, true].flatMap((prefix) => titleBoosts.map((title) => ({ typed: false, fuzzy, prefix, title })))
  ),
  index: (documents, cut) => {
    const engine = lunr((builder) => {
      builder.field("title")
      builder.field("text")
      if (cut) {
        builder.pipeline.before(lunr.trimmer, trimmer)
        builder.pipeline.remove(lunr.trimmer)
      }
      for (const document of documents) builder.add(document)
    })
    /** A query that is not valid in lunr's syntax, such as a word with a colon, is searched without punctuation. */
    const asTyped = (query: string) => {
      try {
        return engine.search(query)
      } catch {
        return engine.search(query.replaceAll(syntax, " "))
      }
    }
    const asBuilt = (text: string, { fuzzy, prefix, title }: LunrOptions) =>
      engine.query((query) => {
        for (const token of lunr.tokenizer(text)) {
          const word = String(token).replace(edges, "")
          if (word === "") continue
          for (const [field, times] of [
            ["title", title],
            ["text", 1]
          ] as const) {
            query.term(word, { fields: [field], boost: 10 * times })
            if (prefix) {
              const wildcard = lunr.Query.wildcard.TRAILING
              query.term(word, { fields: [field], boost: 5 * times, usePipeline: false, wildcard })
            }
            if (fuzzy > 0 && word.length > 3) query.term(word, { fields: [field], boost: times, editDistance: fuzzy })
          }
        }
      })
    return async (query, options) => (options.typed ? asTyped(query) : asBuilt(query, options)).map(({ ref }) => ref)
  }
}
