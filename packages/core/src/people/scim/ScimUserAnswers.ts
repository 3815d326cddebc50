/** The answers for members, to SCIM clients. */
import * as Effect from "effect/Effect"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import type { MemberRecord } from "../members/Member.js"
import type { TeamId } from "../teams/TeamId.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import { addressOf, type UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { locationOf, versionOf } from "./ScimAnswers.js"
import { groupKind, userKind } from "./ScimAttributes.js"
import type { ScimPointer, ScimUser, ScimUserRecord } from "./ScimResource.js"
import { ScimUserRepository } from "./ScimUserRepository.js"

/** The names of each member's teams. */
type Groups = ReadonlyMap<UserId, ReadonlyArray<ScimPointer>>

/** Makes the answers for members. */
export const makeScimUserAnswers = Effect.gen(function* () {
  const users = yield* UserRepository
  const teams = yield* TeamRepository
  const said = yield* ScimUserRepository
  const { base } = yield* PublicUrls

  const pointer = (organization: OrganizationId, team: TeamId, display: string): ScimPointer => ({
    value: team,
    $ref: locationOf(base, organization, groupKind, team),
    display,
    type: "direct"
  })

  const titlesOf = (organization: OrganizationId) =>
    Effect.map(teams.list(organization), (all) => new Map(all.map(({ value }) => [value.id, value.title])))

  const groupsOfAll = Effect.fnUntraced(function* (organization: OrganizationId) {
    const titles = yield* titlesOf(organization)
    const found = new Map<UserId, Array<ScimPointer>>()
    for (const { team, user } of yield* teams.memberships(organization)) {
      const own = found.get(user) ?? []
      own.push(pointer(organization, team, titles.get(team) ?? ""))
      found.set(user, own)
    }
    return found
  })

  const groupsOf = Effect.fnUntraced(function* (organization: OrganizationId, user: UserId) {
    const own = yield* Effect.forEach(yield* teams.ofMember(organization, user), ({ value: { team } }) =>
      Effect.map(teams.find(organization, team), (found) => pointer(organization, team, found?.value.title ?? ""))
    )
    const found: Groups = new Map([[user, own]])
    return found
  })

  /** The description of a member: the client's, or else one derived from the server's own data. */
  const recordOf = Effect.fnUntraced(function* ({ organization, user: id }: MemberRecord) {
    const record = yield* said.find(organization, id)
    const user = (yield* users.find(id))?.value
    if (user === undefined) return yield* Effect.dieMessage(`member ${id} is not a user`)
    if (record !== undefined) return { displayName: user.displayName, ...record }
    const email = addressOf(user)
    const known: ScimUserRecord = {
      organization,
      user: id,
      userName: email ?? id,
      displayName: user.displayName,
      ...(email !== undefined && { emails: [{ value: email, primary: true }] }),
      updatedAt: ""
    }
    return known
  })

  const answer = Effect.fnUntraced(function* (member: MemberRecord, groups: Groups) {
    const { organization: _, updatedAt, user, ...fields } = yield* recordOf(member)
    const resource = {
      schemas: [userKind.schema],
      id: user,
      ...fields,
      active: !member.disabled,
      groups: groups.get(user) ?? []
    }
    const answered: ScimUser = {
      ...resource,
      meta: {
        resourceType: "User",
        created: member.joinedAt,
        lastModified: updatedAt === "" ? member.joinedAt : updatedAt,
        location: locationOf(base, member.organization, userKind, user),
        version: versionOf(resource)
      }
    }
    return answered
  })

  const answerOne = (member: MemberRecord) =>
    Effect.flatMap(groupsOf(member.organization, member.user), (groups) => answer(member, groups))

  return { answer, answerOne, groupsOfAll, recordOf }
})
