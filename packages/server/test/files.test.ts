import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { SpaceFolder } from "@lectern/core/content/Snapshot"
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { FolderFile } from "@lectern/core/git-layout/Folder"
import { Effect, Either, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readFolder } from "../src/files/ReadFolder.js"
import { readZip } from "../src/files/ReadZip.js"
import { exportMarker, limits, type Source } from "../src/files/SourceFile.js"
import { writeFolder } from "../src/files/WriteFolder.js"
import type { Failed } from "../src/output/Failures.js"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-files-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const texts = (source: Source): Record<string, string> =>
  Object.fromEntries(source.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]))
const none = () => {}
const run = <A>(effect: Effect.Effect<A, Failed | Unavailable>): Promise<Either.Either<A, Failed | Unavailable>> =>
  Effect.runPromise(Effect.either(effect))
const spaceFolder = (files: ReadonlyArray<FolderFile>): SpaceFolder => ({
  paths: files.map(({ path }) => path),
  files: Stream.fromIterable(files),
  problems: []
})
const message = (result: Either.Either<unknown, Failed | Unavailable>): string =>
  Either.match(result, { onLeft: (failed) => failed.message, onRight: () => "no failure" })

describe("readFolder", () => {
  it("reads every file by its path and leaves out what is not content", async () => {
    put("README.md", "# Hello")
    put("guide/a.md", "a")
    put(".gitbook/assets/x.txt", "x")
    put(".git/config", "no")
    put("guide/node_modules/p/index.md", "no")
    put(exportMarker, "{}")
    const reports: Array<[number, number]> = []
    const source = await Effect.runPromise(readFolder(folder, (done, total) => void reports.push([done, total])))
    expect(texts(source)).toEqual({ "README.md": "# Hello", "guide/a.md": "a", ".gitbook/assets/x.txt": "x" })
    expect(source.files.map(({ path }) => path)).toEqual([".gitbook/assets/x.txt", "README.md", "guide/a.md"])
    expect(source.problems).toEqual([
      { file: "guide/node_modules", message: "is not taken over; it is left out", severity: "warning" }
    ])
    expect(reports.at(-1)).toEqual([3, 3])
  })

  it("follows links inside the folder only, and no circle", async () => {
    put("inside/docs/a.md", "a")
    put("outside/secret.md", "s")
    const root = join(folder, "inside")
    symlinkSync("docs/a.md", join(root, "linked.md"))
    symlinkSync("../outside/secret.md", join(root, "secret.md"))
    symlinkSync("../outside", join(root, "out"))
    symlinkSync("nowhere", join(root, "broken"))
    symlinkSync("..", join(root, "docs/up"))
    const source = await Effect.runPromise(readFolder(root, none))
    expect(texts(source)).toEqual({ "docs/a.md": "a", "linked.md": "a" })
    expect(source.problems.map(({ file }) => file)).toEqual(["broken", "docs/up", "out", "secret.md"])
  })

  it("reports a file over the limit and reads the rest", async () => {
    put("big.bin", new Uint8Array(limits.fileBytes + 1))
    put("a.md", "a")
    const source = await Effect.runPromise(readFolder(folder, none))
    expect(texts(source)).toEqual({ "a.md": "a" })
    expect(source.problems).toEqual([
      { file: "big.bin", message: "expected at most 32.0 MB, got 32.0 MB; it is left out", severity: "error" }
    ])
  })

  it("fails in one sentence where there is no folder", async () => {
    expect(message(await run(readFolder(join(folder, "none"), none)))).toContain("no such file or directory")
  })
})

