import { describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { strToU8, type ZipOptions, zipSync } from "fflate"
import { assert } from "vitest"
import { confluenceSource } from "../../src/confluence/ConfluenceSource.js"
import { githubWikiSource } from "../../src/github-wiki/GithubWikiSource.js"
import { notionSource } from "../../src/notion/NotionSource.js"
import { zipSource } from "../../src/zip/ZipSource.js"
import { archive, readArchive, readFrom } from "./reading.js"

const fine = "# Fine\n"

/** An archive with one good page, to distinguish files that are left out from files that refuse the whole archive. */
const beside = (path: string, content: string | Uint8Array, options: ZipOptions = {}): Uint8Array =>
  zipSync({
    "fine.md": strToU8(fine),
    [path]: [typeof content === "string" ? strToU8(content) : content, options]
  })

/** The offset of the directory entry of the last file. */
const lastEntry = (bytes: Uint8Array): number => {
  for (let at = bytes.length - 4; at >= 0; at--) {
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 1 && bytes[at + 3] === 2) return at
  }
  return -1
}

const end = (bytes: Uint8Array): number => bytes.length - 22

const changed = (bytes: Uint8Array, change: (view: DataView, copy: Uint8Array) => void): Uint8Array => {
  const copy = bytes.slice()
  change(new DataView(copy.buffer), copy)
  return copy
}

const plain = (): Uint8Array => beside("b.md", "# Other\n", { level: 0 })

/** Two entries with one name: the second of `aa.md` and `ab.md`, renamed. */
const twice = (): Uint8Array =>
  changed(zipSync({ "fine.md": strToU8(fine), "aa.md": strToU8("first"), "ab.md": strToU8("second") }), (_, copy) => {
    copy[lastEntry(copy) + 47] = 0x61
  })

/** Many entries that all have the bytes of one. */
const overlapping = (): Uint8Array => {
  const count = 200
  const names = Array.from({ length: count }, (_, index) => [
    `${String(index).padStart(3, "0")}.md`,
    strToU8(String(index).padStart(9_000, "x"))
  ])
  return changed(zipSync(Object.fromEntries(names), { level: 0 }), (view, copy) => {
    for (let at = view.getUint32(end(copy) + 16, true), index = 0; index < count; index++) {
      view.setUint32(at + 42, 0, true)
      view.setUint32(at + 20, 1_000_000, true)
      view.setUint32(at + 24, 1_000_000, true)
      at += 46 + view.getUint16(at + 28, true)
    }
  })
}

/** The cases: an archive, and the problem that is reported for it. */
const leftOut: ReadonlyArray<readonly [string, Uint8Array, RegExp]> = [
  ["a path above the top", beside("../evil.md", "x"), /\.\.\/evil\.md: its path leads out of the archive/],
  ["a path above the top further in", beside("a/../../evil.md", "x"), /leads out of the archive/],
  ["an absolute path", beside("/etc/evil.md", "x"), /\/etc\/evil\.md: its path leads out/],
  ["a drive letter", beside("C:/evil.md", "x"), /C:\/evil\.md: its path leads out/],
  ["backslashes", beside("..\\evil.md", "x"), /leads out of the archive/],
  ["a dot segment", beside("a/./evil.md", "x"), /leads out of the archive/],
  ["an empty segment", beside("a//evil.md", "x"), /leads out of the archive/],
  ["a control character", beside("a\nb.md", "x"), /leads out of the archive/],
  ["a NUL in its name", beside("a\0.md", "x"), /leads out of the archive/],
  ["too many folders", beside(`${"a/".repeat(70)}evil.md`, "x"), /leads out of the archive/],
  [
    "a symbolic link",
    beside("link.md", "/etc/passwd", { os: 3, attrs: 0o120777 << 16 }),
    /link\.md: it is a symbolic link/
  ],
  [
    "an encrypted entry",
    changed(plain(), (view, copy) => view.setUint16(lastEntry(copy) + 8, 1, true)),
    /b\.md: it is encrypted/
  ],
  [
    "an unknown compression",
    changed(plain(), (view, copy) => view.setUint16(lastEntry(copy) + 10, 12, true)),
    /b\.md: its compression \(12\) is not supported/
  ],
  [
    "a wrong sum",
    changed(plain(), (view, copy) => view.setUint32(lastEntry(copy) + 16, 1, true)),
    /b\.md: its content does not have the size and sum/
  ],
  [
    "a wrong size",
    changed(plain(), (view, copy) => view.setUint32(lastEntry(copy) + 24, 3, true)),
    /b\.md: its content does not have the size and sum/
  ],
  [
    "content that is not there",
    changed(plain(), (view, copy) => view.setUint32(lastEntry(copy) + 42, 0x00ffffff, true)),
    /b\.md: the archive ends before its content/
  ],
  [
    "sizes left to a longer header",
    changed(plain(), (view, copy) => view.setUint32(lastEntry(copy) + 24, 0xffffffff, true)),
    /b\.md: expected at most \d+ bytes, got 4294967295/
  ],
  [
    "a file that grows a thousandfold",
    beside("bomb.md", new Uint8Array(9_000_000)),
    /bomb\.md: (?:it grows too much|expected at most)/
  ],
  ["a page that is too large", beside("large.md", "word ".repeat(1_200_000)), /large\.md: expected at most \d+ bytes/],
  ["one name twice", twice(), /aa\.md: another entry has its path/],
  [
    "a directory that breaks off",
    changed(plain(), (view, copy) => view.setUint16(end(copy) + 10, 7, true)),
    /the archive's directory is broken/
  ],
  ["text that is none", beside("b.md", new Uint8Array([0xff, 0xfe, 0])), /b\.md: expected UTF-8 text/]
]

