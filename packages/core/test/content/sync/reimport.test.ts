/** Content that was made by the API, exported, and imported again: nothing changes. */

import { type Page, PageId } from "@lectern/core/content/Page"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { held, readFolder } from "../git-layout/space.js"
import { inWorkspace } from "../pages/space.js"

const options = { numRuns: runs(15) }

const slugs = fc.constantFrom(
  "intro",
  "Intro",
  "INTRO",
  "con",
  "nul.md",
  "com1",
  "dots...",
  "..",
  ".git",
  ".gitbook",
  "node_modules",
  "readme",
  "README",
  "index",
  "SUMMARY",
  "summary",
  "a",
  "a.md",
  "A.md",
  "x~",
  "caf\u00e9",
  "cafe\u0301",
  "\u{10330}".repeat(50),
  "\u65e5".repeat(100),
  `${"\u65e5".repeat(99)}\u672c`,
  ".gitbook.yaml"
)
const titles = fc.oneof(
  fc.constantFrom(
    "Ends in \\",
    "[brackets",
    "a ] b",
    "`code",
    "1. One",
    "# Hash",
    "*",
    "- item",
    "<b>",
    "&amp;",
    "a | b",
    "{% x %}",
    "<!-- no",
    "Title {#x}",
    "+",
    "\u65e5\u672c"
  ),
  fc
    .string({ minLength: 1, maxLength: 40 })
    .map((text) => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim())
    .filter((text) => text !== "")
)
const bodies = fc.constantFrom(
  "",
  "Text.\n",
  "# Heading *one*\n\nText.\n",
  "---\ndescription: Own\nicon: gear\n---\n\n# T\n",
  "No break at the end",
  "```md\n# not\n```\n",
  "[self](./p0) and [file](./f0)\n",
  "\uFEFF# Marked\r\n",
  "---\n\n***\n",
  "Setext\n===\n"
)

const petstore = {
  type: "builtin:openapi",
  dependencies: { spec: { ref: { kind: "openapi", spec: "petstore" } } },
  props: {}
} as const

const change = fc.record(
  {
    title: titles,
    label: titles,
    slug: slugs,
    description: fc.constantFrom("Some words", "two: parts # no comment", ""),
    icon: fc.constantFrom("house", "gear"),
    emoji: fc.constantFrom("1f4d6", "\u{1f600}"),
    hidden: fc.boolean(),
    noIndex: fc.boolean(),
    condition: fc.constant("visitor.claims.unsigned.isBeta"),
    markdown: bodies,
    into: fc.nat(20),
    at: fc.nat(5),
    computed: fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
  },
  { requiredKeys: ["title", "computed"] }
)
type Change = typeof change extends fc.Arbitrary<infer A> ? A : never

const names = fc.constantFrom(
  "a.png",
  "A.png",
  "con.txt",
  `${"x".repeat(250)}.bin`,
  "\u65e5".repeat(200),
  "..",
  "a:b?.txt",
  "trailing. "
)

const cover = "---\ncover: .gitbook/assets/cover.png\ncoverY: 12\n---\n\n# Cover\n"
const remote = "---\ncover: https://example.com/c.png\ncoverY: 0\nvars:\n  own: text\n---\n\n# Remote\n"

/** Content that only a folder can bring into a space: covers, variables, groups and links. */
const seeds: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { ".gitbook/vars.yaml": "name: Acme\nversion: '1.0'\n", "a.md": "# A\n" },
  {
    ".gitbook/assets/cover.png": "png",
    "README.md": cover,
    "part/remote.md": remote,
    ".gitbook/vars.yaml": "name: Acme # kept\n"
  },
  {
    ".gitbook/assets/cover.png": "png",
    "README.md": "# Home\n",
    "a.md": cover,
    "b/README.md": remote,
    "SUMMARY.md":
      '# Table\n\n* [Home](README.md)\n* [Out](https://example.com "t")\n\n## Group {#g}\n\n* [A](a.md)\n  * [Picture](.gitbook/assets/cover.png)\n* [B](b/README.md)\n  * [To A](a.md)\n* Plain\n  * [Mail](mailto:x@example.com)\n\n## Empty\n'
  }
]