describe("readZip", () => {
  const zip = (entries: Record<string, string>): string => {
    const file = join(folder, "docs.zip")
    const bytes = Object.entries(entries).map(([name, text]) => [name, strToU8(text)] as const)
    writeFileSync(file, zipSync(Object.fromEntries(bytes)))
    return file
  }

  it("reads an archive and takes off the one folder around everything", async () => {
    const source = await Effect.runPromise(readZip(zip({ "docs-main/README.md": "r", "docs-main/a/b.md": "b" })))
    expect(texts(source)).toEqual({ "README.md": "r", "a/b.md": "b" })
  })

  it("refuses paths that lead out of the archive", async () => {
    const source = await Effect.runPromise(
      readZip(zip({ "../evil.md": "e", "/etc/x": "x", "a.md": "a", "b/c.md": "c" }))
    )
    expect(texts(source)).toEqual({ "a.md": "a", "b/c.md": "c" })
    expect(source.problems.map(({ file }) => file)).toEqual(["../evil.md", "/etc/x"])
  })

  it("leaves out what is damaged, and fails where nothing is left", async () => {
    const file = join(folder, "stored.zip")
    const bytes = Buffer.from(zipSync({ "a.md": strToU8("some text"), "b.md": strToU8("b") }, { level: 0 }))
    bytes.write("else", bytes.indexOf("some"))
    writeFileSync(file, bytes)
    const source = await Effect.runPromise(readZip(file))
    expect(texts(source)).toEqual({ "b.md": "b" })
    expect(source.problems).toMatchObject([{ file: "a.md", severity: "error" }])
    writeFileSync(file, "not a zip")
    expect(message(await run(readZip(file)))).toBe(`${file} cannot be read as a zip archive: expected a zip archive`)
  })
})

describe("writeFolder", () => {
  const files = (entries: Record<string, string>): ReadonlyArray<FolderFile> =>
    Object.entries(entries).map(([path, text]) => ({ path, bytes: strToU8(text) }))
  const write = (entries: Record<string, string>, force = false, space = "s1") =>
    run(writeFolder(join(folder, "out"), space, spaceFolder(files(entries)), force, none))
  const tree = (): Record<string, string> => {
    const root = join(folder, "out")
    const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const paths = found.map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, "utf8")]))
  }

  it("writes, then updates its own export and removes only what it wrote", async () => {
    expect(await write({ "a.md": "a", "b/c.md": "c" })).toEqual(Either.right({ written: 2, unchanged: 0, removed: 0 }))
    put("out/mine.txt", "mine")
    expect(await write({ "a.md": "a2", "d.md": "d" })).toEqual(Either.right({ written: 2, unchanged: 0, removed: 1 }))
    const { [exportMarker]: marker, ...rest } = tree()
    expect(rest).toEqual({ "a.md": "a2", "d.md": "d", "mine.txt": "mine" })
    expect(JSON.parse(marker!)).toEqual({ space: "s1", files: ["a.md", "d.md"] })
    expect(await write({ "a.md": "a2", "d.md": "d" })).toEqual(Either.right({ written: 0, unchanged: 2, removed: 0 }))
  })

  it("refuses a folder of something else unless forced", async () => {
    put("out/mine.txt", "mine")
    expect(message(await write({ "a.md": "a" }))).toContain("not empty and not an earlier export of this space")
    expect(tree()).toEqual({ "mine.txt": "mine" })
    expect(Either.isRight(await write({ "a.md": "a" }, true))).toBe(true)
    expect(Object.keys(tree()).sort()).toEqual([exportMarker, "a.md", "mine.txt"])
    expect(message(await write({ "a.md": "a" }, false, "s2"))).toContain("not an earlier export of this space")
  })

  it("never writes outside the folder, not even through a link", async () => {
    expect(message(await write({ "../evil.md": "e" }))).toContain("leads out of the folder")
    put("elsewhere/keep.md", "keep")
    mkdirSync(join(folder, "out"))
    symlinkSync("../elsewhere", join(folder, "out/linked"))
    expect(message(await write({ "linked/keep.md": "changed" }, true))).toContain("is in the way")
    expect(readFileSync(join(folder, "elsewhere/keep.md"), "utf8")).toBe("keep")
  })
})
