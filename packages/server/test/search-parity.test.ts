/** Both storages answer the shared queries, and alike: the same sections, the same first one. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { tokens } from "@lectern/core/search-index/Tokeniser"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect, FastCheck as fc, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { ask, indexCorpus, queries, suite } from "../../core/test/search/queries.js"

const sqlite = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "lectern-search-"))),
      (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
    ),
    (folder) => Layer.orDie(SqliteStorage.layer({ filename: join(folder, "workspace.db") }))
  )
)
const memory = MemoryStorage.layer()

suite("memory", memory)
suite("SQLite", sqlite)

const answers = (layer: Layer.Layer<SearchIndex>) =>
  Effect.runPromise(
    indexCorpus.pipe(Effect.zipRight(Effect.forEach(queries, ([query]) => ask(query))), Effect.provide(layer))
  )

describe("memory and SQLite", () => {
  it("have fifty queries, ten of them Chinese, Japanese and Korean", () => {
    expect(queries.length).toBe(50)
    const cjk = queries.filter(([query]) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(query))
    expect(cjk.length).toBe(10)
  })

  it("find the same sections for every query, in the same order, with the same scores", async () => {
    const [inMemory, inSqlite] = await Promise.all([answers(memory), answers(sqlite)])
    expect(inMemory.flat().length).toBeGreaterThan(queries.length)
    queries.forEach(([query], i) => {
      const place = ({ page, section }: { page: string; section: number }) => `${page}/${section}`
      expect(inSqlite[i]?.map(place), query).toEqual(inMemory[i]?.map(place))
      inSqlite[i]?.forEach(({ score }, rank) => {
        expect(score, query).toBeCloseTo(inMemory[i]?.[rank]?.score ?? Number.NaN, 6)
      })
    })
  })

  it("keep every token that the tokeniser makes as one term of their own, whatever the script", () => {
    const odd = "µ ſ ς ϐ ϑ ϕ ϖ ẛ ι İ ı ß ǆ ﬁ ﾊﾟ Ⅷ ² ᦰ ᳲ ᏸ Ꭰ 𐐀 𞤀 𝔄 ก็ हिं কো ക്ഷ"
    const samples = [
      odd,
      ...fc.sample(fc.fullUnicodeString({ minLength: 20, maxLength: 60 }), { numRuns: 300, seed: 7 })
    ]
    const missed = Effect.gen(function* () {
      const index = yield* SearchIndex
      const place = { organization: "o", space: "s", section: 0, anchor: "", heading: "", text: "", title: "" }
      const body = (i: number) => tokens(samples[i] ?? "").map((token) => `${token}${i}`)
      yield* Effect.forEach(samples, (_, i) =>
        index.replacePage("s", `page-${i}`, [{ ...place, page: `page-${i}`, body: body(i).join(" ") }])
      )
      const found = yield* Effect.forEach(
        samples.flatMap((_, i) => body(i)),
        (token) =>
          Effect.map(
            index.query({ terms: [{ alternatives: [{ token, prefix: false }] }], organization: "o", limit: 10 }),
            (hits) => ({ token, found: hits.length })
          )
      )
      expect(found.length).toBeGreaterThan(1000)
      return found.filter((each) => each.found !== 1)
    })
    return Effect.runPromise(
      Effect.forEach([memory, sqlite], (layer) =>
        Effect.map(Effect.provide(missed, layer), (tokens) => expect(tokens).toEqual([]))
      )
    )
  })
})
