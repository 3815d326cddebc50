/** A preview says what a change then does, for every kind of change in every state of the workspace. */
import { describe, expect, it } from "@effect/vitest"
import type { DefaultLevel, RoleOrGuest } from "@lectern/core/access/Role"
import { Collections } from "@lectern/core/collections/Collections"
import { Members } from "@lectern/core/members/Members"
import type { PlannedChange } from "@lectern/core/people/access/PlannedChange"
import type { Content } from "@lectern/core/people/access/Policy"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { TeamId } from "@lectern/core/teams/Team"
import type { UserId } from "@lectern/core/users/User"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, workspace } from "../../workspace.js"
import { type Built, built } from "./generated.js"
import { previewed } from "./previews.js"

describe.each(storages)("over $name", (storage) => {
  const run = <A, E>(effect: Effect.Effect<A, E, never>) => Effect.runPromise(effect)

  it("previews every kind of change, one after another", () =>
    Effect.gen(function* () {
      const inherit = { parent: undefined, defaultLevel: "inherit" } as const
      const plain = yield* built({
        collections: [inherit],
        spaces: [{ ...inherit, parent: 0 }, inherit],
        sites: [[1]],
        teams: [[1], [1, 2]],
        grants: [],
        teamGrants: []
      })
      const [guest, reader, commenter, , , creator] = plain.members
      const [first, second] = plain.teams
      const own = yield* as(creator!)((yield* Collections).create(plain.id, { title: "Own" }))
      const ownSpace = yield* as(creator!)((yield* Spaces).create(plain.id, { title: "Own" }))
      const world: Built = {
        ...plain,
        collections: [...plain.collections, { id: own.id, ...inherit }],
        spaces: [...plain.spaces, { id: ownSpace.id, ...inherit }]
      }
      const [collection, closing] = world.collections.map(({ id }) => ({ kind: "collection", id }) as const)
      const [inside, alone, ownOne] = world.spaces.map(({ id }) => ({ kind: "space", id }) as const)
      const [site] = world.sites.map(({ id }) => ({ kind: "site", id }) as const)
      const [one, other] = [{ team: first!.id }, { team: second!.id }]
      const grant = (on: Content, holder: { user: UserId } | { team: TeamId }, level: RoleOrGuest): PlannedChange => ({
        change: "grant",
        on,
        holder,
        level
      })
      const level = (on: { kind: "space" | "collection"; id: string }, level: DefaultLevel): PlannedChange => ({
        change: "default-level",
        on,
        level
      })
      const changes: ReadonlyArray<PlannedChange> = [
        grant(inside!, { user: reader! }, "edit"),
        grant(alone!, { user: reader! }, null),
        grant(inside!, { user: reader! }, "review"),
        { change: "remove-grant", on: inside!, holder: { user: reader! } },
        { change: "remove-grant", on: alone!, holder: { user: reader! } },
        grant(site!, one, "edit"),
        grant(collection!, other, "review"),
        { change: "add-to-team", team: first!.id, user: guest! },
        { change: "add-to-team", team: second!.id, user: guest! },
        { change: "remove-from-team", team: first!.id, user: guest! },
        { change: "remove-from-team", team: second!.id, user: reader! },
        { change: "remove-grant", on: collection!, holder: other },
        { change: "role", user: commenter!, role: null },
        level(collection!, "edit"),
        level(inside!, null),
        level(closing!, "read"),
        level(closing!, null),
        level(closing!, "inherit"),
        level(closing!, null),
        grant(ownOne!, { user: creator! }, "comment"),
        level(ownOne!, null)
      ]
      for (const change of changes) {
        expect(yield* previewed(world, change), JSON.stringify(change)).not.toEqual([])
      }
      yield* asSystem((yield* Members).remove(world.id, creator!))
      const members = world.members.filter((each) => each !== creator)
      yield* previewed({ ...world, members }, level(closing!, "read"))
      yield* previewed({ ...world, members }, level(closing!, null))
    }).pipe(Effect.provide(workspace(storage)), run))
})
