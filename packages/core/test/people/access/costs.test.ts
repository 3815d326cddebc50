import { Collections } from "@lectern/core/collections/Collections"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { Members } from "@lectern/core/members/Members"
import { Access } from "@lectern/core/people/access/Access"
import { GrantRepository } from "@lectern/core/people/access/GrantRepository"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { Teams } from "@lectern/core/teams/Teams"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { type StorageUnderTest, storages } from "../../storages.js"
import { as, asSystem, member, organization, workspace } from "../../workspace.js"

/** A storage that counts the rows that it returns. */
const counting = (storage: StorageUnderTest): { readonly under: StorageUnderTest; readonly taken: () => number } => {
  let rows = 0
  const counted = Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      get: (table, key) =>
        Effect.tap(inner.get(table, key), () =>
          Effect.sync(() => {
            rows++
          })
        ),
      scan: (table, scan) =>
        Effect.tap(inner.scan(table, scan), (found) =>
          Effect.sync(() => {
            rows += found.length
          })
        )
    }))
  ).pipe(Layer.provideMerge(storage.layer))
  return {
    under: { name: storage.name, layer: counted },
    taken: () => {
      const count = rows
      rows = 0
      return count
    }
  }
}

/** How many rows some calls read after a change, in an organization with so many of everything. */
const rowsRead = (storage: StorageUnderTest, size: number) => {
  const { under, taken } = counting(storage)
  return Effect.gen(function* () {
    const { id } = yield* organization()
    const reader = yield* member(id, "Reader", "read")
    const colleague = yield* member(id, "Colleague", "read")
    const spaces = yield* Spaces
    const grants = yield* GrantRepository
    const collections = yield* Collections
    const collection = yield* asSystem(collections.create(id, { title: "Shelf" }))
    const space = yield* asSystem(spaces.create(id, { title: "Handbook", parent: collection.id }))
    const team = yield* asSystem((yield* Teams).create(id, { title: "Team", members: [reader] }))
    for (let i = 0; i < size; i++) {
      const user = yield* member(id, `Member-${i}`, i % 2 === 0 ? null : "read")
      const other = yield* asSystem(spaces.create(id, { title: `Space ${i}` }))
      yield* asSystem(collections.create(id, { title: `Collection ${i}` }))
      yield* asSystem((yield* Teams).create(id, { title: `Team ${i}`, members: [user] }))
      yield* grants.insertIfNone({ target: other.id, user, organization: id, level: "edit" })
    }
    const { invite } = yield* ContentGrants
    const reads = Effect.gen(function* () {
      yield* as(reader)(spaces.get(space.id))
      yield* as(reader)((yield* Members).get(id, colleague))
      yield* as(reader)((yield* Teams).get(id, team.id))
      yield* as(reader)((yield* Access).organizationLevel(id))
    })
    const after = <E, R>(change: Effect.Effect<unknown, E, R>) =>
      Effect.gen(function* () {
        yield* reads
        taken()
        yield* change
        yield* reads
        return taken()
      })
    return {
      grantToMember: yield* after(asSystem(invite({ space: space.id }, { role: "edit", users: [colleague] }))),
      grantToTeam: yield* after(asSystem(invite({ space: space.id }, { role: "edit", teams: [team.id] }))),
      role: yield* after(asSystem((yield* Members).update(id, colleague, { role: "edit" }))),
      title: yield* after(asSystem(collections.update(collection.id, { title: "Rack" })))
    }
  }).pipe(Effect.provide(workspace(under)), Effect.runPromise)
}

describe.each(storages)("access over $name", (storage) => {
  it("is brought up to date by as much as has changed, whatever the size of the organization", async () => {
    expect(await rowsRead(storage, 20)).toEqual(await rowsRead(storage, 1))
  })
})
