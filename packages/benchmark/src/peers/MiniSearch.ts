import Engine from "minisearch"
import { type SearchPeer, titleBoosts } from "./SearchPeer.js"

/** The tuning options of MiniSearch; `fuzzy` is the share of a word's letters that may differ. */
export interface MiniSearchOptions {
  readonly fuzzy: number
  readonly prefix: boolean
  readonly title: number
}

/** MiniSearch. */
export const miniSearch: SearchPeer<MiniSearchOptions> = {
  name: "MiniSearch",
  defaults: { fuzzy: 0, prefix: false, title: 1 },
  grid: [0, 0.2].flatMap((fuzzy) =>
    [false, true].flatMap((prefix) => titleBoosts.map((title) => ({ fuzzy, prefix, title })))
  ),
  index: (documents) => {
    const engine = new Engine({ fields: ["title", "text"] })
    engine.addAll(documents)
    return async (query, { fuzzy, prefix, title }) =>
      engine.search(query, { fuzzy, prefix, boost: { title } }).map(({ id }) => String(id))
  }
}
