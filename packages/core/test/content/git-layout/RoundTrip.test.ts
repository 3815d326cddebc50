import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { readLayout } from "../../../src/content/git-layout/ReadLayout.js"
import type { SpaceTree } from "../../../src/content/sync/SpaceTree.js"
import { folders } from "./folders.js"
import { comparable, contents, folder, keptBy, writeTree } from "./space.js"

const sorted = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value

const show = (tree: SpaceTree): string => JSON.stringify(comparable(tree), sorted, 1)

const options = { numRuns: runs(80) }

describe("a folder that is read and written", () => {
  it("reads as the same tree again, untouched texts and files by the byte", {
    timeout: 120_000 + options.numRuns * 200
  }, () => {
    fc.assert(
      fc.property(folders, (files) => {
        const first = readLayout(folder(files))
        const written = writeTree(first.tree)
        const second = readLayout(written)
        assert.strictEqual(show(second.tree), show(first.tree))
        const out = contents(written)
        for (const path of keptBy(first.tree)) assert.strictEqual(out[path], files[path], path)
        const config = files[".gitbook.yaml"]
        if (config !== undefined) assert.deepStrictEqual(out[".gitbook.yaml"], config)
        assert.strictEqual(new Set(written.map(({ path }) => path)).size, written.length)
        const third = writeTree(second.tree)
        assert.deepStrictEqual(contents(third), out)
      }),
      options
    )
  })
})
