import { describe, expect, it } from "@effect/vitest"
import type { Asked } from "@lectern/core/access/Actor"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Files } from "@lectern/core/files/Files"
import { Integrity } from "@lectern/core/integrity/Integrity"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { make, Quotas } from "@lectern/core/quotas/Quotas"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { storedBy } from "@lectern/core/storage/blobs/StoredBytes"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Layer, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, failure, organization, outcome, workspace } from "../../workspace.js"

const quota = 2_000
const page = (length: number, title = "Page") =>
  ({ operation: "insert_page", title, document: { markdown: `${title} ${"ä".repeat(length / 2)}` } }) as const
const folder = (length: number) => ({
  pages: [
    {
      key: "a.md",
      slug: "a",
      title: "A",
      type: "document" as const,
      markdown: `# A\n\n${"x".repeat(length)}\n`,
      pages: []
    }
  ],
  files: [],
  reusableContents: [],
  variables: {},
  redirects: {}
})
const file = (length: number) => ({ name: "a.bin", bytes: new Uint8Array(length) })

const stored = (id: OrganizationId) => Effect.flatMap(Storage, (storage) => storage.counter(storedBy(id)))

describe.each(storages)("the bytes of an organization over $name", (storage) => {
  const live = workspace(storage)
  const limited = Layer.provide(live, Layer.succeed(Quotas, make({ bytesPerOrganization: quota })))

  it.effect("are those of its texts and files, until they are purged", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const edits = yield* ContentEdits
      const { id, admin } = yield* organization()
      const { id: space } = yield* as(admin)(spaces.create(id, {}))
      yield* as(admin)(edits.apply(space, { changes: [page(600)] }))
      const one = yield* stored(id)
      expect(one).toBeGreaterThanOrEqual(600)
      yield* as(admin)((yield* Files).upload(space, file(500)))
      yield* as(admin)((yield* Files).upload(space, file(500)))
      expect(yield* stored(id)).toBe(one + 500)
      const { id: copy } = yield* as(admin)(spaces.duplicate(space))
      expect(yield* stored(id)).toBe(2 * (one + 500))
      const other = yield* as(admin)((yield* Organizations).create({ title: "Other" }))
      yield* as(admin)(spaces.transfer(copy, { organization: other.id }))
      expect([yield* stored(id), yield* stored(other.id)]).toEqual([one + 500, one + 500])
      const specs = yield* OpenAPISpecs
      yield* as(admin)(specs.create(id, { slug: "api", source: { text: "openapi: 3.1.0" } }))
      expect(yield* stored(id)).toBeGreaterThan(one + 500)
      yield* as(admin)(specs.remove(id, "api"))
      yield* as(admin)(spaces.remove(space))
      expect(yield* stored(id)).toBe(one + 500)
      yield* TestClock.adjust("8 days")
      yield* asSystem(spaces.purge)
      expect(yield* stored(id)).toBe(0)
      expect((yield* asSystem((yield* Integrity).check())).findings).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("are refused above the quota, whatever brings them, and nothing of them is kept", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const edits = yield* ContentEdits
      const sync = yield* ContentSync
      const { id, admin } = yield* organization()
      const { id: space } = yield* as(admin)(spaces.create(id, {}))
      const { id: request } = yield* as(admin)((yield* ChangeRequests).create(space, {}))
      yield* as(admin)(edits.apply(space, { changes: [page(1_200)] }))
      const other = yield* as(admin)((yield* Organizations).create({ title: "Other" }))
      const { id: elsewhere } = yield* as(admin)(spaces.create(other.id, {}))
      yield* as(admin)(edits.apply(elsewhere, { changes: [page(1_200)] }))
      const before = yield* stored(id)
      const batch = { changes: [page(1_200, "Another"), page(10)] }
      const refused: ReadonlyArray<Asked<unknown>> = [
        edits.apply(space, batch),
        edits.apply(space, batch, { changeRequest: request }),
        (yield* Files).upload(space, file(1_000)),
        sync.apply(space, folder(1_000)),
        sync.create(id, {}, folder(1_000)),
        spaces.duplicate(space),
        spaces.transfer(elsewhere, { organization: id }),
        (yield* OpenAPISpecs).create(id, { slug: "api", source: { text: "x".repeat(1_000) } })
      ]
      for (const each of refused) {
        const { _tag, message } = yield* failure(as(admin)(each))
        expect([_tag, message]).toEqual([
          "Conflict",
          expect.stringMatching(/^the organization may store at most 2000 bytes, and would have \d{4}$/)
        ])
        expect(yield* stored(id)).toBe(before)
      }
      expect((yield* as(admin)(spaces.get(elsewhere))).organization).toBe(other.id)
      expect((yield* as(admin)(spaces.list(id, {}))).count).toBe(1)
      expect((yield* asSystem((yield* Integrity).check())).findings).toEqual([])
    }).pipe(Effect.provide(limited))
  )

  it.effect("keep nobody from what adds nothing, nor from merging what is stored", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const edits = yield* ContentEdits
      const requests = yield* ChangeRequests
      const { id, admin } = yield* organization()
      const { id: space } = yield* as(admin)(spaces.create(id, {}))
      const { revision } = yield* as(admin)(edits.apply(space, { changes: [page(600)] }))
      const { id: request } = yield* as(admin)(requests.create(space, {}))
      yield* as(admin)(edits.apply(space, { changes: [page(600, "Other")] }, { changeRequest: request }))
      yield* (yield* Storage).increment(storedBy(id), 10_000)
      const add = as(admin)(edits.apply(space, { changes: [page(10, "More")] }))
      expect(yield* outcome(add)).toBe("Conflict")
      const passing = [
        yield* outcome(as(admin)(requests.merge(space, request))),
        yield* outcome(as(admin)((yield* Revisions).rollback(space, revision))),
        yield* outcome(as(admin)(spaces.update(space, { title: "Renamed" }))),
        yield* outcome(as(admin)(spaces.remove(space))),
        yield* outcome(as(admin)(spaces.restore(space)))
      ]
      expect(passing).toEqual(passing.map(() => "ok"))
    }).pipe(Effect.provide(limited))
  )
})
