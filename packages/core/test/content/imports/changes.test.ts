import { describe, expect, it } from "@effect/vitest"
import { changesSince } from "@lectern/core/content/imports/Changes"
import { Imports, requestLimits } from "@lectern/core/imports/Imports"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as } from "../../workspace.js"
import { hand, handbook, importing, input, type Site } from "./site.js"

const address = (name: string) => `https://site.example/docs/${name}`
const siteOf = (texts: Readonly<Record<string, string>>): Site => ({
  pages: Object.entries(texts).map(([name, markdown]) => ({ key: address(name), title: name, markdown }))
})

describe.each(storages)("importing an address again over $name", (storage) => {
  it.effect("tells what differs from the time before, also long after; what is there stays", () => {
    let site = siteOf({ a: "One.", b: `Two, [one](${address("a")}).`, c: "Three." })
    return Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, space } = yield* handbook
      const run = (url: string = input.url) =>
        as(admin)(imports.run(space, { ...input, url }, { limits: requestLimits }))
      expect((yield* run()).changes).toBeUndefined()
      expect((yield* run()).changes).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3, pages: [] })
      site = siteOf({ d: "Four.", a: "One.", b: "Two." })
      expect((yield* run("https://site.example/other/")).changes).toBeUndefined()
      yield* TestClock.adjust("30 days")
      const { changes } = yield* run()
      expect(changes).toEqual({
        since: "1970-01-01T00:00:00.000Z",
        added: 1,
        changed: 1,
        unchanged: 1,
        removed: 1,
        pages: [
          { address: address("d"), change: "added" },
          { address: address("b"), change: "changed" },
          { address: address("c"), change: "removed" }
        ]
      })
    }).pipe(Effect.provide(importing(storage, (_, sink) => hand(site, sink))))
  })
})

describe("what differs", () => {
  const texts = fc.dictionary(fc.constantFrom(..."abcdefgh", "__proto__"), fc.constantFrom("1", "2"))

  it("is every page once", () => {
    fc.assert(
      fc.property(texts, texts, (before, now) => {
        const { added, changed, pages, removed, unchanged } = changesSince("", before, now)
        expect(added + changed + unchanged).toBe(Object.keys(now).length)
        expect(removed + changed + unchanged).toBe(Object.keys(before).length)
        expect(new Set(pages.map((each) => each.address)).size).toBe(added + changed + removed)
        for (const each of pages) expect(now[each.address]).not.toBe(before[each.address])
      }),
      { numRuns: runs(100) }
    )
  })
})
