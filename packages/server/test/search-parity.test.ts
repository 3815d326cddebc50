/** Both storages answer the shared queries, and alike: the same sections, the same first one. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { documents } from "@lectern/core/search-index/PageIndex"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { ask, indexCorpus, organization, queries, suite } from "../../core/test/search/queries.js"

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
      expect(inSqlite[i], query).toEqual(inMemory[i])
    })
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
    const query = fc.array(fc.oneof(word, fc.constantFrom("sever", "intsall", "lim")), { minLength: 1, maxLength: 3 })
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
        const answer = (layer: Layer.Layer<SearchIndex>) =>
          edited(edits).pipe(
            Effect.zipRight(Effect.forEach(asked, (words) => ask(words.join(" ")))),
            Effect.provide(layer),
            Effect.runPromise
          )
        expect(await answer(sqlite)).toEqual(await answer(memory))
      }),
      { numRuns: runs(5) }
    )
  })
})
