/** Absent and invisible things take the same steps, so that not even their time tells them apart. */

import { expect, it } from "@effect/vitest"
import { CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import { Invites } from "@lectern/core/invites/Invites"
import { LinkInviteId } from "@lectern/core/invites/LinkInvite"
import { SiteId } from "@lectern/core/sites/Site"
import { Sites } from "@lectern/core/sites/Sites"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import { Effect, Layer } from "effect"
import { storages } from "../../storages.js"
import { as, member, organization, outcome, workspace } from "../../workspace.js"

const steps: Array<string> = []

/** The storage, which records its calls. */
const recorded = (storage: StorageService): StorageService => {
  const noted = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      steps.push(name)
      return effect
    })
  const at = (table: Table) => table.name
  return {
    ...storage,
    get: (table, key) => noted(`get ${at(table)}`, storage.get(table, key)),
    scan: (table, scan) => noted(`scan ${at(table)}`, storage.scan(table, scan)),
    count: (table, range) => noted(`count ${at(table)}`, storage.count(table, range)),
    counter: (name) => noted("counter", storage.counter(name)),
    reads: (reads) => noted(`reads ${reads.map((read) => read.kind).join()}`, storage.reads(reads)),
    counters: (names) => noted(`counters ${names.length}`, storage.counters(names)),
    generation: storage.generation && noted("generation", storage.generation),
    transaction: (effect, locks) => noted("transaction", storage.transaction(effect, locks))
  }
}

const [storage] = storages
const layer = Layer.flatMap(storage!.layer, (context) =>
  Layer.merge(
    Layer.succeedContext(context),
    Layer.effect(Storage, Effect.map(Storage, recorded)).pipe(Layer.provide(Layer.succeedContext(context)))
  )
)

it.effect("reads and deletions of absent and invisible things ask the storage the same", () =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const collections = yield* Collections
    const { id, admin } = yield* organization()
    const { admin: stranger } = yield* organization("Other")
    const shelf = yield* as(admin)(collections.create(id, {}))
    const space = yield* as(admin)(spaces.create(id, {}))
    const stepsOf = (call: Effect.Effect<string>) =>
      Effect.gen(function* () {
        yield* call
        steps.length = 0
        const result = yield* call
        return [result, ...steps]
      })
    const sites = yield* Sites
    const site = yield* as(admin)(sites.create(id, {}))
    const guest = yield* member(id, "Guest", null)
    const invites = yield* Invites
    const invite = yield* as(admin)(invites.create(id, { level: "read", space: space.id }))
    const own = as(stranger)
    const calls = (spaceId: SpaceId, collectionId: CollectionId, siteId: SiteId, inviteId: LinkInviteId) => [
      own(outcome(spaces.get(spaceId))),
      own(outcome(spaces.remove(spaceId))),
      own(outcome(collections.get(collectionId))),
      own(outcome(collections.remove(collectionId))),
      as(guest)(outcome(sites.get(id, siteId))),
      as(guest)(outcome(sites.remove(id, siteId))),
      as(guest)(outcome(invites.get(id, inviteId))),
      as(guest)(outcome(invites.remove(id, inviteId))),
      as(guest)(outcome(invites.create(id, { level: "read", space: spaceId }))),
      as(guest)(outcome(invites.create(id, { level: "read", collection: collectionId })))
    ]
    const invisible = yield* Effect.forEach(calls(space.id, shelf.id, site.id, invite.id), stepsOf)
    const absent = yield* Effect.forEach(
      calls(SpaceId.make("none"), CollectionId.make("none"), SiteId.make("none"), LinkInviteId.make("none")),
      stepsOf
    )
    expect(absent).toEqual(invisible)
    expect(absent.map(([result]) => result)).toEqual([
      "NotFound",
      "ok",
      "NotFound",
      "ok",
      "NotFound",
      "ok",
      "NotFound",
      "ok",
      "NotFound",
      "NotFound"
    ])
    expect(absent[0]).toContain("get spaces")
    expect(absent[3]).toContain("transaction")
  }).pipe(Effect.provide(workspace({ name: "recorded", layer })))
)

it.effect("a list of a hundred spaces is one scan after a commit, and none without", () =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const { id, admin } = yield* organization()
    const shelf = yield* as(admin)((yield* Collections).create(id, {}))
    for (let n = 0; n < 120; n++) yield* as(admin)(spaces.create(id, n % 2 === 0 ? {} : { parent: shelf.id }))
    const listed = Effect.gen(function* () {
      steps.length = 0
      const { items } = yield* as(admin)(spaces.list(id, { limit: 100 }))
      expect(items).toHaveLength(100)
      return steps.filter((step) => step !== "generation")
    })
    yield* listed
    expect(yield* listed).toEqual([])
    yield* (yield* Storage).increment("something else")
    // After a commit, the stamps of the data that decides access are read as well.
    expect(yield* listed).toEqual(["counters 1", "counters 1", "scan spaces"])
  }).pipe(Effect.provide(workspace({ name: "recorded", layer })))
)
