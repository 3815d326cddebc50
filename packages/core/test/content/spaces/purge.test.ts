import { describe, expect, it } from "@effect/vitest"
import { Documents } from "@lectern/core/content/items/DocumentRepository"
import { Items } from "@lectern/core/content/items/ItemTables"
import { NamedRevisionsTable } from "@lectern/core/content/revisions/NamedRevisionsTable"
import { Revisions as RevisionsTable } from "@lectern/core/content/revisions/RevisionRepository"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { BlobReferenceTable } from "@lectern/core/storage/blobs/BlobReferences"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Encoding, Layer, TestClock } from "effect"
import { type StorageUnderTest, storages } from "../../storages.js"
import { as, asSystem, damages, organization, outcome, workspace } from "../../workspace.js"

const week = 7 * 24 * 60 * 60 * 1000
const bytes = (at: number) => new TextEncoder().encode(`file ${at}`)

/** A storage that dies when it gets more transactions than the budget has. */
const mortal = (storage: StorageUnderTest, budget: { left: number }): StorageUnderTest => ({
  name: storage.name,
  layer: Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      transaction: (effect, locks) =>
        Effect.suspend(() => (budget.left-- > 0 ? inner.transaction(effect, locks) : Effect.dieMessage("killed")))
    }))
  ).pipe(Layer.provideMerge(storage.layer))
})

/** A space with pages and 120 files. */
const filledSpace = Effect.gen(function* () {
  const spaces = yield* Spaces
  const edits = yield* ContentEdits
  const revisions = yield* Revisions
  const { id, admin } = yield* organization()
  const space = yield* as(admin)(spaces.create(id, { title: "Old" }))
  const files = [...Array(120).keys()].map((at) => ({
    name: `${at}.txt`,
    contentType: "text/plain",
    base64: Encoding.encodeBase64(bytes(at))
  }))
  yield* as(admin)(
    edits.apply(space.id, {
      changes: [
        ...[0, 20, 40, 60, 80, 100].map((from) => ({
          operation: "insert_files" as const,
          files: files.slice(from, from + 20)
        })),
        { operation: "insert_page", title: "A", document: { markdown: "a" } }
      ]
    })
  )
  const { items } = yield* as(admin)(revisions.list(space.id, {}))
  yield* as(admin)(Effect.forEach(items, (each, i) => revisions.name(space.id, each.id, { name: `v${i}` })))
  return { spaces, id, admin, space: space.id }
})

const left = (space: SpaceId) =>
  Effect.flatMap(Storage, (storage) =>
    Effect.all([
      storage.count(Items, { prefix: [space] }),
      storage.count(Documents, { prefix: [space] }),
      storage.count(RevisionsTable, { index: "line", prefix: [space] }),
      storage.count(NamedRevisionsTable, { index: "name", prefix: [space] }),
      storage.count(BlobReferenceTable, { index: "space", prefix: [space] })
    ])
  )

describe.each(storages)("purges over $name", (storage) => {
  const live = workspace(storage)

  it.effect("begin exactly 7 days after the deletion, and say what they removed", () =>
    Effect.gen(function* () {
      const { spaces, id, admin, space } = yield* filledSpace
      yield* TestClock.adjust(5)
      yield* as(admin)(spaces.remove(space))
      yield* TestClock.adjust(week - 1)
      expect(yield* asSystem(spaces.purgeable)).toEqual([])
      expect(yield* asSystem(spaces.purge)).toEqual([])
      expect(yield* as(admin)(outcome(spaces.get(space)))).toBe("ok")
      yield* TestClock.adjust(1)
      const expected = [{ id: space, organization: id, title: "Old", deletedAt: "1970-01-01T00:00:00.005Z" }]
      expect(yield* asSystem(spaces.purgeable)).toEqual(expected)
      expect((yield* left(space))[4]).toBe(120)
      expect(yield* asSystem(spaces.purge)).toEqual(expected)
      expect(yield* left(space)).toEqual([0, 0, 0, 0, 0])
      expect(yield* asSystem(spaces.purge)).toEqual([])
      expect(yield* outcome(as(admin)(spaces.purgeable))).toBe("Forbidden")
    }).pipe(Effect.provide(live))
  )

  it.effect("that stop anywhere are finished by the next, and two at the same time remove once", () => {
    const budget = { left: Number.POSITIVE_INFINITY }
    return Effect.gen(function* () {
      const { spaces, admin, space } = yield* filledSpace
      yield* as(admin)(spaces.remove(space))
      yield* TestClock.adjust(week)
      const states = new Set<string>()
      for (let allowed = 0; allowed < 4; allowed++) {
        budget.left = allowed
        yield* Effect.exit(asSystem(spaces.purge))
        states.add((yield* left(space)).join())
        budget.left = Number.POSITIVE_INFINITY
      }
      expect(states.size).toBeGreaterThan(2)
      const both = yield* Effect.all([asSystem(spaces.purge), asSystem(spaces.purge)], { concurrency: 2 })
      expect(both.flat()).toHaveLength(1)
      expect(yield* left(space)).toEqual([0, 0, 0, 0, 0])
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(workspace(mortal(storage, budget))))
  })
})
