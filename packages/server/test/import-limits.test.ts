import { describe, expect, it } from "@effect/vitest"
import { readTexts } from "@lectern/importers/Documents"
import { layer } from "@lectern/node/workers/WorkerPool"
import { Effect } from "effect"

const program = new URL("../dist/workspace/WorkerProgram.js", import.meta.url)
const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })

describe("a text that takes too long to read", () => {
  it.live(
    "is left out with its name, and the others of its folder are read",
    () =>
      Effect.gen(function* () {
        const hostile = "* ((a)) <<b,c>> `d` *e\n+\n====\n".repeat(60_000)
        const { files, problems } = yield* readTexts([file("a.adoc", hostile), file("b.adoc", "= B\n\nText.\n")])
        expect(problems.map(({ file: name, message }) => `${name}: ${message}`)).toEqual([
          "a.adoc: the content is too complex: it takes more than 1s to process; it is left out"
        ])
        expect(files.map(({ path }) => path)).toEqual(["b.md"])
      }).pipe(Effect.provide(layer({ program, threads: 1, time: "1 second" }))),
    60_000
  )
})
