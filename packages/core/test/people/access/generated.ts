/** Generated organizations, and a plain reading of the levels of all members on everything in them. */

import { type DefaultLevel, Role, type RoleOrGuest } from "@lectern/core/access/Role"
import type { CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import { GrantRepository } from "@lectern/core/people/access/GrantRepository"
import { Sites } from "@lectern/core/sites/Sites"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { TeamId } from "@lectern/core/teams/Team"
import { Teams } from "@lectern/core/teams/Teams"
import { Effect, FastCheck as fc } from "effect"
import { asSystem, member, organization } from "../../workspace.js"

/** The organization roles of the members, one of each. */
export const roles: ReadonlyArray<RoleOrGuest> = [null, ...Role.literals]
const strongest = (levels: ReadonlyArray<RoleOrGuest>): RoleOrGuest =>
  roles[Math.max(...levels.map((level) => roles.indexOf(level)))] ?? null

const anyLevel = fc.constantFrom(...roles)
const anyDefault = fc.oneof(
  { weight: 3, arbitrary: fc.constant<DefaultLevel>("inherit") },
  { weight: 2, arbitrary: fc.constantFrom<DefaultLevel>(...roles) }
)
const content = (parents: number) =>
  fc.record({ parent: fc.option(fc.nat(parents), { nil: undefined }), defaultLevel: anyDefault })

/**
 * Collections, each in an earlier one or at the root; spaces in them; sites of some spaces; teams of some members; grants
 * of some member or team on some of all that.
 */
export const plan = fc.record({
  collections: fc.array(content(5), { maxLength: 5 }),
  spaces: fc.array(content(5), { minLength: 1, maxLength: 6 }),
  sites: fc.array(fc.uniqueArray(fc.nat(5), { maxLength: 3 }), { maxLength: 3 }),
  teams: fc.array(fc.uniqueArray(fc.nat(6)), { maxLength: 3 }),
  grants: fc.array(fc.record({ member: fc.nat(6), target: fc.nat(13), level: anyLevel }), { maxLength: 10 }),
  teamGrants: fc.array(fc.record({ team: fc.nat(2), target: fc.nat(13), level: anyLevel }), { maxLength: 10 })
})
/** @see {@link plan} */
export type Plan = typeof plan extends fc.Arbitrary<infer A> ? A : never

/** A collection or space, in the collection at an index. */
export interface Thing {
  readonly id: string
  readonly parent: number | undefined
  readonly defaultLevel: DefaultLevel
}

/** The plan made real, and the levels of the members by the words of the policy, read independently of the engine. */
export const built = Effect.fnUntraced(function* ({ collections, spaces, sites, teams, grants, teamGrants }: Plan) {
  const { id } = yield* organization()
  const members = yield* Effect.forEach(roles, (role) => member(id, `Member-${role}`, role))
  const made: Array<{ id: CollectionId; parent: number | undefined; defaultLevel: DefaultLevel }> = []
  for (const { parent, defaultLevel } of collections) {
    const within = parent === undefined || made.length === 0 ? undefined : parent % made.length
    const input = within === undefined ? {} : { parent: made[within]!.id }
    const collection = yield* asSystem((yield* Collections).create(id, input))
    yield* asSystem((yield* Collections).update(collection.id, { defaultLevel }))
    made.push({ id: collection.id, parent: within, defaultLevel })
  }
  const inside = yield* Effect.forEach(
    spaces,
    Effect.fnUntraced(function* ({ parent, defaultLevel }) {
      const within = parent === undefined || made.length === 0 ? undefined : parent % made.length
      const input = within === undefined ? {} : { parent: made[within]!.id }
      const space = yield* asSystem((yield* Spaces).create(id, input))
      yield* asSystem((yield* Spaces).update(space.id, { defaultLevel }))
      return { id: space.id, parent: within, defaultLevel }
    })
  )
  const published = yield* Effect.forEach(sites, (chosen) => {
    const on = [...new Set(chosen.map((index) => index % inside.length))]
    return Effect.flatMap(Sites, (service) =>
      asSystem(service.create(id, { title: "Site", spaces: on.map((index) => inside[index]!.id) }))
    ).pipe(Effect.map((site) => ({ id: site.id, on })))
  })
  const targets = [...made, ...inside, ...published].map((each): string => each.id)
  const given = new Map<string, RoleOrGuest>()
  for (const { member: index, target, level } of grants) {
    given.set(`${members[index]} ${targets[target % targets.length]}`, level)
  }
  const crews = yield* Effect.forEach(teams, (inside) =>
    asSystem(
      Effect.flatMap(Teams, (service) =>
        service.create(id, { title: "Team", members: inside.map((index) => members[index]!) })
      )
    )
  )
  const givenToTeams = new Map<string, RoleOrGuest>()
  for (const { team, target, level } of teamGrants) {
    if (team < crews.length) givenToTeams.set(`${crews[team]!.id} ${targets[target % targets.length]}`, level)
  }
  const repository = yield* GrantRepository
  yield* (yield* Storage).transaction(
    Effect.forEach(given, ([key, level]) => {
      const [user = "", target = ""] = key.split(" ")
      return repository.insert({ target, user: user as (typeof members)[number], organization: id, level })
    })
  )
  yield* (yield* Storage).transaction(
    Effect.forEach(givenToTeams, ([key, level]) => {
      const [team = "", target = ""] = key.split(" ")
      return repository.teams.insert({ target, team: TeamId.make(team), organization: id, level })
    })
  )
  /** The level granted to a member on a thing: the member's own, else the strongest of the teams. */
  const grantOn = (index: number, target: string): RoleOrGuest | undefined => {
    const own = given.get(`${members[index]} ${target}`)
    if (own !== undefined) return own
    const ofTeams = crews.flatMap((crew, team) => {
      const level = givenToTeams.get(`${crew.id} ${target}`)
      return level === undefined || !teams[team]!.includes(index) ? [] : [level]
    })
    return ofTeams.length === 0 ? undefined : strongest(ofTeams)
  }
  /** The level by the words of the policy: the search goes from the thing outwards, and the first statement wins. */
  const reference = (index: number, thing: Thing): RoleOrGuest => {
    const role = roles[index] ?? null
    if (role === "admin") return "admin"
    for (
      let at: Thing | undefined = thing;
      at !== undefined;
      at = at.parent === undefined ? undefined : made[at.parent]
    ) {
      const grant = grantOn(index, at.id)
      if (grant !== undefined) return grant
      if (role !== null && at.defaultLevel !== "inherit") return at.defaultLevel
      const at0 = inside.findIndex(({ id }) => id === at?.id)
      const onSites = published.flatMap((site) => {
        const level = site.on.includes(at0) ? grantOn(index, site.id) : undefined
        return level === undefined ? [] : [level]
      })
      if (onSites.length > 0) return strongest(onSites)
    }
    return role
  }
  const siteReference = (index: number, site: string): RoleOrGuest => {
    const role = roles[index] ?? null
    if (role === "admin") return "admin"
    const grant = grantOn(index, site)
    return grant === undefined ? role : grant
  }
  return { id, members, teams: crews, collections: made, spaces: inside, sites: published, reference, siteReference }
})

/** @see {@link built} */
export type Built = Effect.Effect.Success<ReturnType<typeof built>>
