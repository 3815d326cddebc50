/** The export of a large space as a folder, compared with a checkout of the same files. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { writeFolder } from "@lectern/server/internal/files/WriteFolder"
import * as Effect from "effect/Effect"
import type { Measure, Row } from "../Harness.js"
import * as Git from "../peers/Git.js"
import { tempFolder } from "../TempFolder.js"
import { within } from "../Workspace.js"
import { large, type Sample, sampleOf } from "./Growth.js"

const exportTo = ({ space, workspace }: Sample, folder: string) =>
  within(
    workspace,
    Effect.gen(function* () {
      const files = yield* (yield* ContentSync).folder(space)
      const { written } = yield* writeFolder(folder, space, files, false, () => {})
      if (written < large) return yield* Effect.dieMessage(`only ${written} files were written`)
      return written
    })
  )

const filesBelow = (folder: string): ReadonlyArray<readonly [path: string, text: string]> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .map((file) => [relative(folder, file), readFileSync(file, "utf8")])

/** The seconds of some work in a folder that is new each time. */
const inNewFolder = <E>(root: string, work: (folder: string) => Effect.Effect<unknown, E>): Measure =>
  Effect.suspend(() => {
    const folder = mkdtempSync(join(root, "out-"))
    const started = performance.now()
    return Effect.map(work(folder), () => (performance.now() - started) / 1_000)
  })

/** Exports a space of 10,000 pages, compared with `git checkout`. */
export const exportGit: Row = {
  name: "export-git",
  subject: `export ${large.toLocaleString("en-US")} pages as a folder`,
  baseline: "git checkout of the same files",
  unit: "s",
  target: { of: "ratio", kind: "at most", value: 2 },
  onlyAsked: true,
  rounds: 3,
  prepare: Effect.gen(function* () {
    const sample = yield* sampleOf(large)
    const root = yield* tempFolder
    const [exported, tree] = [join(root, "exported"), join(root, "git")]
    for (const folder of [exported, tree]) mkdirSync(folder)
    yield* exportTo(sample, exported)
    const git = Git.create(tree, filesBelow(exported))
    return {
      subject: inNewFolder(root, (folder) => exportTo(sample, folder)),
      baseline: inNewFolder(root, (folder) => Effect.sync(() => git.checkOut(folder)))
    }
  })
}
