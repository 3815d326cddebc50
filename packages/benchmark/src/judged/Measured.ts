/** Answers of search engines to the judged questions. */
import { documentsOf, type SearchPeer, separated, type Unit } from "../peers/SearchPeer.js"
import type { PageSearch } from "./Lectern.js"
import type { Manual } from "./Manuals.js"
import type { Asked } from "./Questions.js"
import { type Score, scoreOf, summaryOf } from "./Scores.js"

/** The scores of some questions, in order. */
export const scoresOf = async (
  questions: ReadonlyArray<Asked>,
  searchOf: (manual: string) => PageSearch
): Promise<ReadonlyArray<Score>> => {
  const scores: Array<Score> = []
  for (const question of questions) {
    scores.push(scoreOf(question, await searchOf(question.manual)(question.query)))
  }
  return scores
}

/** A configuration of an engine: the text that it indexes, and its options; `words` describes it in one line. */
export interface Variant {
  readonly words: string
  readonly searchOf: (manual: string) => PageSearch
}

/** The configurations of an engine: its defaults, and the ones that tuning may lead to. */
export interface Variants {
  readonly name: string
  readonly defaults: ReadonlyArray<Variant>
  readonly tuned: ReadonlyArray<Variant>
}

const told = (unit: Unit, options: object): string =>
  [`by ${unit}`, ...Object.entries(options).map(([key, value]) => `${key} ${value}`)].join(", ")

/**
 * The variants of an engine over the manuals: over pages, and over sections, where a page ranks as its best section. By
 * default, texts are indexed unchanged; a tuned engine gets the texts of manuals that `isCut` names with spaces between
 * Chinese words.
 */
export const variantsOf = <Options extends object>(
  peer: SearchPeer<Options>,
  manuals: ReadonlyArray<Manual>,
  isCut: (manual: string) => boolean
): Variants => {
  const searches = new Map<string, (options: Options) => PageSearch>()
  const indexed = (manual: string, unit: Unit, cut: boolean): ((options: Options) => PageSearch) => {
    const key = `${manual} ${unit} ${cut}`
    const known = searches.get(key)
    if (known !== undefined) return known
    const prepare = cut ? separated : (text: string) => text
    const { pages } = manuals.find(({ name }) => name === manual)!
    const documents = documentsOf(pages, unit)
    const pageOf = new Map(documents.map(({ id, page }) => [id, page]))
    const find = peer.index(
      documents.map((document) => ({ ...document, title: prepare(document.title), text: prepare(document.text) })),
      cut
    )
    const search =
      (options: Options): PageSearch =>
      async (query) => [...new Set((await find(prepare(query), options)).map((id) => pageOf.get(id) ?? id))]
    searches.set(key, search)
    return search
  }
  const variants = (all: ReadonlyArray<Options>, cut: (manual: string) => boolean): ReadonlyArray<Variant> =>
    (["page", "section"] as const).flatMap((unit) =>
      all.map((options) => ({
        words: told(unit, options),
        searchOf: (manual: string) => indexed(manual, unit, cut(manual))(options)
      }))
    )
  return {
    name: peer.name,
    defaults: variants([peer.defaults], () => false),
    tuned: variants(peer.grid, isCut)
  }
}

/** The variant with the best answers to some questions. */
export const bestOf = async (questions: ReadonlyArray<Asked>, variants: ReadonlyArray<Variant>): Promise<Variant> => {
  let best: { readonly variant: Variant; readonly ndcg: number } | undefined
  for (const variant of variants) {
    const { ndcg } = summaryOf(await scoresOf(questions, variant.searchOf))
    if (best === undefined || ndcg > best.ndcg) best = { variant, ndcg }
  }
  return best!.variant
}
