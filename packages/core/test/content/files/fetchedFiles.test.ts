import { describe, expect, it } from "@effect/vitest"
import { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { InsertFile } from "@lectern/core/content/ContentChange"
import { Outbound, OutboundError, type OutboundResponse } from "@lectern/core/outbound/Outbound"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { storages } from "../../storages.js"
import { as, failure, member, organization, person, workspace } from "../../workspace.js"

const site = "https://docs.example"
const png = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNgQAcAABIAAeRVjecAAAAASUVORK5CYII="),
  (character) => character.charCodeAt(0)
)

type Page = Partial<OutboundResponse> | OutboundError

/**
 * A web of a few addresses, which records the fetched ones and how many were fetched in parallel. Every fetch waits for
 * `gate`.
 */
const webOf = (pages: Readonly<Record<string, Page>>, gate: Effect.Effect<void> = Effect.yieldNow()) => {
  const fetched: Array<string> = []
  let open = 0
  let most = 0
  const count = (change: number) =>
    Effect.sync(() => {
      open += change
      most = Math.max(most, open)
    })
  const outbound = Layer.succeed(Outbound, {
    fetch: ({ url }) =>
      Effect.gen(function* () {
        fetched.push(url)
        yield* Effect.acquireRelease(count(1), () => count(-1))
        yield* gate
        const page = pages[url] ?? {}
        if (page instanceof OutboundError) return yield* page
        return { url, status: 200, headers: {}, body: Stream.make(new TextEncoder().encode(url)), ...page }
      })
  })
  return { fetched, outbound, most: () => most }
}

/** A space, its administrator, a user who may only read it, and a stranger. */
const place = Effect.gen(function* () {
  const { admin, id } = yield* organization()
  const space = yield* as(admin)((yield* Spaces).create(id, { title: "Handbook" }))
  return { admin, reader: yield* member(id, "Rex", "read"), space: space.id, stranger: yield* person("Eve") }
})

const inserting = (...files: ReadonlyArray<InsertFile>) => ({ operation: "insert_files" as const, files })
const address = (path: string) => `${site}/${path}`

