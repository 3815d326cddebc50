/**
 * Deleting, restoring, moving or transferring a container affects the items that the caller may affect one by one, and
 * no others.
 */

import { describe, expect, it } from "@effect/vitest"
import { atLeast, type RoleOrGuest } from "@lectern/core/access/Role"
import type { CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import { retention } from "@lectern/core/content/spaces/Retention"
import { Members } from "@lectern/core/members/Members"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Access } from "@lectern/core/people/access/Access"
import { CollectionRepository } from "@lectern/core/people/places/CollectionRepository"
import { SpaceRepository } from "@lectern/core/people/places/SpaceRepository"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer, TestClock, TestContext } from "effect"
import { type Built, built, plan } from "../../people/access/generated.js"
import { storages } from "../../storages.js"
import { as, asSystem, damages, organization, outcome, workspace } from "../../workspace.js"

const at = fc.nat(20)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("delete-collection" as const), by: at, what: at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("delete-space" as const), by: at, what: at }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("restore" as const), by: at, what: at }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("move-collection" as const), by: at, what: at, to: at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("move-space" as const), by: at, what: at, to: at }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("transfer-collection" as const), by: at, what: at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("transfer-space" as const), by: at, what: at }) }
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** The level of each member on each thing, and the places of spaces. */
const picture = Effect.fnUntraced(function* ({ collections, members, spaces }: Built) {
  const access = yield* Access
  const repository = yield* SpaceRepository
  const shelves = yield* CollectionRepository
  const levels = new Map<string, RoleOrGuest>()
  const organizations = new Map<string, OrganizationId>()
  const deleted = new Set<string>()
  for (const { id } of spaces) {
    const space = (yield* repository.find(id))!.value
    organizations.set(id, space.organization)
    if (space.deletedAt !== undefined) deleted.add(id)
    for (const member of members) levels.set(`${member} ${id}`, yield* as(member)(access.spaceLevel(space)))
  }
  for (const { id } of collections) {
    const collection = (yield* shelves.find(id))?.value
    if (collection === undefined) continue
    organizations.set(id, collection.organization)
    for (const member of members) levels.set(`${member} ${id}`, yield* as(member)(access.collectionLevel(collection)))
  }
  return { levels, organizations, deleted }
})

const perform = Effect.fnUntraced(function* (content: Built, second: string, { by, what, ...step }: Step) {
  const collections = yield* Collections
  const spaces = yield* Spaces
  const actor = content.members[by % content.members.length]!
  const me = as(actor)
  const pick = <A>(from: ReadonlyArray<A>, index: number): A | undefined => from[index % Math.max(from.length, 1)]
  const collection = pick(content.collections, what)?.id ?? ("" as CollectionId)
  const space = pick(content.spaces, what)?.id ?? ("" as SpaceId)
  const parent = "to" in step ? (pick([undefined, ...content.collections], step.to)?.id ?? null) : null
  const target = { organization: second as Built["id"] }
  switch (step.does) {
    case "delete-collection":
      return { actor, result: yield* outcome(me(collections.remove(collection))), container: collection }
    case "delete-space":
      return { actor, result: yield* outcome(me(spaces.remove(space))), subject: space }
    case "restore":
      return { actor, result: yield* outcome(me(spaces.restore(space))), subject: space }
    case "move-collection":
      return { actor, result: yield* outcome(me(collections.move(collection, { parent }))), container: collection }
    case "move-space":
      return { actor, result: yield* outcome(me(spaces.move(space, { parent }))), subject: space }
    case "transfer-collection":
      return { actor, result: yield* outcome(me(collections.transfer(collection, target))), container: collection }
    case "transfer-space":
      return { actor, result: yield* outcome(me(spaces.transfer(space, target))), subject: space }
  }
})

/** Whether a member sees a space that is not deleted, or a collection, in a collection. */
const seesSomethingIn = Effect.fnUntraced(function* (who: UserId, organization: OrganizationId, id: CollectionId) {
  const spaces = yield* as(who)((yield* Collections).spaces(id, { limit: 1 }))
  const all = yield* as(who)((yield* Collections).list(organization, { limit: 1000 }))
  return spaces.count > 0 || all.items.some(({ parent }) => parent === id)
})

describe.each(storages)("containers over $name", (storage) => {
  const numRuns = runs(12, storage.name === "memory" ? 1 : 1 / 8)

  it("nobody's level changes on what is left behind, deleted or restored", { timeout: 120_000 + numRuns * 1_500 }, () =>
    fc.assert(
      fc.asyncProperty(plan, fc.array(step, { minLength: 2, maxLength: 7 }), (given, steps) =>
        Effect.gen(function* () {
          const repository = yield* CollectionRepository
          const content = yield* built(given)
          const { id: second } = yield* organization("Second")
          for (const [index, user] of content.members.entries()) {
            yield* asSystem((yield* Members).add(second, user, index % 2 === 0 ? "create" : "admin"))
          }
          for (const each of steps) {
            const before = yield* picture(content)
            const done = yield* perform(content, second, each)
            const after = yield* picture(content)
            const level = (id: string) => before.levels.get(`${done.actor} ${id}`) ?? null
            const within = (id: string) =>
              before.organizations.get(id) === after.organizations.get(id) && after.organizations.get(id) === content.id
            const isMove = each.does.startsWith("move") || each.does.startsWith("transfer")
            for (const { id } of content.spaces) {
              const mayAct = atLeast(level(id), "create")
              if (!mayAct) {
                expect([each.does, id, after.organizations.get(id), after.deleted.has(id)]).toEqual([
                  each.does,
                  id,
                  before.organizations.get(id),
                  before.deleted.has(id)
                ])
              }
              if (done.result !== "ok" || (isMove && mayAct)) continue
              for (const member of content.members) {
                const key = `${member} ${id}`
                expect([each.does, key, after.levels.get(key)]).toEqual([each.does, key, before.levels.get(key)])
              }
            }
            for (const { id } of content.collections) {
              if (!after.organizations.has(id)) continue
              if (!within(id) || (isMove && atLeast(level(id), "create"))) continue
              const record = (yield* repository.find(id))!.value
              for (const member of content.members) {
                const key = `${member} ${id}`
                const now = after.levels.get(key)
                if (record.remnant !== true) expect([key, now]).toEqual([key, before.levels.get(key)])
                else if (now !== null) expect(yield* seesSomethingIn(member, content.id, id)).toBe(true)
              }
            }
            if (each.does === "delete-collection" && done.container !== undefined && done.result === "ok") {
              const seen = yield* outcome(as(done.actor)((yield* Collections).get(done.container)))
              if (seen === "ok") {
                expect(
                  yield* seesSomethingIn(done.actor, after.organizations.get(done.container)!, done.container)
                ).toBe(true)
              }
            }
          }
          expect(yield* damages).toEqual([])
          yield* TestClock.adjust(retention + 1)
          yield* asSystem((yield* Spaces).purge)
          const spaces = yield* SpaceRepository
          for (const { value } of yield* repository.list(content.id)) {
            if (value.remnant !== true) continue
            const held = [
              ...(yield* spaces.in(content.id, value.id)),
              ...(yield* spaces.inheriting(value.id)),
              ...(yield* repository.in(content.id, value.id))
            ]
            expect(held).not.toEqual([])
          }
          expect(yield* damages).toEqual([])
        }).pipe(Effect.provide(Layer.provideMerge(workspace(storage), TestContext.TestContext)), Effect.runPromise)
      ),
      { numRuns }
    )
  )
})
