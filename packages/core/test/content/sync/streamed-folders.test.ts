/** Folders whose files are streams: they come in as they do from memory, or not at all. */

import { describe, expect, it } from "@effect/vitest"
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import * as FileLimits from "@lectern/core/blobs/FileLimits"
import { textPaths } from "@lectern/core/content/git-layout/FolderTexts"
import { Unavailable } from "@lectern/core/errors/Errors"
import { blobId, type FolderFile, type StreamedFile } from "@lectern/core/git-layout/Folder"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { pieceSize } from "@lectern/core/storage/blobs/Pieces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer, Option, Stream } from "effect"
import { storages } from "../../storages.js"
import { as, failure, organization, workspace } from "../../workspace.js"
import { folders } from "../git-layout/folders.js"
import { contents, folder, held } from "../git-layout/space.js"
import { inWorkspace } from "../pages/space.js"

const numRuns = runs(5)

/** A file of some bytes as a stream of chunks of at most this length. */
const streamed = ({ bytes, path }: FolderFile, chunk: number): StreamedFile => ({
  path,
  size: bytes.length,
  stream: Stream.unfold(0, (at) =>
    at < bytes.length ? Option.some([bytes.slice(at, at + chunk), at + chunk] as const) : Option.none()
  )
})

/** A folder whose files are streamed, except for the ones that must be in memory. */
const streaming = (files: ReadonlyArray<FolderFile>, chunk: number): ReadonlyArray<FolderFile | StreamedFile> => {
  const config = files.find(({ path }) => path === ".gitbook.yaml")
  const isText = textPaths(
    config === undefined ? undefined : new TextDecoder().decode(config.bytes),
    files.map(({ path }) => path)
  )
  return files.map((file) => (isText(file.path) ? file : streamed(file, chunk)))
}

const bytesOf = (length: number, seed: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index++) bytes[index] = (index * 31 + seed) % 251
  return bytes
}

const mega = 1024 * 1024

describe.each(storages)("a folder of streams, on $name", (storage) => {
  it("reads as one in memory does, whatever the folder", { timeout: 120_000 + numRuns * 1000 }, () =>
    fc.assert(
      fc.asyncProperty(folders, fc.integer({ min: 1, max: 50 }), (files, chunk) =>
        inWorkspace(storage, ({ space }) =>
          Effect.gen(function* () {
            const sync = yield* ContentSync
            const whole = readLayout(folder(files))
            const parts = readLayout(streaming(folder(files), chunk))
            expect(parts.problems).toEqual(whole.problems)
            expect(parts.tree.pages).toEqual(whole.tree.pages)
            const first = yield* sync.apply(space.id, parts.tree)
            const again = yield* sync.apply(space.id, whole.tree)
            expect(again).toEqual({ revision: first.revision, inserted: 0, updated: 0, removed: 0 })
            const oids = (yield* (yield* Contents).current(space.id)).files.map(({ git }) => git?.oid)
            const expected = whole.tree.files.map((file) => ("bytes" in file ? blobId(file.bytes) : ""))
            expect(oids.sort()).toEqual(expected.sort())
          })
        )
      ),
      { numRuns }
    )
  )

  it("keeps the bytes of files of all sizes, and knows those that were moved", () =>
    inWorkspace(storage, ({ space }) =>
      Effect.gen(function* () {
        const sync = yield* ContentSync
        const apply = (files: Record<string, string | Uint8Array>) =>
          sync.apply(space.id, readLayout(streaming(folder(files), 100_000)).tree)
        const sizes = [0, 1, pieceSize, pieceSize + 1, mega - 1, mega, mega + 1, 2 * mega + 5]
        const named = (prefix: string) =>
          Object.fromEntries(sizes.map((size, at) => [`${prefix}${size}.bin`, bytesOf(size, at)]))
        const files = { "README.md": "# Home\n", ...named("a/") }
        yield* apply(files)
        const taken = yield* sync.folder(space.id)
        const written = [...(yield* Stream.runCollect(Stream.mapEffect(taken.files, held)))]
        expect(contents(written.filter(({ path }) => path in files))).toEqual(contents(folder(files)))
        const ids = Effect.map((yield* Contents).current(space.id), ({ files: all }) =>
          all
            .filter(({ size }) => size > 0)
            .map(({ id }) => id)
            .sort()
        )
        const before = yield* ids
        expect(yield* apply({ "README.md": "# Home\n", ...named("b/") })).toMatchObject({ inserted: 1, removed: 1 })
        expect(yield* ids).toEqual(before)
      })
    ))
})

const maxFileBytes = 3 * mega

describe.each(storages)("a folder of streams that cannot be taken over, on $name", (storage) => {
  let free: number | undefined
  const limits = FileLimits.layer({ maxFileBytes, diskReserve: 0, freeBytes: Effect.sync(() => free) })
  const live = Layer.provide(workspace(storage), limits)

  it.effect("changes nothing and says which file it was", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* organization()
      const space = yield* as(admin)((yield* Spaces).create(id, { title: "Handbook" }))
      const [contentsOf, sync, blobs] = [yield* Contents, yield* ContentSync, yield* BlobStore]
      const home = { path: "README.md", bytes: new TextEncoder().encode("# Home\n") }
      const apply = (file: FolderFile | StreamedFile) =>
        as(admin)(failure(sync.apply(space.id, readLayout([home, file]).tree)))
      const create = (file: FolderFile | StreamedFile) =>
        as(admin)(failure(sync.create(id, { title: "Other" }, readLayout([home, file]).tree)))
      const before = yield* as(admin)(contentsOf.head(space.id))
      const kept = Effect.map(Stream.runCollect(blobs.list(Number.POSITIVE_INFINITY)), ({ length }) => length)
      for (const size of [10, 2 * mega]) {
        const file = streamed({ path: "a/x.bin", bytes: bytesOf(size, 1) }, 1000)
        const gone = new Unavailable({ message: "a/x.bin cannot be read" })
        const broken = { ...file, stream: Stream.concat(Stream.take(file.stream, 1), Stream.fail(gone)) }
        const changed = {
          _tag: "Conflict",
          message: expect.stringMatching(/^a\/x\.bin: expected \d+ bytes; it changed while it was read/)
        }
        for (const attempt of [apply, create]) {
          free = undefined
          expect(yield* attempt({ ...file, size: size + 1 })).toMatchObject(changed)
          expect(yield* attempt({ ...file, size: size - 1 })).toMatchObject(changed)
          expect(yield* attempt(broken)).toEqual(gone)
          free = size - 1
          expect(yield* attempt(file)).toMatchObject({ _tag: "Unavailable", message: expect.stringContaining("disk") })
        }
      }
      free = undefined
      for (const large of [
        { path: "a/x.bin", bytes: new Uint8Array(maxFileBytes + 1) },
        streamed({ path: "a/x.bin", bytes: new Uint8Array(maxFileBytes + 1) }, mega)
      ]) {
        expect(yield* apply(large)).toMatchObject({ _tag: "TooLarge", message: expect.stringContaining("a/x.bin") })
        const { problems, tree } = readLayout([home, large], { page: 100, text: 100, file: maxFileBytes })
        expect(tree.files).toEqual([])
        expect(problems).toMatchObject([{ file: "a/x.bin", severity: "error" }])
      }
      expect(yield* as(admin)(contentsOf.head(space.id))).toBe(before)
      expect(yield* kept).toBe(0)
      const { items } = yield* as(admin)((yield* Spaces).list(id, {}))
      expect(items.map(({ title }) => title)).toEqual(["Handbook"])
    }).pipe(Effect.provide(live))
  )
})