describe.each(storages)("files that a batch fetches, on $name", (storage) => {
  const refused = new OutboundError({
    reason: "refused",
    message: `${address("internal")}: this is not a public address`
  })

  it.effect("are kept as they were answered", () => {
    const web = webOf({
      [address("logo")]: { headers: { "content-type": "image/png" }, body: Stream.make(png.slice(0, 9), png.slice(9)) },
      [address("notes")]: { headers: { "content-type": "text/markdown" } }
    })
    return Effect.gen(function* () {
      const { admin, space } = yield* place
      yield* as(admin)(
        (yield* ContentEdits).apply(space, {
          changes: [
            { operation: "insert_page", title: "Guide", document: { markdown: "![Logo](./logo)\n" } },
            inserting({ name: "logo", ref: "logo", url: address("logo") }),
            inserting(
              { name: "notes.txt", contentType: "text/plain", url: address("notes") },
              { name: "a", base64: "" }
            )
          ]
        })
      )
      const { files, pages } = yield* as(admin)((yield* Contents).current(space))
      const logo = files.find(({ name }) => name === "logo")
      expect(logo).toMatchObject({ contentType: "image/png", size: png.length, dimensions: { width: 2, height: 3 } })
      expect(files.find(({ name }) => name === "notes.txt")?.contentType).toMatch(/^text\/plain/)
      const page = yield* as(admin)((yield* Contents).page(space, pages[0]!.id))
      expect(page).toMatchObject({ markdown: `![Logo](/files/${logo?.id})\n` })
      expect([...web.fetched].sort()).toEqual([address("logo"), address("notes")])
    }).pipe(Effect.provide(workspace(storage, { outbound: web.outbound })))
  })

  it.effect("are all there, or nothing is", () => {
    const web = webOf({
      [address("internal")]: refused,
      [address("gone")]: { status: 404 },
      [address("huge")]: {
        body: Stream.concat(
          Stream.make(new Uint8Array(9)),
          Stream.fail(new OutboundError({ reason: "too-large", message: `${address("huge")}: more than 9 bytes` }))
        )
      }
    })
    return Effect.gen(function* () {
      const { admin, space } = yield* place
      const edits = yield* ContentEdits
      const contents = yield* Contents
      const before = yield* as(admin)(contents.head(space))
      for (const [path, problem] of [
        ["internal", `${address("internal")}: this is not a public address`],
        ["gone", `${address("gone")} answered with status 404`],
        ["huge", `${address("huge")}: more than 9 bytes`]
      ] as const) {
        const files = inserting({ name: "a", url: address("a") }, { name: "b", url: address(path) })
        const changes = [{ operation: "insert_page" as const, title: "Guide" }, files]
        expect(yield* as(admin)(failure(edits.apply(space, { changes })))).toMatchObject({
          _tag: "Invalid",
          field: "changes.1.files.1.url",
          message: `changes.1.files.1.url: ${problem}`
        })
      }
      expect(yield* as(admin)(contents.head(space))).toBe(before)
      expect(yield* as(admin)(contents.current(space))).toMatchObject({ files: [], pages: [] })
    }).pipe(Effect.provide(workspace(storage, { outbound: web.outbound })))
  })

  it.effect("are fetched for those who may edit, and for batches that fit", () => {
    const web = webOf({})
    return Effect.gen(function* () {
      const { admin, reader, space, stranger } = yield* place
      const edits = yield* ContentEdits
      const url = address("a")
      const changes = [inserting({ name: "a", url })]
      const merged = yield* as(admin)((yield* ChangeRequests).create(space, {}))
      yield* as(admin)((yield* ChangeRequests).update(space, merged.id, { status: "archived" }))
      expect(yield* as(reader)(failure(edits.apply(space, { changes })))).toMatchObject({ _tag: "Forbidden" })
      expect(yield* as(stranger)(failure(edits.apply(space, { changes })))).toMatchObject({ _tag: "NotFound" })
      for (const [options, _tag] of [
        [{ expected: ["another"] }, "PreconditionFailed"],
        [{ changeRequest: merged.id }, "Conflict"],
        [{ changeRequest: ChangeRequestId.make("unknown") }, "NotFound"]
      ] as const) {
        expect(yield* as(admin)(failure(edits.apply(space, { changes }, options)))).toMatchObject({ _tag })
      }
      for (const [files, field] of [
        [[{ name: "a" }], "changes.0.files.0.base64"],
        [[{ name: "a", url, base64: "" }], "changes.0.files.0.url"],
        [[{ name: "a", url: "file:///etc/passwd" }], "changes.0.files.0.url"]
      ] as const) {
        const error = yield* as(admin)(failure(edits.apply(space, { changes: [inserting(...files)] })))
        expect(error).toMatchObject({ _tag: "Invalid", field })
      }
      const ten = Array.from({ length: 10 }, () => ({ name: "a", url }))
      const tooMany = [inserting(...ten), inserting(...ten), ...changes]
      expect(yield* as(admin)(failure(edits.apply(space, { changes: tooMany })))).toMatchObject({
        field: "changes",
        message: "changes: expected at most 20 files by url"
      })
      yield* as(admin)((yield* Spaces).update(space, { editMode: "locked" }))
      expect(yield* as(admin)(failure(edits.apply(space, { changes })))).toMatchObject({ _tag: "Conflict" })
      expect(web.fetched).toEqual([])
    }).pipe(Effect.provide(workspace(storage, { outbound: web.outbound })))
  })

  it.effect("hold up nobody while they are fetched, and come a few at a time", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const web = webOf({}, Deferred.await(gate))
      yield* Effect.gen(function* () {
        const { admin, space } = yield* place
        const edits = yield* ContentEdits
        const files = Array.from({ length: 20 }, (_, index) => ({ name: `${index}`, url: address(`${index}`) }))
        const slow = yield* Effect.fork(as(admin)(edits.apply(space, { changes: [inserting(...files)] })))
        while (web.most() < 5) yield* Effect.yieldNow()
        yield* as(admin)(edits.apply(space, { changes: [{ operation: "insert_page", title: "Meanwhile" }] }))
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(slow)
        const current = yield* as(admin)((yield* Contents).current(space))
        expect([current.pages.length, current.files.length, web.most()]).toEqual([1, 20, 5])
      }).pipe(Effect.provide(workspace(storage, { outbound: web.outbound })))
    })
  )
})
