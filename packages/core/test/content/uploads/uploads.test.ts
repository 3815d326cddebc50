import { describe, expect, it } from "@effect/vitest"
import { system, user } from "@lectern/core/access/Actor"
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import * as FileLimits from "@lectern/core/blobs/FileLimits"
import { partSize } from "@lectern/core/content/uploads/UploadParts"
import { notFound } from "@lectern/core/errors/Errors"
import { Blobs } from "@lectern/core/garbage-collection/Blobs"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { inOnePiece } from "@lectern/core/storage/blobs/Pieces"
import { Storage } from "@lectern/core/storage/Storage"
import { type Upload, UploadId } from "@lectern/core/uploads/Upload"
import { Uploads } from "@lectern/core/uploads/Uploads"
import { Deferred, Effect, Fiber, Layer, Stream, TestClock } from "effect"
import { everyStorage } from "../../storages.js"
import { as, asSystem, damages, failure, outcome, workspace } from "../../workspace.js"
import { filesOf, insert, patterned, place, stored } from "./uploads.js"

const file = patterned(9 * 1024 * 1024)
const fileHash = hashOf(file)
const part = (from: number, to = file.length) => ({ offset: from, content: file.subarray(from, to) })
const hour = 60 * 60 * 1000

describe.each(everyStorage)("uploads in parts, on $name", (storage) => {
  let free: number | undefined
  const limits = FileLimits.layer({
    maxFileBytes: 10 * 1024 * 1024,
    perCaller: { uploads: 3, bytes: 20 * 1024 * 1024 },
    perOrganization: { uploads: 4, bytes: 24 * 1024 * 1024 },
    diskReserve: 1000,
    freeBytes: Effect.sync(() => free)
  })
  const live = Layer.provide(workspace(storage), limits)

  const blob = (upload: Upload) =>
    Effect.flatMap(BlobStore, (blobs) => Effect.map(inOnePiece(blobs.read(upload.hash ?? "")), hashOf))

  it.effect("are put together, in one go or in parts of any size, and become a file once", () =>
    Effect.gen(function* () {
      const { editor, space } = yield* place
      const uploads = yield* Uploads
      const own = as(editor)
      const whole = yield* own(uploads.create(space, { name: "a.bin", size: file.length, content: file }))
      expect(whole).toMatchObject({ complete: true, offset: file.length, size: file.length, hash: fileHash })
      expect(yield* blob(whole)).toBe(fileHash)
      const begun = yield* own(uploads.begin(space, { name: "b.gif", size: file.length }))
      expect(begun).toMatchObject({ complete: false, offset: 0, size: file.length, name: "b.gif" })
      let at = begun
      for (const end of [1, 1000, 5_000_000, file.length]) {
        at = yield* own(uploads.append(space, begun.id, part(at.offset, end)))
        expect(at.offset).toBe(end)
        expect(yield* own(uploads.get(space, begun.id))).toEqual(at)
      }
      expect(at).toMatchObject({ complete: true, hash: fileHash })
      expect(yield* stored).toEqual({ blobs: 1, bytes: file.length })
      yield* own(insert(space, begun.id, "b.bin"))
      expect(yield* own(filesOf(space))).toMatchObject([{ name: "b.bin", size: file.length }])
      expect(yield* own(failure(uploads.get(space, begun.id)))).toEqual(notFound("upload"))
      expect(yield* own(failure(insert(space, begun.id)))).toEqual(notFound("upload"))
    }).pipe(Effect.provide(live))
  )

  it.effect("take content in every form, and sizes that come late", () =>
    Effect.gen(function* () {
      const { editor, space } = yield* place
      const uploads = yield* Uploads
      const own = as(editor)
      const text = new TextEncoder().encode("some text")
      async function* iterable() {
        yield text.subarray(0, 4)
        yield text.subarray(4)
      }
      const sources = [text, Stream.make(text), iterable(), new Blob([text]).stream()]
      for (const content of sources) {
        const made = yield* own(uploads.create(space, { content }))
        expect(made).toMatchObject({ name: "file", hash: hashOf(text), size: 9 })
        yield* own(insert(space, made.id, "a.txt"))
      }
      expect((yield* own(filesOf(space))).map(({ contentType }) => contentType)).toEqual(
        sources.map(() => "text/plain")
      )
      const broken = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) })
      expect(yield* own(failure(uploads.create(space, { content: broken })))).toMatchObject({ field: "content" })
      const { id } = yield* own(uploads.begin(space))
      yield* own(uploads.append(space, id, { offset: 0, content: text }))
      expect(yield* own(failure(insert(space, id)))).toMatchObject({
        _tag: "Conflict",
        message: "the upload is not complete: it has 9 bytes"
      })
      expect(yield* own(outcome(uploads.append(space, id, { offset: 9, size: 8, content: text })))).toBe("Invalid")
      const late = yield* own(uploads.append(space, id, { offset: 9, size: 9, content: new Uint8Array() }))
      expect(late).toMatchObject({ complete: true, hash: hashOf(text) })
      expect(yield* own(uploads.begin(space, { size: 0 }))).toMatchObject({
        complete: true,
        hash: hashOf(new Uint8Array())
      })
    }).pipe(Effect.provide(live))
  )

  it.effect("keep what has arrived when the connection breaks, and nothing of a whole file or a checked part", () =>
    Effect.gen(function* () {
      const { editor, space } = yield* place
      const uploads = yield* Uploads
      const own = as(editor)
      const { id } = yield* own(uploads.begin(space, { size: file.length }))
      const breaking = (end: number) =>
        Stream.concat(Stream.make(file.subarray(0, end)), Stream.fail(notFound("source")))
      expect(yield* own(failure(uploads.append(space, id, { offset: 0, content: breaking(3000) })))).toEqual(
        notFound("source")
      )
      expect((yield* own(uploads.get(space, id))).offset).toBe(3000)
      const under = yield* Deferred.make<void>()
      const stalled = Stream.concat(
        Stream.make(file.subarray(3000, 5_000_000), file.subarray(5_000_000, 5_000_100)),
        Stream.execute(Effect.zipRight(Deferred.succeed(under, undefined), Effect.never))
      )
      const running = yield* Effect.fork(own(uploads.append(space, id, { offset: 3000, content: stalled })))
      yield* Deferred.await(under)
      expect((yield* own(uploads.get(space, id))).offset).toBe(5_000_000)
      yield* Fiber.interrupt(running)
      expect((yield* own(uploads.get(space, id))).offset).toBe(5_000_100)
      const before = yield* stored
      const checked = { offset: 5_000_100, content: file.subarray(5_000_100), sha256: fileHash }
      expect(yield* own(failure(uploads.append(space, id, checked)))).toMatchObject({ field: "sha256" })
      const cut = { offset: 5_000_100, content: breaking(2 * partSize), sha256: fileHash }
      expect(yield* own(outcome(uploads.append(space, id, cut)))).toBe("TooLarge")
      expect(yield* stored).toEqual(before)
      expect((yield* own(uploads.get(space, id))).offset).toBe(5_000_100)
      const rest = file.subarray(5_000_100)
      const done = yield* own(uploads.append(space, id, { offset: 5_000_100, content: rest, sha256: hashOf(rest) }))
      expect(done).toMatchObject({ complete: true, hash: fileHash })
      expect(yield* own(outcome(uploads.create(space, { content: breaking(5_000_000) })))).toBe("NotFound")
      expect(yield* stored).toEqual({ blobs: 1, bytes: file.length })
    }).pipe(Effect.provide(live))
  )

  it.effect("belong to their caller and their space", () =>
    Effect.gen(function* () {
      const { admin, editor, other, reader, space, stranger } = yield* place
      const uploads = yield* Uploads
      const begin = (id: SpaceId) => uploads.begin(id, { size: 3 })
      expect(yield* as(reader)(outcome(begin(space)))).toBe("Forbidden")
      expect(yield* as(stranger)(outcome(begin(space)))).toBe("NotFound")
      expect(yield* as(reader)(outcome(uploads.create(space, { content: file })))).toBe("Forbidden")
      const content = file.subarray(0, 3)
      const { id } = yield* as(editor)(uploads.create(space, { content }))
      const begun = yield* as(editor)(begin(space))
      const calls = (of: SpaceId, upload: UploadId) => [
        Effect.asVoid(uploads.get(of, upload)),
        Effect.asVoid(uploads.append(of, upload, { offset: 0, content })),
        Effect.asVoid(insert(of, upload))
      ]
      for (const [who, of] of [
        [admin, space],
        [stranger, space],
        [editor, other]
      ] as const) {
        for (const upload of [id, begun.id]) {
          for (const [index, call] of calls(of, upload).entries()) {
            const absent = calls(of, UploadId.make("absent"))[index]!
            expect(yield* as(who)(failure(call))).toEqual(yield* as(who)(failure(absent)))
            expect(yield* as(who)(outcome(call))).toBe("NotFound")
          }
          yield* as(who)(uploads.remove(of, upload))
        }
      }
      expect(yield* as(reader)(outcome(uploads.remove(space, id)))).toBe("Forbidden")
      yield* as(editor)(uploads.remove(space, UploadId.make("absent")))
      expect((yield* as(editor)(uploads.get(space, id))).complete).toBe(true)
      yield* as(editor)(uploads.remove(space, begun.id))
      expect(yield* as(editor)(outcome(uploads.get(space, begun.id)))).toBe("NotFound")
      yield* as(admin)((yield* Spaces).remove(space))
      expect(yield* as(editor)(outcome(uploads.get(space, id)))).toBe("NotFound")
      expect(yield* as(editor)(outcome(begin(SpaceId.make("absent"))))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("belong to whoever began them, the embedding program as anybody", () =>
    Effect.gen(function* () {
      const { admin, editor, space } = yield* place
      const uploads = yield* Uploads
      const callers = [system, user(editor), user(admin)]
      const owned = yield* Effect.forEach(callers, (owner) => as(owner)(uploads.begin(space, { size: 3 })))
      for (const [of, { id }] of owned.entries()) {
        for (const [index, who] of callers.entries()) {
          expect([of, index, yield* as(who)(outcome(uploads.get(space, id)))]).toEqual([
            of,
            index,
            of === index ? "ok" : "NotFound"
          ])
        }
      }
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("are claimed with the batch or not at all", () =>
    Effect.gen(function* () {
      const { editor, space } = yield* place
      const [uploads, contents] = [yield* Uploads, yield* Contents]
      const own = as(editor)
      const made = yield* own(uploads.create(space, { content: file.subarray(0, 1000) }))
      const head = yield* own(contents.head(space))
      const edits = yield* ContentEdits
      const files = [{ name: "a", upload: made.id }]
      const failing = {
        changes: [
          { operation: "insert_files" as const, files },
          { operation: "delete_page" as const, page: "absent" as never }
        ]
      }
      expect(yield* own(outcome(edits.apply(space, failing)))).toBe("NotFound")
      expect(yield* own(contents.head(space))).toBe(head)
      expect((yield* own(uploads.get(space, made.id))).complete).toBe(true)
      const twice = { changes: [{ operation: "insert_files" as const, files: [...files, ...files] }] }
      expect(yield* own(failure(edits.apply(space, twice)))).toMatchObject({ field: "changes.0.files.1.upload" })
      const results = yield* Effect.all(
        Array.from({ length: 4 }, () => own(outcome(insert(space, made.id)))),
        { concurrency: "unbounded" }
      )
      expect(results.toSorted()).toEqual(["NotFound", "NotFound", "NotFound", "ok"])
      expect(yield* own(filesOf(space))).toHaveLength(1)
    }).pipe(Effect.provide(live))
  )

  it.effect("have one writer at each offset, beside deletion and beside one another", () =>
    Effect.gen(function* () {
      const { editor, space } = yield* place
      const uploads = yield* Uploads
      const own = as(editor)
      for (let round = 0; round < 10; round++) {
        const { id } = yield* own(uploads.begin(space, { size: 2000 }))
        const bytes = Array.from({ length: 3 }, (_, seed) => patterned(2000, seed + round))
        const results = yield* Effect.all(
          bytes.map((content) =>
            own(
              outcome(
                uploads.append(space, id, { offset: 0, content: Stream.make(content.slice(0, 9), content.slice(9)) })
              )
            )
          ),
          { concurrency: "unbounded" }
        )
        expect(results.toSorted()).toEqual(["Conflict", "Conflict", "ok"])
        expect((yield* own(uploads.get(space, id))).hash).toBe(hashOf(bytes[results.indexOf("ok")]!))
        const append = own(outcome(uploads.append(space, id, { offset: 2000, content: new Uint8Array() })))
        const ended = yield* Effect.all([append, own(uploads.remove(space, id)), own(outcome(insert(space, id)))], {
          concurrency: "unbounded"
        })
        expect(["ok", "NotFound"]).toContain(ended[0])
        expect(yield* own(outcome(uploads.get(space, id)))).toBe("NotFound")
      }
      const { id } = yield* own(uploads.begin(space, { size: 2000 }))
      const under = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const slow = Stream.concat(
        Stream.make(file.subarray(0, 1000)),
        Stream.execute(Effect.zipRight(Deferred.succeed(under, undefined), Deferred.await(go)))
      )
      const before = yield* stored
      const late = yield* Effect.fork(own(outcome(uploads.append(space, id, { offset: 0, content: slow }))))
      yield* Deferred.await(under)
      yield* own(uploads.remove(space, id))
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.join(late)).toBe("NotFound")
      expect(yield* stored).toEqual(before)
    }).pipe(Effect.provide(live))
  )

  it.effect("are limited for each caller and organization, and leave some of the disk free", () =>
    Effect.gen(function* () {
      const { admin, editor, space } = yield* place
      const uploads = yield* Uploads
      const own = as(editor)
      const size = 9 * 1024 * 1024
      expect(yield* own(failure(uploads.begin(space, { size: 11 * 1024 * 1024 })))).toMatchObject({ _tag: "TooLarge" })
      const endless = Stream.repeatValue(file.subarray(0, 1024 * 1024))
      expect(yield* own(outcome(uploads.create(space, { content: endless })))).toBe("TooLarge")
      const first = yield* own(uploads.begin(space, { size }))
      expect(yield* own(failure(uploads.append(space, first.id, { ...part(0), partSize: size + 1 })))).toMatchObject({
        _tag: "TooLarge"
      })
      const second = yield* own(uploads.begin(space, { size }))
      const refused = yield* own(failure(uploads.begin(space, { size })))
      expect(refused).toMatchObject({ _tag: "Conflict", message: expect.stringMatching(/unused uploads of this user/) })
      expect(yield* own(outcome(uploads.create(space, { content: file })))).toBe("Conflict")
      yield* own(uploads.begin(space))
      expect(yield* own(failure(uploads.begin(space)))).toMatchObject({
        message: "this user has 3 unused uploads already: use or delete some of them first"
      })
      expect(yield* as(admin)(failure(uploads.begin(space, { size })))).toMatchObject({
        message: expect.stringMatching(/unused uploads of this organization/)
      })
      yield* as(admin)(uploads.begin(space))
      expect(yield* as(admin)(failure(uploads.begin(space)))).toMatchObject({
        message: expect.stringMatching(/this organization has 4/)
      })
      yield* own(uploads.remove(space, first.id))
      yield* own(uploads.append(space, second.id, part(0)))
      yield* own(insert(space, second.id))
      const again = yield* own(uploads.begin(space, { size }))
      free = size + 999
      expect(yield* own(outcome(uploads.begin(space, { size })))).toBe("Unavailable")
      free = partSize + 999
      expect(yield* own(outcome(uploads.append(space, again.id, part(0))))).toBe("Unavailable")
      expect((yield* own(uploads.get(space, again.id))).offset).toBe(0)
      free = undefined
      yield* own(uploads.append(space, again.id, part(0)))
    }).pipe(Effect.provide(live))
  )

  it.effect("expire a day after their last byte, with all that is counted and kept of them", () =>
    Effect.gen(function* () {
      const { editor, space } = yield* place
      const [uploads, blobs, storage] = [yield* Uploads, yield* Blobs, yield* Storage]
      const own = as(editor)
      const begun = yield* own(uploads.begin(space, { size: file.length }))
      yield* TestClock.adjust(23 * hour)
      yield* own(uploads.append(space, begun.id, part(0, 100)))
      const whole = yield* own(uploads.create(space, { content: file.subarray(0, 500) }))
      yield* TestClock.adjust(24 * hour - 1)
      yield* asSystem(blobs.collect)
      expect((yield* own(uploads.get(space, whole.id))).hash).toBe(hashOf(file.subarray(0, 500)))
      expect((yield* own(uploads.get(space, begun.id))).offset).toBe(100)
      expect(yield* asSystem(uploads.clean)).toBe(0)
      const under = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const slow = Stream.concat(
        Stream.execute(Effect.zipRight(Deferred.succeed(under, undefined), Deferred.await(go))),
        Stream.make(file.subarray(100, 200))
      )
      const late = yield* Effect.fork(own(outcome(uploads.append(space, begun.id, { offset: 100, content: slow }))))
      yield* Deferred.await(under)
      yield* TestClock.adjust(1)
      expect(yield* own(outcome(uploads.get(space, begun.id)))).toBe("NotFound")
      expect(yield* own(outcome(insert(space, whole.id)))).toBe("NotFound")
      expect(yield* own(outcome(uploads.clean))).toBe("Forbidden")
      expect(yield* asSystem(uploads.clean)).toBe(2)
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.join(late)).toBe("NotFound")
      yield* asSystem(blobs.collect)
      expect(yield* stored).toEqual({ blobs: 0, bytes: 0 })
      for (const whose of [`user:${editor}`]) {
        expect([yield* storage.counter(`uploads:${whose}`), yield* storage.counter(`upload-bytes:${whose}`)]).toEqual([
          0, 0
        ])
      }
    }).pipe(Effect.provide(live))
  )
})
