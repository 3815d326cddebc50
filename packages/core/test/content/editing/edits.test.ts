import type { ContentBatch } from "@lectern/core/content/ContentChange"
import { FileId } from "@lectern/core/content/File"
import { type Page, PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { inOnePiece } from "@lectern/core/storage/blobs/Pieces"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"

type Changes = ContentBatch["changes"]

const apply = (space: SpaceId, changes: Changes) =>
  Effect.flatMap(ContentEdits, (edits) => Effect.map(edits.apply(space, { changes }), ({ revision }) => revision))

const pages = (space: SpaceId) =>
  Effect.flatMap(Contents, (contents) => Effect.map(contents.pages(space), (found) => found.pages))

const outline = (tree: ReadonlyArray<Page>): ReadonlyArray<string> =>
  tree.flatMap((page) => ["path" in page ? page.path : page.title, ...("pages" in page ? outline(page.pages) : [])])

const pageAt = (space: SpaceId, path: string) =>
  Effect.flatMap(Contents, (contents) => contents.pageByPath(space, path))

const failure = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect)

describe.each(everyStorage)("a batch of changes, $name", (storage) => {
  it.each(["hidden", "noIndex", "noRobotsIndex"] as const)("sets %s of a page, which every answer then has", (flag) =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        const others = ["hidden", "noIndex", "noRobotsIndex"].filter((other) => other !== flag)
        const has = (value: boolean) =>
          Effect.gen(function* () {
            const [listed] = yield* pages(space.id)
            for (const page of [listed, yield* pageAt(space.id, "guide"), yield* contents.page(space.id, listed!.id)]) {
              expect(page).toHaveProperty("title", "Guide")
              if (value) expect(page).toHaveProperty(flag, true)
              else expect(page).not.toHaveProperty(flag)
              for (const other of others) expect(page).not.toHaveProperty(other)
            }
            return listed!.id
          })
        yield* apply(space.id, [{ operation: "insert_page", title: "Guide" }])
        const page = yield* has(false)
        for (const value of [true, false]) {
          yield* apply(space.id, [{ operation: "update_page", page, [flag]: value }])
          yield* has(value)
        }
      })
    )
  )

  it("sets the cover and the layout of a page, and removes them", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const document = { markdown: "Some text\n" }
        yield* apply(space.id, [{ operation: "insert_page", title: "Guide", document }])
        const { id } = yield* pageAt(space.id, "guide")
        const cover = { ref: { kind: "url" as const, url: "https://example.com/a.png" } }
        yield* apply(space.id, [
          { operation: "update_page", page: id, cover, layout: { width: "wide", coverSize: "full", outline: false } }
        ])
        expect(yield* pageAt(space.id, "guide")).toMatchObject({
          cover: { ...cover, yPos: 0 },
          layout: { width: "wide", cover: true, coverSize: "full", title: true, outline: false }
        })
        yield* apply(space.id, [{ operation: "update_page", page: id, cover: { ...cover, yPos: -20 }, layout: {} }])
        const later = yield* pageAt(space.id, "guide")
        expect(later).toMatchObject({ cover: { ...cover, yPos: -20 }, layout: { width: "default", outline: true } })
        yield* apply(space.id, [{ operation: "update_page", page: id, cover: null }])
        expect(yield* pageAt(space.id, "guide")).not.toHaveProperty("cover")
        for (const [field, given] of [
          ["changes.0.cover.ref", { cover: {} }],
          ["changes.0.cover.ref.url", { cover: { ref: { kind: "url", url: "a b" } } }],
          ["changes.0.layout.width", { layout: { width: "huge" } }]
        ] as const) {
          const change = { operation: "update_page", page: id, ...given } as Changes[number]
          expect(yield* failure(apply(space.id, [change]))).toMatchObject({ _tag: "Invalid", field })
        }
      })
    ))

  it("becomes one revision, whose parent is the one before", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        const revision = yield* apply(space.id, [
          { operation: "insert_page", title: "Guide", document: { markdown: "Hello" }, ref: "guide" },
          { operation: "insert_page", title: "Install", into: PageId.make("./guide") },
          { operation: "insert_page", title: "Install", into: PageId.make("./guide") }
        ])
        const current = yield* contents.current(space.id)
        expect(current.id).toBe(revision)
        expect(current.parents).toEqual([space.revision])
        expect(outline(current.pages)).toEqual(["guide", "guide/install", "guide/install-2"])
        expect((yield* (yield* Spaces).get(space.id)).revision).toBe(revision)
      })
    ))

  it("leaves nothing behind when its last change fails", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const error = yield* failure(
          apply(space.id, [
            { operation: "insert_page", title: "Guide" },
            { operation: "delete_page", page: PageId.make("nothing") }
          ])
        )
        expect(error._tag).toBe("NotFound")
        expect(yield* pages(space.id)).toEqual([])
        expect((yield* (yield* Spaces).get(space.id)).revision).toBe(space.revision)
      })
    ))

  it("makes no revision when nothing changes", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const first = yield* apply(space.id, [{ operation: "insert_page", title: "Guide" }])
        const page = yield* pageAt(space.id, "guide")
        expect(yield* apply(space.id, [{ operation: "update_page", page: page.id, title: "Guide" }])).toBe(first)
      })
    ))

  it("takes title and fields from the text, and drops those that the text states no more", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const markdown = "---\ndescription: From the text\nicon: gear\n---\n\n# Heading\n\nText\n"
        yield* apply(space.id, [{ operation: "insert_page", title: "Given", document: { markdown } }])
        const page = yield* pageAt(space.id, "heading")
        expect(page).toMatchObject({ title: "Heading", description: "From the text", icon: "gear", markdown })
        yield* apply(space.id, [
          { operation: "update_page", page: page.id, document: { markdown: "---\nicon: gear\n---\n\n# Other\n" } }
        ])
        const after = yield* pageAt(space.id, "heading")
        expect(after).toMatchObject({ title: "Other", icon: "gear", slug: "heading" })
        expect(after).not.toHaveProperty("description")
      })
    ))

  it("keeps the text in agreement with a field that is changed", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const markdown = "---\nicon: gear # the tool\n---\n\n# Heading\n\nText\n"
        yield* apply(space.id, [{ operation: "insert_page", document: { markdown } }])
        const { id } = yield* pageAt(space.id, "heading")
        yield* apply(space.id, [{ operation: "update_page", page: id, title: "New", icon: "bolt" }])
        expect(yield* pageAt(space.id, "heading")).toMatchObject({
          title: "New",
          icon: "bolt",
          markdown: "---\nicon: bolt # the tool\n---\n\n# New\n\nText\n"
        })
      })
    ))

  it("moves a page with what is below it, and refuses a place below itself", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* apply(space.id, [
          { operation: "insert_page", title: "A", ref: "a" },
          { operation: "insert_page", title: "B", ref: "b", into: PageId.make("./a") },
          { operation: "insert_page", title: "C", into: PageId.make("./b") },
          { operation: "insert_page", title: "D" }
        ])
        const a = yield* pageAt(space.id, "a")
        const b = yield* pageAt(space.id, "a/b")
        const d = yield* pageAt(space.id, "d")
        yield* apply(space.id, [{ operation: "update_page", page: b.id, into: d.id }])
        expect(outline(yield* pages(space.id))).toEqual(["a", "d", "d/b", "d/b/c"])
        yield* apply(space.id, [{ operation: "update_page", page: d.id, slug: "dd", at: 0 }])
        expect(outline(yield* pages(space.id))).toEqual(["dd", "dd/b", "dd/b/c", "a"])
        yield* apply(space.id, [{ operation: "update_page", page: b.id, into: null, at: 1 }])
        expect(outline(yield* pages(space.id))).toEqual(["dd", "b", "b/c", "a"])
        const c = yield* pageAt(space.id, "b/c")
        const error = yield* failure(apply(space.id, [{ operation: "update_page", page: b.id, into: c.id }]))
        expect(error._tag).toBe("Conflict")
        expect((yield* pageAt(space.id, "a")).id).toBe(a.id)
      })
    ))

  it("makes a slug from the title again, beside those of the siblings", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* apply(space.id, [
          { operation: "insert_page", title: "Untitled" },
          { operation: "insert_page", title: "Soup", slug: null },
          { operation: "insert_page", title: "Below", into: null }
        ])
        const { id } = yield* pageAt(space.id, "untitled")
        const below = yield* pageAt(space.id, "below")
        yield* apply(space.id, [{ operation: "update_page", page: below.id, into: id }])
        yield* apply(space.id, [{ operation: "update_page", page: id, title: "Soup", slug: null }])
        expect(outline(yield* pages(space.id))).toEqual(["soup-2", "soup-2/below", "soup"])
        yield* apply(space.id, [{ operation: "update_page", page: id, slug: null }])
        expect((yield* pageAt(space.id, "soup-2")).id).toBe(id)
      })
    ))

  it("refuses a slug that a sibling has, and fields that do not fit, naming them", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* apply(space.id, [{ operation: "insert_page", title: "A" }])
        const taken = yield* failure(apply(space.id, [{ operation: "insert_page", title: "B", slug: "a" }]))
        expect(taken).toMatchObject({ _tag: "Invalid", field: "slug" })
        const long = yield* failure(apply(space.id, [{ operation: "insert_page", title: "x".repeat(257) }]))
        expect(long).toMatchObject({ _tag: "Invalid", field: "changes.0.title" })
        const none = yield* failure(apply(space.id, []))
        expect(none).toMatchObject({ _tag: "Invalid", field: "changes" })
      })
    ))

  it("sets no field beside front matter that is not valid YAML, and names its line", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const document = { markdown: "---\nicon: gear\ntitle: Setup: the basics\n---\n\ntext\n" }
        const refused = { _tag: "Invalid", field: "document", message: expect.stringContaining("line 3") }
        const fields = {
          hidden: true,
          noIndex: true,
          noRobotsIndex: true,
          condition: "true",
          icon: "x",
          emoji: "🐙",
          layout: { outline: false }
        }
        yield* apply(space.id, [{ operation: "insert_page", title: "A", document }])
        const { id } = yield* pageAt(space.id, "a")
        for (const [field, value] of Object.entries({ ...fields, description: "d" })) {
          const set = { [field]: value }
          for (const change of [
            { operation: "update_page" as const, page: id, ...set },
            { operation: "update_page" as const, page: id, document, ...set },
            { operation: "insert_page" as const, document, ...set }
          ]) {
            expect(yield* failure(apply(space.id, [change]))).toMatchObject(refused)
          }
        }
        yield* apply(space.id, [{ operation: "update_page", page: id, title: "B", slug: "b" }])
        const mended = { markdown: "---\nhidden: true\n---\n\ntext\n" }
        yield* apply(space.id, [{ operation: "update_page", page: id, document: mended, icon: "x" }])
        const broken = { operation: "update_page" as const, page: id, document }
        expect(yield* failure(apply(space.id, [broken]))).toMatchObject(refused)
        expect(yield* pageAt(space.id, "b")).toMatchObject({ title: "B", hidden: true, icon: "x" })
        yield* apply(space.id, [{ ...broken, hidden: false, icon: null }])
        expect(yield* pageAt(space.id, "b")).not.toHaveProperty("hidden")
      })
    ))

  it("deletes a page with its descendants, and reverts it from the past", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const first = yield* apply(space.id, [
          { operation: "insert_page", title: "A", ref: "a", document: { markdown: "one" } },
          { operation: "insert_page", title: "B", into: PageId.make("./a") }
        ])
        const { id } = yield* pageAt(space.id, "a")
        yield* apply(space.id, [{ operation: "update_page", page: id, document: { markdown: "two" } }])
        yield* apply(space.id, [{ operation: "revert_page", page: id }])
        expect(yield* pageAt(space.id, "a")).toMatchObject({ markdown: "one" })
        yield* apply(space.id, [{ operation: "delete_page", page: id }])
        expect(yield* pages(space.id)).toEqual([])
        yield* apply(space.id, [{ operation: "revert_page", page: id, revision: first }])
        expect(yield* pageAt(space.id, "a")).toMatchObject({ id, markdown: "one" })
      })
    ))

  it("stores links by id, so that they survive renames", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* apply(space.id, [
          { operation: "insert_page", title: "A", ref: "a" },
          {
            operation: "insert_page",
            title: "B",
            document: { markdown: "[a](./a#x) [path](/pages/a) [md](a.md) [no](gone.md) `[c](./a)`" }
          },
          { operation: "insert_files", files: [{ name: "dot.txt", ref: "dot", base64: "aGVsbG8=" }] },
          { operation: "insert_page", title: "C", document: { markdown: "![dot](./dot)" } }
        ])
        const a = yield* pageAt(space.id, "a")
        const contents = yield* Contents
        const [file] = (yield* contents.files(space.id, undefined, {})).items
        expect(yield* pageAt(space.id, "b")).toMatchObject({
          markdown: `[a](/pages/${a.id}#x) [path](/pages/${a.id}) [md](/pages/${a.id}) [no](gone.md) \`[c](./a)\``
        })
        expect(yield* pageAt(space.id, "c")).toMatchObject({ markdown: `![dot](/files/${file?.id})` })
        expect(file).toMatchObject({ name: "dot.txt", size: 5, contentType: "text/plain" })
        const [fileId, hash, signature] = new URL(file?.downloadURL ?? "").pathname.split("/").slice(3)
        const download = yield* contents.download(space.id, FileId.make(fileId ?? ""), hash ?? "", signature ?? "")
        expect(new TextDecoder().decode(yield* inOnePiece(download.bytes()))).toBe("hello")
        const forged = yield* failure(contents.download(space.id, FileId.make(fileId ?? ""), hash ?? "", "AAAA"))
        expect(forged._tag).toBe("NotFound")
      })
    ))

  it("is refused where the space is locked", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        yield* (yield* Spaces).update(space.id, { editMode: "locked" })
        const error = yield* failure(apply(space.id, [{ operation: "insert_page", title: "A" }]))
        expect(error._tag).toBe("Conflict")
      })
    ))
})

describe.each(everyStorage)("a revision, $name", (storage) => {
  it("never changes", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        const first = yield* apply(space.id, [
          { operation: "insert_page", title: "A", document: { markdown: "one" }, ref: "a" },
          { operation: "insert_page", title: "B", into: PageId.make("./a") }
        ])
        const before = yield* contents.revision(space.id, first)
        const a = yield* pageAt(space.id, "a")
        yield* apply(space.id, [
          { operation: "update_page", page: a.id, slug: "aa", document: { markdown: "two" } },
          { operation: "insert_page", title: "C" }
        ])
        const b = yield* pageAt(space.id, "aa/b")
        yield* apply(space.id, [{ operation: "delete_page", page: b.id }])
        expect(yield* contents.revision(space.id, first)).toEqual(before)
        const at = { revision: first }
        expect(yield* contents.page(space.id, a.id, at)).toMatchObject({ path: "a", markdown: "one" })
        expect(yield* contents.pageByPath(space.id, "a/b", at)).toMatchObject({ id: b.id })
        expect((yield* failure(contents.pageByPath(space.id, "c", at)))._tag).toBe("NotFound")
        expect((yield* failure(contents.pageByPath(space.id, "a/b")))._tag).toBe("NotFound")
      })
    ))
})