const refused: ReadonlyArray<readonly [string, Uint8Array, RegExp]> = [
  ["no archive", strToU8("hello"), /expected a zip archive/],
  ["another kind of archive", new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0]), /expected a zip archive/],
  ["an archive cut short", plain().slice(0, -30), /expected a zip archive/],
  [
    "a directory in another header",
    changed(plain(), (view, copy) => view.setUint32(end(copy) + 16, 0xffffffff, true)),
    /expected a zip archive/
  ],
  ["entries that share their bytes", overlapping(), /expected entries that do not overlap/],
  ["nothing in it", archive({}), /expected an archive with files/],
  [
    "only what systems leave behind",
    archive({ "__MACOSX/._a.md": "x", ".DS_Store": "x" }),
    /expected an archive with files/
  ],
  ["archives in it", archive({ "inner.zip": archive({ "a.md": "a" }) }), /expected an archive with pages, found none/]
]

describe("a hostile archive", () => {
  for (const [name, bytes, problem] of leftOut) {
    it.effect(`with ${name}: it is left out, the rest is read`, () =>
      Effect.gen(function* () {
        const { pages, outline } = yield* readArchive(zipSource, bytes)
        assert.strictEqual(pages.get("import:/fine.md")?.title, "Fine")
        assert.isTrue(
          outline.problems.some((each) => problem.test(each)),
          outline.problems.join("\n")
        )
        for (const key of pages.keys()) assert.notMatch(key, /(?:^|\/)\.\.(?:\/|$)|evil|passwd/)
      })
    )
  }

  for (const [name, bytes, problem] of refused) {
    it.effect(`with ${name} is refused`, () =>
      Effect.gen(function* () {
        for (const source of [zipSource, confluenceSource, githubWikiSource]) {
          const error = yield* Effect.flip(readArchive(source, bytes))
          assert.strictEqual(error._tag, "Invalid")
          if (source === zipSource) assert.match(error.message, problem)
        }
      })
    )
  }

  it.effect("in an archive is not followed further than one level", () =>
    Effect.gen(function* () {
      const inner = archive({ "Export-2.zip": archive({ "a.md": "a" }) })
      const error = yield* Effect.flip(readArchive(notionSource, archive({ "Export-1.zip": inner })))
      assert.match(error.message, /expected an archive with pages, found none/)
    })
  )

  it.effect("that is larger than an archive may be is not read to its end", () =>
    Effect.gen(function* () {
      const limits: Array<number> = []
      const result = yield* Effect.either(
        readFrom(zipSource, "https://a.example/a.zip", {
          fetch: ({ url, maxBytes }) => {
            limits.push(maxBytes)
            return Effect.die(new Error(url))
          }
        }).pipe(Effect.catchAllDefect(() => Effect.fail("not read")))
      )
      assert.isTrue(Either.isLeft(result))
      assert.deepStrictEqual(limits, [200 * 1024 * 1024])
    })
  )

  it.effect("names in code page 437 are read as such", () =>
    Effect.gen(function* () {
      const utf8 = zipSync({ "fine.md": strToU8(fine), "xy.md": strToU8("# Umlaut\n") })
      const bytes = changed(utf8, (_, copy) => {
        const at = lastEntry(copy) + 46
        copy[at] = 0x81
        copy[at + 1] = 0x84
      })
      const { pages } = yield* readArchive(zipSource, bytes)
      assert.strictEqual(pages.get("import:/üä.md")?.title, "Umlaut")
    })
  )
})
