/** The answers for sites are made by the first request for one, and only once. */
import * as Lectern from "@lectern/core/Lectern"
import * as Reader from "@lectern/reader/Reader"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { base } from "./support/site.js"

let lectern: Lectern.Lectern
beforeAll(async () => {
  lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: base })
})
afterAll(() => lectern.close())

const request = {
  method: "GET",
  url: "/sites/handbook/",
  header: () => undefined,
  body: async () => undefined,
  headers: () => new Headers(),
  stream: async function* () {}
}

describe("what answers the requests for sites", () => {
  it("is made once for first requests that come at the same time", async () => {
    let makings = 0
    const options: Reader.ReaderOptions = {
      baseUrl: base,
      get cards() {
        makings++
        return undefined
      }
    }
    const asked = Effect.gen(function* () {
      const { answer } = yield* Reader.make(options)
      expect(makings).toBe(0)
      return yield* Effect.all(
        Array.from({ length: 5 }, () => answer({}, request)),
        { concurrency: "unbounded" }
      )
    })
    // Each few steps of a request are followed by steps of other requests, whether the code for answers is loaded
    // already or not.
    const answers = await lectern.runtime.runPromise(Effect.withMaxOpsBeforeYield(asked, 16))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(makings).toBe(1)
  })
})