/** A change of a page that is there: of any kind, to another place, title or slug, or away. */
const edit = fc.record(
  {
    page: fc.nat(20),
    remove: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    title: titles,
    label: fc.option(titles),
    slug: slugs,
    into: fc.option(fc.nat(20)),
    at: fc.nat(5)
  },
  { requiredKeys: ["page", "remove"] }
)
type Edit = typeof edit extends fc.Arbitrary<infer A> ? A : never

const allPages = (pages: ReadonlyArray<Page>): ReadonlyArray<Page> =>
  pages.flatMap((page) => [page, ...("pages" in page ? allPages(page.pages as ReadonlyArray<Page>) : [])])

/** Changes pages; a page that may not be changed that way stays. */
const rearrange = (space: SpaceId, edits: ReadonlyArray<Edit>) =>
  Effect.gen(function* () {
    for (const { into, page, remove, ...fields } of edits) {
      const pages = allPages((yield* (yield* Contents).pages(space)).pages)
      const idOf = (at: number) => PageId.make(pages[at % pages.length]!.id)
      if (pages.length === 0) return
      const moved = into === undefined ? {} : { into: into === null ? null : idOf(into) }
      const change = remove
        ? { operation: "delete_page" as const, page: idOf(page) }
        : { operation: "update_page" as const, page: idOf(page), ...fields, ...moved }
      yield* Effect.ignore((yield* ContentEdits).apply(space, { changes: [change] }))
    }
  })

/** Makes pages and files; the ones whose slug a sibling has, so that a change may not make them, are left out. */
const fill = (space: SpaceId, changes: ReadonlyArray<Change>, files: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const edits = yield* ContentEdits
    const contents = yield* Contents
    const apply = (list: Parameters<typeof edits.apply>[1]["changes"]) =>
      Effect.ignore(edits.apply(space, { changes: list }))
    yield* apply([
      {
        operation: "insert_files",
        files: files.map((name, at) => ({ name, ref: `f${at}`, base64: btoa(`${at % 3}`) }))
      },
      { operation: "insert_page", title: "First", ref: "p0", document: { markdown: "# First\n\n![f](./f0)\n" } }
    ])
    for (const { at, computed, into, markdown, slug, ...fields } of changes) {
      const pages = allPages((yield* contents.pages(space)).pages)
      const text = markdown?.replaceAll("./p0", `/pages/${pages[0]?.id}`).replaceAll("./f0", "/pages/none")
      yield* apply([
        {
          operation: "insert_page",
          ...fields,
          ...(slug !== undefined && { slug }),
          ...(into !== undefined && pages.length > 0 && { into: PageId.make(pages[into % pages.length]!.id) }),
          ...(at !== undefined && { at }),
          ...(computed ? { computed: petstore } : text !== undefined && { document: { markdown: text } })
        }
      ])
    }
  })

/** The space's folder, and the result of importing it again: only the same revision. */
const exported = (space: SpaceId) =>
  Effect.gen(function* () {
    const { files, paths, problems } = yield* (yield* ContentSync).folder(space)
    const written = [...(yield* Stream.runCollect(Stream.mapEffect(files, held)))]
    return { paths, problems, written }
  })

/** Spaces that were not read back as they were once. */
const known: Array<[Array<Change>, Array<string>, (typeof seeds)[number], Array<Edit>]> = [
  [[], ["a.png"], seeds[3]!, [{ page: 3, remove: true }]],
  [[], ["a.png"], seeds[3]!, [{ page: 5, remove: false, into: 3 }]],
  [[], ["a.png"], seeds[3]!, [{ page: 9, remove: false, title: "Title {#x}" }]],
  [[], ["a.png"], seeds[0]!, [{ page: 0, remove: false, title: "`code", label: "`code" }]]
]

