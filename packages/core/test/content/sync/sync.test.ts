/** Folders through the engine: in, out, and in again. */

import { PageId } from "@lectern/core/content/Page"
import type { FolderFile } from "@lectern/core/git-layout/Folder"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { writeLayout } from "@lectern/core/git-layout/WriteLayout"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { fixture, fixtures } from "../git-layout/fixture.js"
import { folders } from "../git-layout/folders.js"
import { contents, folder, held, keptBy } from "../git-layout/space.js"
import { inWorkspace } from "../pages/space.js"

const put = (space: SpaceId, files: ReadonlyArray<FolderFile>) =>
  Effect.flatMap(ContentSync, (sync) => sync.apply(space, readLayout(files).tree))

/** The files that an export writes, one by one. */
const take = (space: SpaceId) =>
  Effect.gen(function* () {
    const { files, paths } = yield* (yield* ContentSync).folder(space)
    const written = [...(yield* Stream.runCollect(Stream.mapEffect(files, held)))]
    expect(written.map(({ path }) => path)).toEqual(paths)
    return written
  })

const contentOf = (files: ReadonlyArray<{ readonly path: string; readonly bytes: Uint8Array }>) =>
  new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("base64")]))

/** The ids of the pages and files of a revision. */
const idsIn = ({ files, pages }: { readonly files: unknown; readonly pages: unknown }): ReadonlyArray<string> =>
  [...JSON.stringify([pages, files]).matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id ?? "")

