/** The teams of an organization as groups of SCIM. */
import * as Effect from "effect/Effect"
import { invalid, notFound } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { Asked } from "../access/Actor.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { TeamRecord } from "../teams/Team.js"
import type { TeamId } from "../teams/TeamId.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import { Teams } from "../teams/Teams.js"
import { UserId } from "../users/User.js"
import { makeRequireProvisioner } from "./Provisioner.js"
import { listing, locationOf, requireVersion, selector, versionOf } from "./ScimAnswers.js"
import { groupKind, userKind } from "./ScimAttributes.js"
import { bodyOf } from "./ScimBody.js"
import { patched } from "./ScimPatch.js"
import { type ScimGroup, ScimGroupFields, type ScimList, type ScimQuery, type ScimSelection } from "./ScimResource.js"

/** The operations of SCIM on groups. A body is the client's, in any case of its names. */
export interface ScimGroupsService {
  /** The teams that match a filter, oldest first. */
  readonly groups: (organization: OrganizationId, query: ScimQuery) => Asked<ScimList<ScimGroup>>
  readonly group: (organization: OrganizationId, id: TeamId, selection: ScimSelection) => Asked<ScimGroup>
  /** Makes a team; `Invalid` if one of its members is not a user of the organization. */
  readonly createGroup: (organization: OrganizationId, body: unknown) => Asked<ScimGroup>
  /** Replaces the name and the members of a team; owners who stay members stay owners. */
  readonly replaceGroup: (
    organization: OrganizationId,
    id: TeamId,
    body: unknown,
    options?: { readonly ifMatch?: string | undefined }
  ) => Asked<ScimGroup>
  readonly patchGroup: (
    organization: OrganizationId,
    id: TeamId,
    patch: unknown,
    options?: { readonly ifMatch?: string | undefined }
  ) => Asked<ScimGroup>
  /** Removes a team with all its grants. */
  readonly removeGroup: (
    organization: OrganizationId,
    id: TeamId,
    options?: { readonly ifMatch?: string | undefined }
  ) => Asked<void>
}

const parseFields = parser(ScimGroupFields)

/** {@link ScimGroupsService} over the repositories of the context. */
export const makeScimGroups = Effect.gen(function* () {
  const storage = yield* Storage
  const requireProvisioner = yield* makeRequireProvisioner
  const service = yield* Teams
  const teams = yield* TeamRepository
  const members = yield* MemberRepository
  const { base } = yield* PublicUrls

  const answer = ({ createdAt, externalId, id, organization, title }: TeamRecord, people: ReadonlyArray<UserId>) => {
    const resource = {
      schemas: [groupKind.schema],
      id,
      ...(externalId !== undefined && { externalId }),
      displayName: title,
      members: people.map((user) => ({
        value: user,
        $ref: locationOf(base, organization, userKind, user),
        type: "User"
      }))
    }
    const answered: ScimGroup = {
      ...resource,
      meta: {
        resourceType: "Group",
        created: createdAt,
        location: locationOf(base, organization, groupKind, id),
        version: versionOf(resource)
      }
    }
    return answered
  }

  const isPerson = (organization: OrganizationId, user: UserId) =>
    Effect.map(members.find(organization, user), (found) => found !== undefined && found.value.service !== true)

  const peopleOf = (organization: OrganizationId, team: TeamId) =>
    Effect.flatMap(teams.members(team), (found) =>
      Effect.filter(
        found.map(({ value }) => value.user),
        (user) => isPerson(organization, user)
      )
    )

  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: TeamId, ifMatch?: string) {
    yield* requireProvisioner(organization)
    const team = (yield* teams.find(organization, id))?.value
    if (team === undefined) return yield* notFound("group")
    const people = yield* peopleOf(organization, id)
    const answered = answer(team, people)
    yield* requireVersion(ifMatch, answered.meta?.version ?? "")
    return { answered, people }
  })

  /** The ids of members that a client names; `Invalid` if one is not a user of the organization. */
  const requirePeople = (organization: OrganizationId, { members: named = [] }: ScimGroupFields) =>
    Effect.forEach(new Set(named.map(({ value }) => value)), (value) => {
      const user = UserId.make(value)
      return Effect.flatMap(isPerson(organization, user), (is) =>
        is ? Effect.succeed(user) : Effect.fail(invalid("members", `the organization has no user ${value}`))
      )
    })

  /** Changes the name, the external id and the members of a team, which currently has these people. */
  const write = Effect.fnUntraced(function* (
    organization: OrganizationId,
    id: TeamId,
    people: ReadonlyArray<UserId>,
    fields: ScimGroupFields
  ) {
    const wanted = yield* requirePeople(organization, fields)
    const before = yield* teams.find(organization, id)
    if (before?.value.title !== fields.displayName) {
      yield* service.update(organization, id, { title: fields.displayName })
    }
    const add = wanted.filter((user) => !people.includes(user))
    const remove = people.filter((user) => !wanted.includes(user))
    if (add.length + remove.length > 0) yield* service.updateMembers(organization, id, { add, remove })
    const read = yield* teams.find(organization, id)
    if (read === undefined) return yield* notFound("group")
    const { externalId: _, ...rest } = read.value
    const team: TeamRecord = { ...rest, ...(fields.externalId !== undefined && { externalId: fields.externalId }) }
    if (team.externalId !== read.value.externalId) yield* teams.replace(read, team)
    return answer(team, yield* peopleOf(organization, id))
  })

  const groups: ScimGroupsService = {
    groups: Effect.fnUntraced(function* (organization, query) {
      const { answer: answerList } = yield* listing(groupKind, query)
      yield* requireProvisioner(organization)
      const all = yield* Effect.forEach(yield* teams.list(organization), ({ value }) =>
        Effect.zipLeft(
          Effect.map(peopleOf(organization, value.id), (people) => answer(value, people)),
          giveWay
        )
      )
      return answerList(all)
    }),
    group: Effect.fnUntraced(function* (organization, id, selection) {
      const select = yield* selector<ScimGroup>(groupKind, selection)
      return select((yield* find(organization, id)).answered)
    }),
    createGroup: Effect.fnUntraced(function* (organization, body) {
      const fields = yield* parseFields(bodyOf(groupKind, body))
      return yield* storage.transaction(
        Effect.gen(function* () {
          yield* requireProvisioner(organization)
          const { id } = yield* service.create(organization, { title: fields.displayName })
          return yield* write(organization, id, [], fields)
        }),
        [organizationLock(organization)]
      )
    }),
    replaceGroup: Effect.fnUntraced(function* (organization, id, body, { ifMatch } = {}) {
      const fields = yield* parseFields(bodyOf(groupKind, body))
      return yield* storage.transaction(
        Effect.flatMap(find(organization, id, ifMatch), ({ people }) => write(organization, id, people, fields)),
        [organizationLock(organization)]
      )
    }),
    patchGroup: (organization, id, patch, { ifMatch } = {}) =>
      storage.transaction(
        Effect.gen(function* () {
          const { answered, people } = yield* find(organization, id, ifMatch)
          const after = yield* patched(groupKind, bodyOf(groupKind, answered), patch)
          return yield* write(organization, id, people, yield* parseFields(after))
        }),
        [organizationLock(organization)]
      ),
    removeGroup: (organization, id, { ifMatch } = {}) =>
      storage.transaction(Effect.zipRight(find(organization, id, ifMatch), service.remove(organization, id)), [
        organizationLock(organization)
      ])
  }
  return groups
})
