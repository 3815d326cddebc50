import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { SpaceFolder } from "@lectern/core/content/sync/Snapshot"
import { Unavailable } from "@lectern/core/errors/Errors"
import { defaultLimits, type FolderFile, type StreamedFile } from "@lectern/core/git-layout/Folder"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { inOnePiece } from "@lectern/core/storage/blobs/Pieces"
import { Effect, Either, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readFolder } from "../src/files/ReadFolder.js"
import { readZip } from "../src/files/ReadZip.js"
import { exportMarker, type Source } from "../src/files/SourceFile.js"
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
const bytesOf = (file: FolderFile | StreamedFile): Effect.Effect<Uint8Array, Unavailable> =>
  "bytes" in file ? Effect.succeed(file.bytes) : inOnePiece(file.stream)
const texts = async (source: Source): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      source.files.map(
        async (file) => [file.path, Buffer.from(await Effect.runPromise(bytesOf(file))).toString()] as const
      )
    )
  )
const inMemory = (source: Source): ReadonlyArray<string> =>
  source.files.flatMap((file) => ("bytes" in file ? [file.path] : []))
const none = () => {}
const run = <A>(effect: Effect.Effect<A, Failed | Unavailable>): Promise<Either.Either<A, Failed | Unavailable>> =>
  Effect.runPromise(Effect.either(effect))
