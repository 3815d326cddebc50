import { create, insertMultiple, search } from "@orama/orama"
import { type SearchPeer, titleBoosts } from "./SearchPeer.js"

/** The tuning options of Orama. Words always match as prefixes; `tolerance` is how many letters may differ. */
export interface OramaOptions {
  readonly stemming: boolean
  readonly tolerance: number
  readonly title: number
}

const schema = { title: "string", text: "string" } as const

const words = /[\p{L}\p{N}_'-]+/gu

/** The options with a tokenizer for texts in any script. */
const anyScript = {
  language: "english",
  normalizationCache: new Map<string, string>(),
  tokenize: (text: string) => text.toLowerCase().match(words) ?? []
}

const most = 100

/** Orama. */
export const orama: SearchPeer<OramaOptions> = {
  name: "Orama",
  defaults: { stemming: false, tolerance: 0, title: 1 },
  grid: [false, true].flatMap((stemming) =>
    [0, 1].flatMap((tolerance) => titleBoosts.map((title) => ({ stemming, title, tolerance })))
  ),
  index: (documents, cut) => {
    const open = async (stemming: boolean) => {
      const database = create({
        schema,
        components: { tokenizer: cut ? anyScript : { language: "english", stemming } }
      })
      await insertMultiple(
        database,
        documents.map(({ id, text, title }) => ({ id, text, title }))
      )
      return database
    }
    const databases = new Map<boolean, ReturnType<typeof open>>()
    return async (query, { stemming, title, tolerance }) => {
      const database = databases.get(stemming) ?? open(stemming)
      databases.set(stemming, database)
      const { hits } = await search(await database, { term: query, tolerance, boost: { title }, limit: most })
      return hits.map(({ id }) => id)
    }
  }
}
