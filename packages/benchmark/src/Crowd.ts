/** Fills an organization with thousands of members, teams, collections, spaces and grants. */

import type { RoleOrGuest } from "@lectern/core/access/Role"
import { CollectionId } from "@lectern/core/collections/Collection"
import * as Ids from "@lectern/core/ids/Ids"
import * as Grants from "@lectern/core/internal/people/access/GrantRepository"
import * as Members from "@lectern/core/internal/people/members/MemberRepository"
import * as Collections from "@lectern/core/internal/people/places/CollectionRepository"
import * as Spaces from "@lectern/core/internal/people/places/SpaceRepository"
import * as Teams from "@lectern/core/internal/people/teams/TeamRepository"
import * as Users from "@lectern/core/internal/people/users/UserRepository"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Storage } from "@lectern/core/storage/Storage"
import { TeamId } from "@lectern/core/teams/Team"
import { UserId } from "@lectern/core/users/User"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { titleOf } from "./Corpus.js"
import type { Workspace } from "./Workspace.js"

const repositories = Layer.mergeAll(
  Grants.service.layer,
  Collections.service.layer,
  Members.service.layer,
  Spaces.service.layer,
  Teams.service.layer,
  Users.service.layer
)

/** Two people of a crowd: a member with the role `read`, and a guest. */
export interface Crowd {
  readonly reader: UserId
  readonly guest: UserId
}

const counts = { members: 1_000, teams: 200, collections: 500, spaces: 5_000, grants: 8_000, teamGrants: 2_000 }
const roles: ReadonlyArray<RoleOrGuest> = ["read", null, "comment", "edit", "create"]
const levels: ReadonlyArray<RoleOrGuest> = ["read", "edit", null, "create", "review"]
const createdAt = "2026-01-01T00:00:00.000Z"

const times = <A, E>(count: number, make: (i: number) => Effect.Effect<A, E>): Effect.Effect<Array<A>, E> =>
  Effect.forEach(Array.from({ length: count }).keys(), make)

const position = (i: number): string => `a${String(i).padStart(5, "0")}V`

/**
 * Adds a crowd to the organization. A third of its spaces and a fifth of its collections are closed by default, and
 * nobody in it has a grant on anything that existed before. Every space is like `model`.
 */
export const addCrowd = ({ filename, organization }: Workspace, model: SpaceId): Effect.Effect<Crowd, unknown> =>
  Effect.gen(function* () {
    const ids = yield* Ids.Ids
    const users = yield* Users.UserRepository
    const members = yield* Members.MemberRepository
    const teams = yield* Teams.TeamRepository
    const collections = yield* Collections.CollectionRepository
    const spaces = yield* Spaces.SpaceRepository
    const grants = yield* Grants.GrantRepository
    const space = (yield* Effect.flatMap(spaces.find(model), Effect.fromNullable)).value
    const people = yield* times(
      counts.members,
      Effect.fnUntraced(function* (i) {
        const user = UserId.make(yield* ids.next)
        yield* users.insert({ id: user, displayName: `Member ${i}`, email: `member-${i}@example.com`, createdAt })
        const role = roles[i % roles.length] ?? null
        yield* members.insert({ organization, user, role, disabled: false, sso: false, joinedAt: createdAt })
        return user
      })
    )
    const crews = yield* times(
      counts.teams,
      Effect.fnUntraced(function* (i) {
        const team = TeamId.make(yield* ids.next)
        yield* teams.insert({ id: team, organization, title: `Team ${i}`, createdAt })
        for (let k = 0; k < 10; k++) {
          const user = people[(i * 5 + k) % people.length]!
          yield* teams.setMember({ organization, team, user, role: "member" })
        }
        return team
      })
    )
    const shelves: Array<CollectionId> = []
    for (let i = 0; i < counts.collections; i++) {
      const id = CollectionId.make(yield* ids.next)
      const parent = i % 4 === 0 ? undefined : shelves[i >> 2]
      const defaultLevel = i % 5 === 3 ? null : "inherit"
      const place = { position: position(i), ...(parent !== undefined && { parent }) }
      yield* collections.insert({ id, organization, ...place, title: titleOf(i), defaultLevel, createdAt })
      shelves.push(id)
    }
    const inside = yield* times(
      counts.spaces,
      Effect.fnUntraced(function* (i) {
        const id = SpaceId.make(yield* ids.next)
        const parent = shelves[i % shelves.length]!
        const defaultLevel = i % 3 === 0 ? null : "inherit"
        yield* spaces.insert({ ...space, id, parent, position: position(i), title: titleOf(i), defaultLevel })
        return id
      })
    )
    const targets = [...inside, ...shelves]
    const targetOf = (i: number): string => targets[(i * 2_741) % targets.length]!
    const levelOf = (i: number): RoleOrGuest => levels[i % levels.length] ?? null
    for (let i = 0; i < counts.grants; i++) {
      yield* grants.set({ target: targetOf(i), user: people[i % people.length]!, organization, level: levelOf(i) })
    }
    for (let i = 0; i < counts.teamGrants; i++) {
      yield* grants.teams.set({ target: targetOf(i), team: crews[i % crews.length]!, organization, level: levelOf(i) })
    }
    return { reader: people[0]!, guest: people[1]! }
  }).pipe(
    (all) => Effect.flatMap(Storage, (storage) => storage.transaction(all)),
    Effect.provide(repositories.pipe(Layer.provideMerge(Layer.merge(SqliteStorage.layer({ filename }), Ids.layer))))
  )