const spaceFolder = (files: ReadonlyArray<FolderFile | StreamedFile>): SpaceFolder => ({
  paths: files.map(({ path }) => path),
  fileBytes: 0,
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
    expect(await texts(source)).toEqual({ "README.md": "# Hello", "guide/a.md": "a", ".gitbook/assets/x.txt": "x" })
    expect(source.files.map(({ path }) => path)).toEqual([".gitbook/assets/x.txt", "README.md", "guide/a.md"])
    expect(source.problems).toEqual([
      { file: "guide/node_modules", message: "is never imported; it is left out", severity: "warning" }
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
    expect(await texts(source)).toEqual({ "docs/a.md": "a", "linked.md": "a" })
    expect(source.problems.map(({ file }) => file)).toEqual(["broken", "docs/up", "out", "secret.md"])
  })

  it("reads the texts of the layout only, and of those what is not too large", async () => {
    put(".gitbook.yaml", "root: docs\nstructure:\n  summary: toc.txt\n  readme: intro.txt\n")
    put("docs/toc.txt", "* [Home](intro.txt)\n* [Page](page.md)\n")
    put("docs/intro.txt", "# Home\n")
    put("docs/.gitbook/vars.yaml", "a: b\n")
    put("docs/page.md", "# Page\n")
    put("docs/long.md", "x".repeat(101))
    put("docs/api.yaml", "#".repeat(101))
    put("docs/notes.txt", "notes")
    const bounds = { ...defaultLimits, page: 100, file: 100 }
    const source = await Effect.runPromise(readFolder(folder, none, bounds))
    expect(inMemory(source)).toEqual([
      ".gitbook.yaml",
      "docs/.gitbook/vars.yaml",
      "docs/intro.txt",
      "docs/page.md",
      "docs/toc.txt"
    ])
    const { problems, tree } = readLayout(source.files, bounds)
    const files = source.files.map(async (file) => ({
      path: file.path,
      bytes: await Effect.runPromise(bytesOf(file))
    }))
    const inMemoryAll = readLayout(await Promise.all(files), bounds)
    expect(tree.pages).toEqual(inMemoryAll.tree.pages)
    expect(problems).toEqual(inMemoryAll.problems)
    expect(tree.variables).toEqual({ a: "b" })
    expect(tree.files.map(({ key }) => key)).toContain("docs/notes.txt")
    expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      "docs/api.yaml: expected at most 100 bytes, got 101; it is left out",
      "docs/long.md: expected at most 100 bytes, got 101; it is left out"
    ])
  })

  it("says which file is gone when it is taken over", async () => {
    put("gone.bin", "gone")
    const source = await Effect.runPromise(readFolder(folder, none))
    rmSync(join(folder, "gone.bin"))
    const [read] = await Promise.all(source.files.map((file) => Effect.runPromise(Effect.flip(bytesOf(file)))))
    expect(read).toMatchObject({
      _tag: "Unavailable",
      message: expect.stringMatching(/^gone\.bin cannot be read: ENOENT/)
    })
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
    expect(await texts(source)).toEqual({ "README.md": "r", "a/b.md": "b" })
  })

  it("refuses paths that lead out of the archive", async () => {
    const source = await Effect.runPromise(
      readZip(zip({ "../evil.md": "e", "/etc/x": "x", "a.md": "a", "b/c.md": "c" }))
    )
    expect(await texts(source)).toEqual({ "a.md": "a", "b/c.md": "c" })
    expect(source.problems.map(({ file }) => file)).toEqual(["../evil.md", "/etc/x"])
  })

  it("names the limit of an archive that is too large", async () => {
    const file = zip({ "a.md": "a" })
    truncateSync(file, 1024 ** 3 + 1)
    expect(message(await run(readZip(file)))).toBe(
      `${file} cannot be read as a zip archive: expected at most 1024.0 MB`
    )
  })

  it("leaves out what is damaged, and fails where nothing is left", async () => {
    const file = join(folder, "stored.zip")
    const bytes = Buffer.from(zipSync({ "a.md": strToU8("some text"), "b.md": strToU8("b") }, { level: 0 }))
    bytes.write("else", bytes.indexOf("some"))
    writeFileSync(file, bytes)
    const source = await Effect.runPromise(readZip(file))
    expect(await texts(source)).toEqual({ "b.md": "b" })
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

  it("writes streams as bytes are written, in one step each", async () => {
    const streamed = (path: string, ...chunks: ReadonlyArray<string>): StreamedFile => ({
      path,
      size: chunks.join("").length,
      stream: Stream.map(Stream.fromIterable(chunks), strToU8)
    })
    const out = (...files: ReadonlyArray<StreamedFile>) =>
      run(writeFolder(join(folder, "out"), "s1", spaceFolder(files), false, none))
    const done = (written: number, unchanged: number) => Either.right({ written, unchanged, removed: 0 })
    expect(await out(streamed("a.bin", "one ", "two"), streamed("b/empty.bin"))).toEqual(done(2, 0))
    expect(await out(streamed("a.bin", "o", "ne two"), streamed("b/empty.bin"))).toEqual(done(0, 2))
    for (const changed of ["One two", "one twO", "one", "one two three"]) {
      expect(await out(streamed("a.bin", ...changed), streamed("b/empty.bin"))).toEqual(done(1, 1))
      expect(tree()["a.bin"]).toBe(changed)
    }
    const before = tree()
    const failing = new Unavailable({ message: "a.bin: its bytes cannot be read" })
    const broken = {
      ...streamed("a.bin", "x"),
      size: 9,
      stream: Stream.concat(Stream.make(strToU8("x")), Stream.fail(failing))
    }
    expect(await out(broken, streamed("b/empty.bin"))).toEqual(Either.left(failing))
    expect(tree()).toEqual(before)
  })

  it("writes the last of several files with one path, as they can be one to the file system", async () => {
    const twice = ["one", "two", "three"].map((text) => ({ path: "new/a.md", bytes: strToU8(text) }))
    const result = await run(writeFolder(join(folder, "out"), "s1", spaceFolder(twice), false, none))
    expect(result).toMatchObject({ right: { written: 3 } })
    expect(tree()["new/a.md"]).toBe("three")
    expect(Object.keys(tree()).sort()).toEqual([exportMarker, "new/a.md"])
    expect(message(await write({ "other/a/b.md": "b", "other/a": "a" }))).toContain("a is in the way: it is a folder")
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
