/**
 * Fifty queries over the corpus, ten of them Chinese, Japanese and Korean, with the page that each must find first.
 * Every search index answers them alike; `suite` is run for each.
 */

import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { finding } from "@lectern/core/text/retrieval/Finding"
import { parseQuery } from "@lectern/core/text/retrieval/Query"
import { windows } from "@lectern/core/text/retrieval/ResultRendering"
import { documents } from "@lectern/core/text/search-index/PageIndex"
import { Effect, type Layer } from "effect"
import { describe, expect, it } from "vitest"
import { corpus } from "./corpus.js"

/** A query, the page it finds first (`undefined`: it finds nothing), and others that it finds too. */
export type QueryCase = readonly [query: string, first: string | undefined, ...others: ReadonlyArray<string>]

/** The table. */
export const queries: ReadonlyArray<QueryCase> = [
  ["quick start", "quick-start"],
  ["installing", "install-windows", "install-linux", "install-mac"],
  ["install windows service", "install-windows"],
  ["instal", "install-windows", "install-linux", "install-mac"],
  ["installi", "install-windows", "install-linux", "install-mac"],
  ["LECTERN_PORT", "configuration"],
  ["lectern_log", "configuration"],
  ["log level ", "configuration"],
  ["renew certificate", "tls"],
  ["cert", "tls"],
  ["restore a backup", "backup"],
  ["backup restoring", "backup"],
  ["nightly", "backup"],
  ["migrations", "upgrade"],
  ["removing the last administrator", "users"],
  ["expired tokens", "tokens"],
  ["deleted space", "spaces"],
  ["merge conflict", "change-requests"],
  ["emoji", "comments"],
  ["naive", "search"],
  ["naïve diacritics", "search"],
  ["code block", "markdown"],
  ["image formats", "images"],
  ["broken link", "links"],
  ["import problem", "import"],
  ["rate limits", "http-api"],
  ["pageToken", "pagination"],
  ["page_token", "pagination"],
  ["getUserName", "client-js", "client-py"],
  ["get_user_name", "client-js", "client-py"],
  ["getusern", "client-js", "client-py"],
  ["javascript", "client-js"],
  ["nested transactions", "storage"],
  ["database locked", "troubleshooting"],
  ["creme brulee", "cafe"],
  ["Lodz", "cafe"],
  ["strasse", "cafe"],
  ["ещё сервер", "i18n-ru"],
  ["हिन्दी", "i18n-hi"],
  ["NEAR OR", "odd"],
  ["数据库", "zh-database"],
  ["安装", "zh-install"],
  ["管理员", "zh-permissions"],
  ["合併請求", "zh-tw"],
  ["インストール", "ja-install"],
  ["データ検索", "ja-search"],
  ["東京", "ja-search"],
  ["데이터베이스 백업", "ko-database"],
  ["설치", "ko-install"],
  ["권한", "ko-permissions"]
]

/** Where the corpus is indexed. */
export const organization = "organization"
const space = "space"
const limit = 1000

/** Indexes the corpus, next to a second space that has all of its words and must stay out of the answers. */
export const indexCorpus = Effect.gen(function* () {
  const index = yield* SearchIndex
  yield* Effect.forEach(
    corpus,
    ({ id, markdown, title }) =>
      Effect.all([
        index.replacePages(space, [
          { page: id, documents: documents({ organization, space, page: id, path: id, title, markdown }) }
        ]),
        index.replacePages("other", [
          {
            page: id,
            documents: documents({ organization: "other", space: "other", page: id, path: id, title, markdown })
          }
        ])
      ]),
    { discard: true }
  )
})

/** The pages that a query finds in the corpus, best first, with their scores. */
export const ask = (query: string) =>
  Effect.gen(function* () {
    const index = yield* SearchIndex
    const found = yield* finding(index)(parseQuery(query), { organization, covers: () => true, space }, limit)
    const ranked = (yield* windows(index, [found.pages], 0, limit)).flat()
    const read = yield* index.read(ranked.map(({ number }) => ({ space, number, sections: [] })))
    return read.map((page, i) => ({ page: page.page, space: page.space, score: ranked[i]?.score }))
  })

/** Queries that every search index must answer; `layer` is an empty one. */
export const suite = (name: string, layer: Layer.Layer<SearchIndex>): void => {
  describe(`${name} answers the shared queries`, () => {
    const answers = Effect.runPromise(
      Effect.zipRight(
        indexCorpus,
        Effect.forEach(queries, ([query]) => ask(query))
      ).pipe(Effect.provide(layer))
    )
    it.each(queries.map((each, i) => [each[0], each, i] as const))("%j", async (_, [, first, ...others], i) => {
      const hits = (await answers)[i] ?? []
      const pages = new Set(hits.map(({ page }) => page))
      expect([...pages][0]).toBe(first)
      expect([...pages]).toEqual(expect.arrayContaining(others))
      for (const hit of hits) expect(hit.space).toBe(space)
    })
  })
}
