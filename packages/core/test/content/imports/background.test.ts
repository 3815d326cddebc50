import { describe, expect, it } from "@effect/vitest"
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { importJob } from "@lectern/core/content/imports/ImportJob"
import { ImportJobs } from "@lectern/core/content/imports/ImportJobs"
import { ImportRepository, service as importRepository } from "@lectern/core/content/imports/ImportRepository"
import { PageId } from "@lectern/core/content/Page"
import { invalid } from "@lectern/core/errors/Errors"
import { Blobs } from "@lectern/core/garbage-collection/Blobs"
import { Import, ImportId } from "@lectern/core/imports/Import"
import { Imports, requestLimits } from "@lectern/core/imports/Imports"
import { Jobs } from "@lectern/core/jobs/Jobs"
import { Members } from "@lectern/core/members/Members"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as BlobReferences from "@lectern/core/storage/blobs/BlobReferences"
import { JobQueue } from "@lectern/core/storage/jobs/JobQueue"
import { Deferred, Effect, Fiber, FiberId, Layer, Schema, Stream, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome } from "../../workspace.js"
import { at, site } from "./sample.js"
import { ended, eventually, hand, handbook, importing, input, jobsLeft, outline, staged } from "./site.js"

const parse = Schema.decodeUnknownSync(Import, { onExcessProperty: "error" })
const limits = requestLimits
describe.each(storages)("an import on its way over $name", (storage) => {
  const live = importing(storage, (_, sink) => hand(site, sink))

  it.effect("in the background are seen by who asked for them and who may edit, and by nobody else", () => {
    const go = Deferred.unsafeMake<void>(FiberId.none)
    return Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, organization: acme, space } = yield* handbook
      const { admin: stranger } = yield* organization("Other")
      const [reader, editor] = [yield* member(acme, "Reader", "read"), yield* member(acme, "Editor", "edit")]
      const started = yield* as(editor)(imports.start(space, input))
      expect(parse(started)).toMatchObject({
        object: "import",
        status: "pending",
        ...input,
        space,
        progress: { found: 0, read: 0 },
        createdBy: { id: editor },
        problems: [],
        urls: { location: `https://docs.example/v1/imports/${started.id}` }
      })
      const { id } = started
      const running = yield* eventually(
        Effect.zipRight(TestClock.adjust("1 second"), as(admin)(imports.get(id))),
        ({ progress }) => progress.read === 2
      )
      expect(running).toMatchObject({ status: "running", progress: { found: 5, read: 2 } })
      yield* Deferred.succeed(go, undefined)
      const done = parse(yield* ended(id, editor))
      expect(done).toMatchObject({
        status: "complete",
        progress: { found: 5, read: 5 },
        result: { importedResources: 5, totalResources: 5 },
        problems: ["/x: odd"],
        problemDetails: [{ path: "/x", message: "odd" }]
      })
      expect(done.result?.revision).toBe((yield* as(admin)((yield* Contents).current(space, {}))).id)
      for (const caller of [reader, stranger]) {
        const refusal = yield* failure(as(caller)(imports.get(id)))
        expect(refusal).toEqual(yield* failure(as(caller)(imports.get(ImportId.make("nothing")))))
        expect(refusal._tag).toBe("NotFound")
        expect(yield* outcome(as(caller)(imports.cancel(id)))).toBe("ok")
      }
      yield* as(editor)(imports.cancel(id))
      expect((yield* asSystem(imports.get(id))).status).toBe("complete")
      yield* asSystem((yield* Members).update(acme, editor, { role: null }))
      expect(yield* outcome(as(editor)(imports.get(id)))).toBe("NotFound")
    }).pipe(
      Effect.provide(
        importing(storage, (_, sink) => hand(site, sink, (index) => (index === 2 ? Deferred.await(go) : Effect.void)))
      )
    )
  })

  it.effect("that cannot be read leave nothing behind, and say why", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, space } = yield* handbook
      const before = yield* as(admin)((yield* Contents).current(space, {}))
      const error = yield* failure(as(admin)(imports.run(space, input, { limits })))
      expect(error).toMatchObject({ _tag: "Invalid", message: "url: is gone" })
      const { id } = yield* as(admin)(imports.start(space, input))
      expect(yield* ended(id, admin)).toMatchObject({ status: "failed", error: "url: is gone" })
      yield* eventually(staged, ({ parts, holds }) => parts === 0 && holds === 0)
      expect(yield* as(admin)((yield* Contents).current(space, {}))).toEqual(before)
      yield* TestClock.adjust("2 hours")
      expect(yield* asSystem((yield* Blobs).collect)).toEqual({ blobs: 1, bytes: 5 })
      expect(yield* Stream.runCount((yield* BlobStore).list(Number.MAX_SAFE_INTEGER))).toBe(0)
    }).pipe(
      Effect.provide(
        importing(storage, (_, sink) =>
          hand(site, sink, (index) => (index === 5 ? Effect.fail(invalid("url", "is gone")) : Effect.void))
        )
      )
    )
  )

  it.effect("stop at their limits of pages and time", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, space } = yield* handbook
      const run = (given: Partial<typeof limits>) =>
        Effect.map(failure(as(admin)(imports.run(space, input, { limits: { ...limits, ...given } }))), (e) => e.message)
      expect(yield* run({ pages: 3 })).toBe("url: has more than 3 pages")
      const slow = yield* Effect.fork(run({ time: "240 seconds" }))
      yield* eventually(staged, ({ parts }) => parts === 5)
      yield* TestClock.adjust("240 seconds")
      expect(yield* Fiber.join(slow)).toBe("url: takes longer to import than 4m")
      expect(yield* staged).toEqual({ parts: 0, holds: 0 })
      expect(yield* outline(space, admin)).toEqual([])
    }).pipe(
      Effect.provide(
        importing(storage, (_, sink) => hand(site, sink, (index) => (index === 5 ? Effect.never : Effect.void)))
      )
    )
  )

  it.effect("are cancelled by a call, or by going away, and leave nothing behind", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, space } = yield* handbook
      const { id } = yield* as(admin)(imports.start(space, input))
      yield* eventually(staged, ({ parts }) => parts === 4)
      yield* as(admin)(imports.cancel(id))
      expect(yield* as(admin)(imports.get(id))).toMatchObject({ status: "cancelled", endedAt: expect.any(String) })
      expect(yield* staged).toEqual({ parts: 0, holds: 0 })
      expect(yield* (yield* ImportJobs).perform(id)).toBe(undefined)
      const fiber = yield* Effect.fork(as(admin)(imports.run(space, input, { limits })))
      yield* eventually(staged, ({ parts }) => parts === 4)
      yield* Fiber.interrupt(fiber)
      expect(yield* staged).toEqual({ parts: 0, holds: 0 })
      expect(yield* jobsLeft).toEqual([])
      expect(yield* outline(space, admin)).toEqual([])
    }).pipe(
      Effect.provide(
        importing(storage, (_, sink) => hand(site, sink, (index) => (index === 4 ? Effect.never : Effect.void)))
      )
    )
  )

  it.effect("that a call waited for end with the process of the call", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, space } = yield* handbook
      const repository = yield* Effect.provide(
        ImportRepository,
        Layer.provide(importRepository.layer, BlobReferences.service.layer)
      )
      const id = ImportId.make("held")
      const times = { createdAt: "1970-01-01T00:00:00.000Z", heldUntil: "1970-01-01T00:05:00.000Z" }
      const counts = { found: 0, read: 0, maxPages: 500 }
      yield* repository.insert({ id, space, ...input, ...times, ...counts, status: "running", open: true })
      yield* repository.append(id, at("start"), {
        kind: "page",
        id: PageId.make("staged"),
        title: "Start",
        slug: "start",
        markdown: ""
      })
      expect(yield* (yield* ImportJobs).perform(id)).toBe(300_001)
      const jobs = yield* Jobs
      yield* jobs.submit(importJob.of({ import: id }), 0)
      yield* jobs.wake
      yield* eventually((yield* JobQueue).rows.scan({}), ([left]) => left?.value.due === 300_001)
      expect((yield* as(admin)(imports.get(id))).status).toBe("running")
      yield* TestClock.adjust("6 minutes")
      expect(yield* ended(id, admin)).toMatchObject({ status: "failed", error: expect.stringMatching(/stopped/) })
      expect(yield* eventually(jobsLeft, (left) => left.length === 0)).toEqual([])
      expect(yield* staged).toEqual({ parts: 0, holds: 0 })
    }).pipe(Effect.provide(live))
  )

  it.effect("that were read are not read again by the process that appends them", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, space } = yield* handbook
      const repository = yield* Effect.provide(
        ImportRepository,
        Layer.provide(importRepository.layer, BlobReferences.service.layer)
      )
      const id = ImportId.make("read")
      const page = {
        kind: "page",
        id: PageId.make("staged"),
        title: "Start",
        slug: "start",
        markdown: "Text."
      } as const
      yield* repository.insert({
        ...input,
        id,
        space,
        status: "running",
        open: true,
        createdAt: "1970-01-01T00:00:00.000Z",
        found: 2,
        read: 1,
        maxPages: 500,
        outline: { places: [], problems: ["/x: odd", `${at("start")}: odd`] }
      })
      yield* repository.append(id, at("start"), page)
      expect(yield* (yield* ImportJobs).perform(id)).toBe(undefined)
      const result = { revision: expect.any(String), importedResources: 1, totalResources: 2 }
      expect(yield* as(admin)(imports.get(id))).toMatchObject({
        status: "complete",
        result,
        problemDetails: [
          { path: "/x", message: "odd" },
          { path: at("start"), message: "odd", page: page.id }
        ]
      })
      expect(yield* outline(space, admin)).toEqual(["Start start"])
      expect((yield* repository.find(id))?.value).not.toHaveProperty("outline")
      expect(yield* staged).toEqual({ parts: 0, holds: 0 })
    }).pipe(Effect.provide(importing(storage, () => Effect.dieMessage("reads"))))
  )

  it.effect("are refused when many are under way, and forgotten some days after they ended", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, space } = yield* handbook
      const start = as(admin)(imports.start(space, input))
      const all = yield* Effect.replicateEffect(start, 5)
      expect(yield* outcome(start)).toBe("Conflict")
      expect(yield* outcome(as(admin)(imports.run(space, input, { limits })))).toBe("Conflict")
      yield* Effect.forEach(all, ({ id }) => as(admin)(imports.cancel(id)))
      const later = yield* start
      yield* as(admin)(imports.cancel(later.id))
      yield* TestClock.adjust("8 days")
      expect(yield* outcome(as(admin)(imports.get(later.id)))).toBe("ok")
      yield* start
      for (const { id } of [...all, later]) expect(yield* outcome(as(admin)(imports.get(id)))).toBe("NotFound")
    }).pipe(Effect.provide(importing(storage, () => Effect.never)))
  )

  it.effect("fail where the right to edit is lost on the way, and go with their space", () => {
    const go = Deferred.unsafeMake<void>(FiberId.none)
    return Effect.gen(function* () {
      const imports = yield* Imports
      const spaces = yield* Spaces
      const { admin, organization: acme, space } = yield* handbook
      const editor = yield* member(acme, "Editor", "edit")
      const { id } = yield* as(editor)(imports.start(space, input))
      yield* eventually(staged, ({ parts }) => parts === 5)
      yield* asSystem((yield* Members).update(acme, editor, { role: "read" }))
      yield* Deferred.succeed(go, undefined)
      expect(yield* ended(id, admin)).toMatchObject({
        status: "failed",
        error: 'this needs the level "edit" on the space'
      })
      yield* as(admin)(spaces.remove(space))
      expect(yield* outcome(as(admin)(imports.get(id)))).toBe("NotFound")
      yield* TestClock.adjust("7 days")
      yield* asSystem(spaces.purge)
      expect(yield* outcome(asSystem(imports.get(id)))).toBe("NotFound")
    }).pipe(
      Effect.provide(
        importing(storage, (_, sink) => hand(site, sink, (index) => (index === 5 ? Deferred.await(go) : Effect.void)))
      )
    )
  })
})
