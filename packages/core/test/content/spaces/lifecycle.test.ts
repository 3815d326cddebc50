/** Content of a space that is copied, deleted, restored and purged. */

import { Actor, system } from "@lectern/core/access/Actor"
import { FileId } from "@lectern/core/content/File"
import { PageId } from "@lectern/core/content/Page"
import { Blobs } from "@lectern/core/garbage-collection/Blobs"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { inOnePiece } from "@lectern/core/storage/blobs/Pieces"
import { Effect, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { inWorkspace, type Workspace } from "../pages/space.js"

const week = 7 * 24 * 60 * 60 * 1000

const fill = (space: Workspace["space"]) =>
  Effect.gen(function* () {
    yield* (yield* ContentEdits).apply(space.id, {
      changes: [
        { operation: "insert_files", files: [{ name: "a.txt", ref: "file", base64: "aGVsbG8=" }] },
        { operation: "insert_page", title: "Target", ref: "target" },
        {
          operation: "insert_page",
          title: "Source",
          into: PageId.make("./target"),
          document: { markdown: "zebra [t](./target) [f](./file)" }
        }
      ]
    })
  })

const download = (url: string) => {
  const [space, file, hash, signature] = new URL(url).pathname.split("/").slice(2)
  return Effect.flatMap(Contents, (contents) =>
    contents.download(space as never, FileId.make(file ?? ""), hash ?? "", signature ?? "")
  )
}

describe.each(everyStorage)("the content of a space, $name", (storage) => {
  it("is copied under new ids, with its links pointing inside the copy", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        yield* fill(space)
        const copy = yield* (yield* Spaces).duplicate(space.id)
        const source = yield* contents.pageByPath(copy.id, "target/source")
        const target = yield* contents.pageByPath(copy.id, "target")
        const [file] = (yield* contents.files(copy.id, undefined, {})).items
        expect(source).toMatchObject({ markdown: `zebra [t](/pages/${target.id}) [f](/files/${file?.id})` })
        expect(target.id).not.toBe((yield* contents.pageByPath(space.id, "target")).id)
        expect(copy.title).toBe("Copy of Handbook")
        const found = yield* (yield* Search).space(copy.id, { query: "zebra" })
        expect(found.items.map(({ id }) => id)).toEqual([source.id])
        expect((yield* download(file?.downloadURL ?? "")).name).toBe("a.txt")
      })
    ))

  it("leaves search with the space, and comes back with it", () =>
    inWorkspace(storage, ({ organization, space }) =>
      Effect.gen(function* () {
        const spaces = yield* Spaces
        const search = yield* Search
        yield* fill(space)
        const hits = Effect.map(search.organization(organization.id, { query: "zebra" }), ({ count }) => count)
        expect(yield* hits).toBe(1)
        yield* spaces.remove(space.id)
        expect(yield* hits).toBe(0)
        yield* spaces.restore(space.id)
        expect(yield* hits).toBe(1)
      })
    ))

  it("is gone after a purge, but for the bytes that another space uses", () =>
    inWorkspace(
      storage,
      ({ space }) =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const contents = yield* Contents
          yield* fill(space)
          const [original] = (yield* contents.files(space.id, undefined, {})).items
          const copy = yield* spaces.duplicate(space.id)
          const [copied] = (yield* contents.files(copy.id, undefined, {})).items
          const purge = Effect.provideService(spaces.purge, Actor, system)
          yield* spaces.remove(space.id)
          expect(yield* purge).toHaveLength(0)
          yield* TestClock.adjust(week)
          expect(yield* purge).toHaveLength(1)
          expect((yield* Effect.flip(download(original?.downloadURL ?? "")))._tag).toBe("NotFound")
          expect(yield* Effect.provideService((yield* Blobs).collect, Actor, system)).toEqual({ blobs: 0, bytes: 0 })
          const bytes = yield* inOnePiece((yield* download(copied?.downloadURL ?? "")).bytes())
          expect(new TextDecoder().decode(bytes)).toBe("hello")
          expect(yield* contents.pageByPath(copy.id, "target/source")).toMatchObject({ title: "Source" })
        }),
      TestContext.TestContext
    ))
})