describe.each(storages)("a folder through the engine, $name", (storage) => {
  it.each(fixtures)("comes out of %s as it went in, byte for byte", (name) =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const files = fixture(name)
        const first = yield* put(space.id, files)
        expect(first.inserted).toBeGreaterThan(2)
        const written = yield* take(space.id)
        const snapshot = writeLayout(yield* (yield* ContentSync).snapshot(space.id))
        expect(contentOf(snapshot)).toEqual(contentOf(written))
        const before = contentOf(files)
        // A folder or a listed title that has no file may get one, which is empty.
        for (const [path, bytes] of contentOf(written)) expect([path, bytes]).toEqual([path, before.get(path) ?? ""])
        const again = yield* put(space.id, written)
        expect(again).toMatchObject({ inserted: 0, removed: 0 })
        const third = yield* put(space.id, yield* take(space.id))
        expect(third).toEqual({ revision: again.revision, inserted: 0, updated: 0, removed: 0 })
      })
    )
  )

  it.each(fixtures)("comes out of a copy of %s as of the original, of which the copy names nothing", (name) =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        yield* put(space.id, fixture(name))
        const copy = yield* (yield* Spaces).duplicate(space.id)
        expect(contentOf(yield* take(copy.id))).toEqual(contentOf(yield* take(space.id)))
        const ids = idsIn(yield* contents.current(space.id))
        expect(ids.length).toBeGreaterThan(2)
        const copied = JSON.stringify(yield* contents.current(copy.id))
        expect(ids.filter((id) => copied.includes(id))).toEqual([])
      })
    )
  )

  it("comes out as it went in, whatever the folder", () =>
    fc.assert(
      fc.asyncProperty(folders, (files) =>
        inWorkspace(storage, ({ space }) =>
          Effect.gen(function* () {
            yield* put(space.id, folder(files))
            const out = contents(yield* take(space.id))
            for (const path of keptBy(readLayout(folder(files)).tree))
              expect([path, out[path]]).toEqual([path, files[path]])
            yield* put(space.id, folder(out))
            expect(contents(yield* take(space.id))).toEqual(out)
          })
        )
      ),
      { numRuns: runs(20, storage.name === "memory" ? 1 : 0.2) }
    ))

  it("is updated by one revision that contains only what changed", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        const files = {
          "README.md": "# Home\n\nSee [install](guide/install.md).\n",
          "guide/README.md": "# Guide\n",
          "guide/install.md": "# Install\n\n![dot](dot.png)\n",
          "guide/dot.png": "not really a picture",
          "guide/old.md": "# Old\n"
        }
        const first = yield* put(space.id, folder(files))
        const install = yield* contents.pageByPath(space.id, "guide/install")
        const home = yield* contents.pageByPath(space.id, "readme")
        expect(home).toMatchObject({ markdown: `# Home\n\nSee [install](/pages/${install.id}).\n` })

        const { "guide/old.md": _, "guide/dot.png": __, ...kept } = files
        const second = yield* put(space.id, folder({ ...kept, "guide/install.md": "# Install\n\nNow in words.\n" }))
        expect(second).toMatchObject({ inserted: 0, updated: 1, removed: 2 })
        expect((yield* contents.current(space.id)).parents).toEqual([first.revision])
        expect(yield* contents.page(space.id, home.id)).toEqual(home)
        expect(yield* contents.page(space.id, install.id)).toMatchObject({ markdown: "# Install\n\nNow in words.\n" })
      })
    ))

  it("has the labels of the table of contents, whatever else changed", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const labels = Effect.fnUntraced(function* (first: string, second: string) {
          const table = `# Table\n\n* [A](a.md${first})\n* [Out](https://a.example${second})\n`
          const files = folder({ "SUMMARY.md": table, "a.md": "# A\n" })
          const { updated } = yield* put(space.id, files)
          expect(contentOf(yield* take(space.id))).toEqual(contentOf(files))
          const { pages } = yield* (yield* Contents).pages(space.id)
          expect(pages.map(({ title }) => title)).toEqual(["A", "Out"])
          return [updated, ...pages.map(({ label }) => label)]
        })
        expect(yield* labels(' "One"', "")).toEqual([0, "One", undefined])
        expect(yield* labels(" 'Two'", " (Three)")).toEqual([2, "Two", "Three"])
        expect(yield* labels("", ' "Three"')).toEqual([1, undefined, "Three"])
        expect(yield* labels("", "")).toEqual([1, undefined, undefined])
      })
    ))

  it("leaves the labels of a table that was stored before pages had them, until they are read", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const table = '# Table\n\n* [A](a.md "One")\n'
        const { tree } = readLayout(folder({ "SUMMARY.md": table, "a.md": "# A\n" }))
        const { source, pages, ...rest } = tree
        const entries = source!.table!.entries.map(({ label: _, ...entry }) => entry)
        const old = pages.map(({ label: _, ...page }) => page)
        const sync = yield* ContentSync
        const summary = Effect.map(take(space.id), (files) => contents(files)["SUMMARY.md"])
        yield* sync.apply(space.id, { ...rest, pages: old, source: { ...source!, table: { text: table, entries } } })
        expect(yield* summary).toBe(table)
        yield* sync.apply(space.id, tree)
        expect(yield* summary).toBe(table)
        const page = PageId.make((yield* (yield* Contents).pages(space.id)).pages[0]!.id)
        const unlabelled = { operation: "update_page" as const, page, label: null }
        yield* (yield* ContentEdits).apply(space.id, { changes: [unlabelled] })
        expect(yield* summary).toBe("# Table\n\n* [A](a.md)\n")
      })
    ))

  it("keeps the id of a file that was moved unchanged, and its links follow", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        const moving = "# Moving\n\nThe same text.\n"
        yield* put(
          space.id,
          folder({ "README.md": "# Home\n\n[m](a/moving.md)\n", "a/README.md": "# A\n", "a/moving.md": moving })
        )
        const before = yield* contents.pageByPath(space.id, "a/moving")
        yield* put(
          space.id,
          folder({
            "README.md": "# Home\n\n[m](b/moved.md)\n",
            "a/README.md": "# A\n",
            "b/README.md": "# B\n",
            "b/moved.md": moving
          })
        )
        const after = yield* contents.pageByPath(space.id, "b/moved")
        expect(after.id).toBe(before.id)
        expect(yield* contents.pageByPath(space.id, "readme")).toMatchObject({
          markdown: `# Home\n\n[m](/pages/${PageId.make(before.id)})\n`
        })
      })
    ))

  it("brings search up to date, hidden pages left out", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const search = yield* Search
        const titles = (query: string) =>
          Effect.map(search.space(space.id, { query }), ({ items }) => items.map(({ title }) => title))
        yield* put(
          space.id,
          folder({ "README.md": "# Home\n\nzebra\n", "secret.md": "---\nhidden: true\n---\n\n# Secret\n\nzebra\n" })
        )
        expect(yield* titles("zebra")).toEqual(["Home"])
        yield* put(space.id, folder({ "README.md": "# Home\n\nlion\n" }))
        expect(yield* titles("zebra")).toEqual([])
        expect(yield* titles("lion")).toEqual(["Home"])
      })
    ))

  it("follows redirects from old paths, and evaluates variables and includes when asked", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        yield* put(
          space.id,
          folder({
            ".gitbook.yaml": "redirects:\n  old/place: new.md\n",
            ".gitbook/vars.yaml": 'version: "1.2"\n',
            ".gitbook/includes/note.md": "A note.\n",
            "README.md": "# Home\n",
            "new.md":
              '# New\n\n<code class="expression">space.vars.version</code>\n\n{% include ".gitbook/includes/note.md" %}\n'
          })
        )
        const page = yield* contents.pageByPath(space.id, "old/place")
        expect(page).toMatchObject({ path: "new" })
        const evaluated = yield* contents.page(space.id, page.id, undefined, { evaluated: true })
        expect(evaluated).toMatchObject({ markdown: "# New\n\n1.2\n\nA note.\n" })
        const document = yield* contents.page(space.id, page.id, undefined, { format: "document" })
        expect(document).toMatchObject({ document: { object: "document" } })
        expect(document).not.toHaveProperty("markdown")
      })
    ))
})
