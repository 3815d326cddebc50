/** All storages answer the shared queries, and alike: the same pages in the same order. */

import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { documents } from "@lectern/core/text/search-index/PageIndex"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage, storages } from "../../storages.js"
import { ask, indexCorpus, organization, queries, suite } from "./queries.js"

for (const { layer, name } of storages) suite(name, layer)

/** The results of each storage for the same effect, by the storage's name. */
const byStorage = <A, E>(made: Effect.Effect<A, E, SearchIndex>) =>
  Effect.runPromise(
    Effect.forEach(everyStorage, ({ layer, name }) => Effect.map(Effect.provide(made, layer), (of) => ({ name, of })))
  )

describe("all storages", () => {
  it("have fifty queries, ten of them Chinese, Japanese and Korean", () => {
    expect(queries.length).toBe(50)
    const cjk = queries.filter(([query]) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(query))
    expect(cjk.length).toBe(10)
  })

  it("find the same pages for every query, in the same order, with the same scores", async () => {
    const asked = Effect.forEach(queries, ([query]) => Effect.map(ask(query), (found) => [query, found] as const))
    const [first, ...others] = await byStorage(Effect.zipRight(indexCorpus, asked))
    expect(first?.of.flatMap(([, found]) => found).length).toBeGreaterThan(queries.length)
    for (const { name, of } of others) expect(of, name).toEqual(first?.of)
  })

  it("rank random pages alike, after any edits", { timeout: 120_000 + runs(5) * 2_000 }, async () => {
    const word = fc.constantFrom(
      "install",
      "instal",
      "server",
      "servers",
      "rate",
      "limit",
      "getUserName",
      "1.2.3",
      "中文"
    )
    const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "))
    const edit = fc.record({ page: fc.nat(11), title: text, markdown: fc.option(text) })
    const query = fc.array(fc.oneof(word, fc.constantFrom("sever", "intsall", "lim", '"rate limit"')), {
      minLength: 1,
      maxLength: 3
    })
    const edited = (edits: ReadonlyArray<typeof edit extends fc.Arbitrary<infer A> ? A : never>) =>
      Effect.flatMap(SearchIndex, (index) =>
        Effect.forEach(edits, ({ markdown, page, title }) => {
          const id = `page${page}`
          const place = { organization, space: "space", page: id, path: id, title }
          return index.replacePages("space", [
            { page: id, documents: markdown === null ? [] : documents({ ...place, markdown }) }
          ])
        })
      )
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 20 }), fc.array(query, { maxLength: 4 }), async (edits, asked) => {
        const found = Effect.forEach(asked, (words) => ask(words.join(" ")))
        const [first, ...others] = await byStorage(Effect.zipRight(edited(edits), found))
        for (const { name, of } of others) expect(of, name).toEqual(first?.of)
      }),
      { numRuns: runs(5) }
    )
  })
})
