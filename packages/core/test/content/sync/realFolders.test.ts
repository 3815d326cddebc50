/** Documentation that people wrote comes out of a space as it went in. */
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { folder, held } from "../git-layout/space.js"
import { inWorkspace } from "../pages/space.js"
import { type RealFolder, realFolders, textsOf } from "./realFolders.js"

type Files = RealFolder["files"]

/** A table of contents of all texts: a group for each folder, an entry below the one of the same folder's `README.md`. */
const tableOf = (files: Files): string => {
  const paths = Object.keys(files).filter((path) => path.endsWith(".md"))
  const lines = paths.map((path) => {
    const parts = path.split("/")
    const name = parts.at(-1)!.replace(/\.md$/, "")
    return `${"  ".repeat(parts.length - 1)}* [${name.replaceAll(/[_[\]*]/g, "\\$&")}](${path.replaceAll(" ", "%20")})\n`
  })
  return `# Contents\n\n${lines.join("")}`
}

/** Each folder unchanged and with the other kind of order: all of them where properties are run long. */
const cases = realFolders.flatMap(({ files, name, texts }) => [
  { name, texts, files },
  "SUMMARY.md" in files
    ? {
        name: `${name} without its table of contents`,
        texts: texts - 1,
        files: Object.fromEntries(Object.entries(files).filter(([path]) => path !== "SUMMARY.md"))
      }
    : {
        name: `${name} with a table of contents`,
        texts: texts + 1,
        files: { ...files, "SUMMARY.md": new TextEncoder().encode(tableOf(files)) }
      }
])
const chosen = cases.slice(-runs(3))

const plain = (files: Files): ReadonlyMap<string, string> =>
  new Map(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString("latin1")]))

describe("a folder of documentation", () => {
  it.each(chosen)("comes out byte for byte, and is no change when it comes in again: $name", ({ files, texts }) =>
    inWorkspace(storages[0]!, ({ organization }) =>
      Effect.gen(function* () {
        expect(Object.keys(textsOf(files)).length).toBeGreaterThanOrEqual(texts)
        const sync = yield* ContentSync
        const { id } = yield* (yield* Spaces).create(organization.id, {})
        const { problems, tree } = readLayout(folder(files))
        const { revision } = yield* sync.apply(id, tree)
        const exported = yield* sync.folder(id)
        const written = [...(yield* Stream.runCollect(Stream.mapEffect(exported.files, held)))]
        const out = plain(Object.fromEntries(written.map(({ bytes, path }) => [path, bytes])))
        const given = plain(files)
        const refused = new Set(problems.filter(({ severity }) => severity === "error").map(({ file }) => file))
        for (const [path, text] of given) {
          if (!refused.has(path)) expect([path, out.get(path)]).toEqual([path, text])
        }
        for (const [path, text] of out) expect([path, text]).toEqual([path, given.get(path) ?? ""])
        const again = yield* sync.apply(id, readLayout(written).tree)
        expect(again).toEqual({ revision, inserted: 0, updated: 0, removed: 0 })
      })
    )
  )
})