describe("an export of what was made by the API", () => {
  let [pages, tried] = [0, 0]
  it("is no change when it is imported again", { timeout: 120_000 + options.numRuns * 500 }, () =>
    fc
      .assert(
        fc.asyncProperty(
          fc.array(change, { maxLength: 12 }),
          fc.array(names, { minLength: 1, maxLength: 5 }),
          fc.constantFrom(...seeds),
          fc.array(edit, { maxLength: 6 }),
          (changes, files, seed, edits) =>
            inWorkspace(storages[0]!, ({ space }) =>
              Effect.gen(function* () {
                const contents = yield* Contents
                yield* (yield* ContentSync).apply(space.id, readFolder(seed).tree)
                yield* fill(space.id, changes, files)
                yield* rearrange(space.id, edits)
                const before = yield* contents.current(space.id)
                tried++
                pages += (yield* (yield* ContentSync).snapshot(space.id)).pages.length
                const { paths, problems, written } = yield* exported(space.id)
                const folded = paths.map((path) => path.normalize("NFC").toLowerCase())
                expect(new Set(folded).size).toBe(paths.length)
                for (const path of paths) {
                  for (const name of path.split("/")) {
                    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255)
                    expect(name).not.toMatch(/^(?:con|nul|com\d|\.+|\.git|node_modules)(?:\.|$)|[. ]$|[<>:"|?*\\]/i)
                  }
                  for (const other of folded)
                    expect(path.normalize("NFC").toLowerCase().startsWith(`${other}/`)).toBe(false)
                }
                for (const { file } of problems) expect(paths).toContain(file)
                const { tree } = readLayout(written)
                const result = yield* (yield* ContentSync).apply(space.id, tree)
                expect(yield* contents.current(space.id)).toEqual(before)
                expect(result).toEqual({ revision: before.id, inserted: 0, updated: 0, removed: 0 })
              })
            )
        ),
        { ...options, examples: known }
      )
      .then(() => expect(pages).toBeGreaterThan(tried))
  )

  it("names what a file system cannot hold, with the path that it has instead", () =>
    inWorkspace(storages[0]!, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        const pageNames = ["plain", "con", "Guide", "guide", "\u65e5".repeat(100)]
        const fileNames = ["a.png", "A.png", "caf\u00e9.png", "cafe\u0301.png", "con.txt", `${"x".repeat(250)}.bin`]
        yield* (yield* ContentEdits).apply(space.id, {
          changes: [
            ...pageNames.map((slug) => ({ operation: "insert_page" as const, title: slug, slug })),
            { operation: "insert_files", files: fileNames.map((name, at) => ({ name, base64: btoa(`${at}`) })) }
          ]
        })
        const before = yield* contents.current(space.id)
        const { problems, written } = yield* exported(space.id)
        const named = problems.map(({ file, message }) => [message.replace(": written under another name", ""), file])
        const why = "on some file systems, the name is too long, reserved, or the same as another one in the folder"
        expect(named).toEqual(
          [
            ["con", "_con.md"],
            ["\u65e5".repeat(100), `${"\u65e5".repeat(45)}.md`],
            ["A.png", ".gitbook/assets/A (1).png"],
            ["cafe\u0301.png", ".gitbook/assets/cafe\u0301 (1).png"],
            ["con.txt", ".gitbook/assets/_con.txt"],
            [`${"x".repeat(250)}.bin`, `.gitbook/assets/${"x".repeat(136)}.bin`]
          ].map(([wanted, path]) => [`${wanted}: ${why}`, path])
        )
        expect(yield* (yield* ContentSync).apply(space.id, readLayout(written).tree)).toMatchObject({
          revision: before.id
        })
        expect(yield* contents.current(space.id)).toEqual(before)
      })
    ))
})
