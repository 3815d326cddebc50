import { describe, expect, it } from "@effect/vitest"
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import * as FileLimits from "@lectern/core/blobs/FileLimits"
import { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { FileId } from "@lectern/core/content/File"
import { notFound } from "@lectern/core/errors/Errors"
import { Files } from "@lectern/core/files/Files"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { inOnePiece, pieceSize } from "@lectern/core/storage/blobs/Pieces"
import { Effect, Layer, Stream } from "effect"
import { storages } from "../../storages.js"
import { as, failure, member, organization, outcome, person, workspace } from "../../workspace.js"

const place = Effect.gen(function* () {
  const { admin, id } = yield* organization()
  const space = yield* as(admin)((yield* Spaces).create(id, { title: "Handbook" }))
  return { admin, reader: yield* member(id, "Rex", "read"), space: space.id, stranger: yield* person("Eve") }
})

const gif = Uint8Array.from([71, 73, 70, 56, 57, 97, 5, 0, 4, 0, 0, 0, 0])
const large = Uint8Array.from({ length: 2 * pieceSize + 10 }, (_, i) => (i < gif.length ? gif[i]! : i % 256))

const bytesAt = (downloadURL: string) =>
  Effect.gen(function* () {
    const parts = new URL(downloadURL).pathname.split("/")
    const [file = "", hash = "", signature = ""] = parts.slice(-4)
    const request = parts.length === 8 ? ChangeRequestId.make(parts[3]!) : undefined
    const contents = yield* Contents
    const found = yield* contents.download(parts[2]! as SpaceId, FileId.make(file), hash, signature, request)
    return yield* inOnePiece(found.bytes())
  })

const maxFileBytes = 3 * pieceSize

describe.each(storages)("uploads, on $name", (storage) => {
  let free: number | undefined
  const limits = FileLimits.layer({ maxFileBytes, diskReserve: 0, freeBytes: Effect.sync(() => free) })
  const live = Layer.provide(workspace(storage), limits)

  it.effect("become a file by one revision, in main or in a change request", () =>
    Effect.gen(function* () {
      const { admin, space } = yield* place
      const [files, contents] = [yield* Files, yield* Contents]
      const own = as(admin)
      const before = yield* own(contents.head(space))
      const file = yield* own(
        files.upload(space, { name: "logo.png", bytes: Stream.make(large.slice(0, 5), large.slice(5)) })
      )
      expect(file).toMatchObject({ name: "logo.png", contentType: "image/gif", size: large.length })
      expect(file.dimensions).toEqual({ width: 5, height: 4 })
      const revision = yield* own(contents.current(space))
      expect([revision.parents, revision.files]).toEqual([[before], [file]])
      expect(Buffer.from(yield* bytesAt(file.downloadURL)).equals(large)).toBe(true)
      const { id } = yield* own((yield* ChangeRequests).create(space, { subject: "A file" }))
      const changeRequest = ChangeRequestId.make(id)
      const text = new TextEncoder().encode("text")
      const added = yield* own(
        files.upload(space, { name: "a.md", contentType: "text/plain", bytes: text }, { changeRequest })
      )
      expect(added).toMatchObject({ name: "a.md", contentType: "text/plain", size: 4 })
      expect(yield* bytesAt(added.downloadURL)).toEqual(text)
      expect((yield* own(contents.files(space, undefined, {}))).items).toEqual([file])
      expect((yield* own(contents.files(space, { changeRequest }, {}))).count).toBe(2)
    }).pipe(Effect.provide(live))
  )

  it.effect("that fail or are too large leave nothing", () =>
    Effect.gen(function* () {
      const { admin, space } = yield* place
      const [files, contents, blobs] = [yield* Files, yield* Contents, yield* BlobStore]
      const head = yield* as(admin)(contents.head(space))
      const upload = (bytes: Uint8Array | Stream.Stream<Uint8Array, ReturnType<typeof notFound>>) =>
        as(admin)(failure(files.upload(space, { name: "a", bytes })))
      expect(yield* upload(Stream.concat(Stream.make(large), Stream.fail(notFound("source"))))).toEqual(
        notFound("source")
      )
      expect(yield* upload(Stream.make(large, large))).toMatchObject({ _tag: "TooLarge", limit: maxFileBytes })
      expect(yield* upload(new Uint8Array(maxFileBytes + 1))).toMatchObject({ _tag: "TooLarge" })
      free = -1
      expect(yield* upload(Stream.make(gif))).toMatchObject({ _tag: "Unavailable" })
      expect(yield* upload(gif)).toMatchObject({ _tag: "Unavailable" })
      free = undefined
      expect(yield* as(admin)(contents.head(space))).toBe(head)
      expect([...(yield* Stream.runCollect(blobs.list(Number.MAX_SAFE_INTEGER)))]).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("are refused before they are read", () =>
    Effect.gen(function* () {
      const { admin, reader, space, stranger } = yield* place
      const [files, spaces] = [yield* Files, yield* Spaces]
      let read = 0
      const bytes = Stream.sync(() => Uint8Array.of(read++))
      const upload = (name: string) => outcome(files.upload(space, { name, bytes }))
      expect(yield* as(reader)(upload("a"))).toBe("Forbidden")
      expect(yield* as(stranger)(upload("a"))).toBe("NotFound")
      expect(yield* as(admin)(upload(""))).toBe("Invalid")
      expect(yield* as(admin)(upload("a".repeat(257)))).toBe("Invalid")
      const unknown = { changeRequest: ChangeRequestId.make("unknown") }
      expect(yield* as(admin)(outcome(files.upload(space, { name: "a", bytes }, unknown)))).toBe("NotFound")
      yield* as(admin)(spaces.update(space, { editMode: "locked" }))
      expect(yield* as(admin)(upload("a"))).toBe("Conflict")
      expect(read).toBe(0)
    }).pipe(Effect.provide(live))
  )
})
