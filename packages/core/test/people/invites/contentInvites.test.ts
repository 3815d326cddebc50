import { describe, expect, it } from "@effect/vitest"
import type { RoleOrGuest } from "@lectern/core/access/Role"
import { CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { Invites } from "@lectern/core/invites/Invites"
import { LinkInvite, LinkInviteId } from "@lectern/core/invites/LinkInvite"
import { Members } from "@lectern/core/members/Members"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Teams } from "@lectern/core/teams/Teams"
import type { UserId } from "@lectern/core/users/User"
import { Effect, Schema, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, person, walk, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(LinkInvite, { onExcessProperty: "error" })

/** An organization with a space and a collection that has one, and a guest who may create in both. */
const place = Effect.gen(function* () {
  const spaces = yield* Spaces
  const { id, admin } = yield* organization()
  const shelf = (yield* as(admin)((yield* Collections).create(id, { title: "Shelf" }))).id
  const space = (yield* as(admin)(spaces.create(id, { title: "Space" }))).id
  const inside = (yield* as(admin)(spaces.create(id, { title: "Inside", parent: shelf }))).id
  const keeper = yield* member(id, "Keeper", null)
  const grants = yield* ContentGrants
  yield* as(admin)(grants.invite({ space }, { role: "create", users: [keeper] }))
  yield* as(admin)(grants.invite({ collection: shelf }, { role: "create", users: [keeper] }))
  return { id, admin, shelf, space, inside, keeper }
})

/** The level that a member was granted on a space, if one was. */
const grantedOn = (admin: UserId, space: SpaceId, user: UserId) =>
  Effect.flatMap(ContentGrants, (grants) =>
    Effect.map(
      as(admin)(grants.users({ space }, {})),
      ({ items }) => items.find((item) => item.user.id === user)?.permission
    )
  )

const listed = (caller: UserId, id: OrganizationId) =>
  Effect.flatMap(Invites, (invites) =>
    Effect.map(
      walk((query) => as(caller)(invites.list(id, query)), 2),
      ({ items, counts }) => {
        expect([...counts]).toEqual([items.length])
        return items.map((item) => item.id)
      }
    )
  )

describe.each(storages)("link invites to content over $name", (storage) => {
  const live = workspace(storage)

  it.effect("never lift a null grant on the target or a collection around it", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const spaces = yield* Spaces
      const grants = yield* ContentGrants
      const invites = yield* Invites
      const { id, admin } = yield* organization()
      const own = as(admin)
      const outer = (yield* own(collections.create(id, {}))).id
      const inner = (yield* own(collections.create(id, { parent: outer }))).id
      const space = (yield* own(spaces.create(id, { parent: inner }))).id
      const denials = [{ space }, { collection: inner }, { collection: outer }] as const
      for (const [at, denied] of denials.entries()) {
        for (const role of [null, "read", "create"] as const) {
          const user = yield* member(id, `Denied-${at}-${role}`, role)
          yield* own(grants.invite(denied, { role: null, users: [user] }))
          if (at === 2) yield* own(grants.invite({ space }, { role: "read", users: [user] }))
          const before = yield* outcome(as(user)(spaces.get(space)))
          for (const [to, target] of denials.entries()) {
            const invite = yield* own(invites.create(id, { level: "edit", ...target }))
            const shut = to <= at
            expect([at, to, role, yield* outcome(as(user)(invites.joinWith(id, invite.id)))]).toEqual([
              at,
              to,
              role,
              shut ? "NotFound" : "ok"
            ])
            yield* own(invites.remove(id, invite.id))
          }
          expect(yield* outcome(as(user)(spaces.get(space)))).toBe(before)
        }
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("are not there for those whose teams are denied the target", () =>
    Effect.gen(function* () {
      const grants = yield* ContentGrants
      const invites = yield* Invites
      const { id, admin, space } = yield* place
      const user = yield* member(id, "Crew", "read")
      const crew = yield* as(admin)((yield* Teams).create(id, { title: "Crew", members: [user] }))
      yield* as(admin)(grants.invite({ space }, { role: null, teams: [crew.id] }))
      const invite = yield* as(admin)(invites.create(id, { level: "edit", space }))
      expect(yield* outcome(as(user)(invites.joinWith(id, invite.id)))).toBe("NotFound")
      yield* as(admin)(grants.invite({ space }, { role: "read", users: [user] }))
      expect(yield* outcome(as(user)(invites.joinWith(id, invite.id)))).toBe("ok")
      expect(yield* grantedOn(admin, space, user)).toBe("edit")
    }).pipe(Effect.provide(live))
  )

  it.effect("are made, changed and removed by those who may create there, and not there for others", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const { id, admin, shelf, space, keeper } = yield* place
      const reader = yield* member(id, "Reader", "read")
      const outsider = yield* person("Outsider")
      const toSpace = yield* as(keeper)(invites.create(id, { level: "edit", space }))
      const toShelf = yield* as(admin)(invites.create(id, { level: null, collection: shelf }))
      expect(parse(toSpace)).toMatchObject({ level: "edit", redundant: true, space: { id: space, title: "Space" } })
      expect(parse(toShelf)).toMatchObject({ level: null, redundant: true, collection: { id: shelf, title: "Shelf" } })
      const collection = yield* as(keeper)((yield* Collections).get(shelf))
      expect(yield* as(keeper)(invites.get(id, toShelf.id))).toEqual({ ...toShelf, collection })
      const changed = yield* as(keeper)(invites.update(id, toSpace.id, { level: "admin" }))
      expect(changed).toEqual({ ...toSpace, level: "admin", redundant: false })
      expect(yield* failure(as(keeper)(invites.update(id, toSpace.id, { role: "read" })))).toMatchObject({
        _tag: "Invalid",
        field: "level"
      })
      const toAll = yield* as(admin)(invites.create(id, { role: "read" }))
      expect(yield* failure(as(admin)(invites.update(id, toAll.id, { level: "read" })))).toMatchObject({
        field: "role"
      })
      const outcomes = (caller: UserId, target: LinkInviteId) =>
        Effect.forEach(
          [invites.get(id, target), invites.update(id, target, { level: "read" }), invites.remove(id, target)],
          (call) => outcome<unknown, never>(as(caller)(call))
        )
      for (const target of [toSpace.id, toShelf.id, LinkInviteId.make("nothing")]) {
        expect(yield* outcomes(reader, target)).toEqual(["NotFound", "NotFound", "ok"])
        expect(yield* outcomes(outsider, target)).toEqual(["NotFound", "NotFound", "ok"])
      }
      expect(yield* outcomes(keeper, toSpace.id)).toEqual(["ok", "ok", "ok"])
      expect(yield* outcomes(admin, toShelf.id)).toEqual(["ok", "ok", "ok"])
      expect(yield* outcomes(keeper, toShelf.id)).toEqual(["NotFound", "NotFound", "ok"])
    }).pipe(Effect.provide(live))
  )

  it.effect("are refused on what is not visible, not managed, or of another organization", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const organizations = yield* Organizations
      const { id, admin, shelf, space } = yield* place
      const reader = yield* member(id, "Reader", "read")
      const guest = yield* member(id, "Guest", null)
      const { id: other } = yield* as(admin)(organizations.create({ title: "Other" }))
      const make = (caller: UserId, to: OrganizationId, space: string, collection: string) =>
        Effect.forEach(
          [
            invites.create(to, { level: "read", space: SpaceId.make(space) }),
            invites.create(to, { level: "read", collection: CollectionId.make(collection) })
          ],
          (call) => outcome<unknown, never>(as(caller)(call))
        )
      expect(yield* make(reader, id, space, shelf)).toEqual(["Forbidden", "Forbidden"])
      expect(yield* make(guest, id, space, shelf)).toEqual(["NotFound", "NotFound"])
      expect(yield* make(admin, id, "none", "none")).toEqual(["NotFound", "NotFound"])
      expect(yield* make(admin, other, space, shelf)).toEqual(["NotFound", "NotFound"])
      yield* as(admin)(organizations.update(id, { inviteLinks: false }))
      expect(yield* make(admin, id, space, shelf)).toEqual(["Conflict", "Conflict"])
    }).pipe(Effect.provide(live))
  )

  it.effect("let everybody in as a guest with the level, and never weaken one", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const members = yield* Members
      const { id, admin, shelf, space, inside, keeper } = yield* place
      const make = (level: RoleOrGuest) => as(admin)(invites.create(id, { level, space }))
      const comment = (yield* make("comment")).id
      const toShelf = (yield* as(admin)(invites.create(id, { level: "review", collection: shelf }))).id
      const join = (caller: UserId, target: LinkInviteId) => outcome(as(caller)(invites.joinWith(id, target)))
      const eve = yield* person("Eve")
      expect(yield* join(eve, comment)).toBe("ok")
      expect((yield* as(eve)(members.get(id, eve))).role).toBe(null)
      expect(yield* grantedOn(admin, space, eve)).toBe("comment")
      expect(yield* outcome(as(eve)((yield* Spaces).get(inside)))).toBe("NotFound")
      expect(yield* join(eve, toShelf)).toBe("ok")
      expect((yield* as(eve)((yield* Spaces).get(inside))).permissions).toMatchObject({ review: true, admin: false })
      expect(yield* join(eve, (yield* make("read")).id)).toBe("ok")
      expect(yield* grantedOn(admin, space, eve)).toBe("comment")
      expect(yield* join(eve, (yield* make("edit")).id)).toBe("ok")
      expect(yield* grantedOn(admin, space, eve)).toBe("edit")
      const editor = yield* member(id, "Editor", "edit")
      for (const caller of [editor, admin]) {
        expect(yield* join(caller, comment)).toBe("ok")
        expect(yield* grantedOn(admin, space, caller)).toBe(undefined)
      }
      expect((yield* as(editor)(members.get(id, editor))).role).toBe("edit")
      expect(yield* join(keeper, comment)).toBe("ok")
      expect(yield* grantedOn(admin, space, keeper)).toBe("create")
      const late = yield* person("Late")
      expect(yield* join(late, (yield* make(null)).id)).toBe("ok")
      expect((yield* as(late)(members.get(id, late))).role).toBe(null)
      expect(yield* grantedOn(admin, space, late)).toBe(undefined)
      yield* as(admin)((yield* Organizations).update(id, { inviteLinks: false }))
      expect(yield* join(yield* person("Later"), comment)).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed to those who may see them, counted and in the order of creation", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const { id, admin, shelf, space, inside, keeper } = yield* place
      const hidden = (yield* as(admin)((yield* Spaces).create(id, { title: "Hidden" }))).id
      const made: Array<LinkInviteId> = []
      for (const input of [
        { role: "read" },
        { level: "read", space },
        { level: "read", space: hidden },
        { level: "read", collection: shelf },
        { level: "read", space: inside },
        { role: null }
      ] as const) {
        made.push((yield* as(admin)(invites.create(id, input))).id)
      }
      expect(yield* listed(admin, id)).toEqual(made)
      expect(yield* listed(keeper, id)).toEqual([made[1], made[3], made[4]])
      expect(yield* listed(yield* member(id, "Reader", "review"), id)).toEqual([])
      expect(yield* listed(yield* member(id, "Creator", "create"), id)).toEqual(made.slice(1, 5))
      expect(yield* outcome(as(yield* person("Outsider"))(invites.list(id, {})))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("are away while a space is deleted, and go with it", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const spaces = yield* Spaces
      const { id, admin, space, keeper } = yield* place
      const toAll = (yield* as(admin)(invites.create(id, { role: "read" }))).id
      const invite = (yield* as(admin)(invites.create(id, { level: "read", space }))).id
      yield* as(admin)(spaces.remove(space))
      const eve = yield* person("Eve")
      expect(yield* outcome(as(eve)(invites.joinWith(id, invite)))).toBe("NotFound")
      expect(yield* outcome(as(eve)((yield* Members).get(id, eve)))).toBe("NotFound")
      for (const caller of [admin, keeper]) expect(yield* outcome(as(caller)(invites.get(id, invite)))).toBe("NotFound")
      expect([yield* listed(admin, id), yield* listed(keeper, id)]).toEqual([[toAll], []])
      yield* as(admin)(spaces.restore(space))
      expect([yield* listed(admin, id), yield* listed(keeper, id)]).toEqual([[toAll, invite], [invite]])
      yield* as(admin)(spaces.remove(space))
      yield* TestClock.adjust("8 days")
      expect(yield* asSystem(spaces.purge)).toHaveLength(1)
      expect(yield* listed(admin, id)).toEqual([toAll])
      expect(yield* outcome(as(eve)(invites.joinWith(id, invite)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("go with a collection that is removed, and with what is transferred away", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const spaces = yield* Spaces
      const collections = yield* Collections
      const { id, admin, shelf, space, inside } = yield* place
      const { id: other } = yield* as(admin)((yield* Organizations).create({ title: "Other" }))
      const bin = (yield* as(admin)(collections.create(id, { title: "Bin" }))).id
      const toAll = (yield* as(admin)(invites.create(id, { role: "read" }))).id
      for (const input of [{ space }, { space: inside }, { collection: shelf }, { collection: bin }] as const) {
        yield* as(admin)(invites.create(id, { level: "read", ...input }))
      }
      yield* as(admin)(collections.remove(bin))
      expect(yield* listed(admin, id)).toHaveLength(4)
      yield* as(admin)(spaces.transfer(space, { organization: other }))
      expect(yield* listed(admin, id)).toHaveLength(3)
      yield* as(admin)(collections.transfer(shelf, { organization: other }))
      expect([yield* listed(admin, id), yield* listed(admin, other)]).toEqual([[toAll], []])
    }).pipe(Effect.provide(live))
  )
})
