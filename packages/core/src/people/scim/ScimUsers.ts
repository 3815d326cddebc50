/** The members of an organization as SCIM users, except for service users. */
import * as Effect from "effect/Effect"
import { Conflict, notFound } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { now } from "../../foundation/ids/Time.js"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { parser } from "../../foundation/schema/Input.js"
import { organizationLock, userLock } from "../../storage/rows/Locks.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { Asked } from "../access/Actor.js"
import { PendingMemberRepository } from "../invites/PendingMemberRepository.js"
import { makeAdmit } from "../members/Admission.js"
import type { MemberRecord } from "../members/Member.js"
import { MemberRepository } from "../members/MemberRepository.js"
import { Members } from "../members/Members.js"
import { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { makeRequireProvisioner } from "./Provisioner.js"
import { displayNameOf, makePersonFor } from "./Provisioning.js"
import { listing, requireVersion, selector, wantedBy } from "./ScimAnswers.js"
import { userKind } from "./ScimAttributes.js"
import { bodyOf } from "./ScimBody.js"
import type { Filter } from "./ScimFilter.js"
import { patched } from "./ScimPatch.js"
import { type ScimList, type ScimQuery, type ScimSelection, type ScimUser, ScimUserFields } from "./ScimResource.js"
import { makeScimUserAnswers } from "./ScimUserAnswers.js"
import { ScimUserRepository } from "./ScimUserRepository.js"

/** The operations of SCIM on users. A body is the client's, in any case of its names. */
export interface ScimUsersService {
  /** The members that match a filter, in the order in which they joined. */
  readonly users: (organization: OrganizationId, query: ScimQuery) => Asked<ScimList<ScimUser>>
  readonly user: (organization: OrganizationId, id: UserId, selection: ScimSelection) => Asked<ScimUser>
  /** Adds a member with the default role of the organization. `Conflict` if a member has the `userName`. */
  readonly createUser: (organization: OrganizationId, body: unknown) => Asked<ScimUser>
  /** Replaces the description of a member; without `active` the member stays as active as before. */
  readonly replaceUser: (
    organization: OrganizationId,
    id: UserId,
    body: unknown,
    options?: { readonly ifMatch?: string | undefined }
  ) => Asked<ScimUser>
  readonly patchUser: (
    organization: OrganizationId,
    id: UserId,
    patch: unknown,
    options?: { readonly ifMatch?: string | undefined }
  ) => Asked<ScimUser>
  /** Ends a membership; the person and their content stay. `Conflict` for the last administrator. */
  readonly removeUser: (
    organization: OrganizationId,
    id: UserId,
    options?: { readonly ifMatch?: string | undefined }
  ) => Asked<void>
}

const parseFields = parser(ScimUserFields)
const taken = new Conflict({ message: "userName: another user of the organization has it" })

/** {@link ScimUsersService} over the repositories of the context. */
export const makeScimUsers = Effect.gen(function* () {
  const storage = yield* Storage
  const requireProvisioner = yield* makeRequireProvisioner
  const memberships = yield* Members
  const members = yield* MemberRepository
  const users = yield* UserRepository
  const pending = yield* PendingMemberRepository
  const said = yield* ScimUserRepository
  const admit = yield* makeAdmit
  const personFor = yield* makePersonFor
  const { answer, answerOne, groupsOfAll, recordOf } = yield* makeScimUserAnswers

  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: UserId) {
    yield* requireProvisioner(organization)
    const member = (yield* members.find(organization, id))?.value
    return member === undefined || member.service === true ? yield* notFound("user") : member
  })

  /** The members who may have a `userName` or an external id; all of them if a filter names neither. */
  const candidates = Effect.fnUntraced(function* (organization: OrganizationId, filter: Filter | undefined) {
    const name = wantedBy(filter, "userName")
    const external = wantedBy(filter, "externalId")
    if (name === undefined && external === undefined) {
      const all = yield* members.list({ organization, sort: "joinedAt" }, {})
      return all.map(({ value }) => value).filter(({ service }) => service !== true)
    }
    const ids =
      name === undefined ? yield* said.byExternalId(organization, external ?? "") : yield* named(organization, name)
    const found = yield* Effect.forEach(new Set(ids), (id) => members.find(organization, id))
    return found.flatMap((each) => (each === undefined || each.value.service === true ? [] : [each.value]))
  })

  /**
   * Everybody who may have a `userName`: by a client's description, by e-mail address, or by id if they have neither.
   */
  const named = Effect.fnUntraced(function* (organization: OrganizationId, name: string) {
    const ids = [
      yield* said.byUserName(organization, name),
      (yield* users.findByEmail(name))?.value.id,
      UserId.make(name)
    ]
    return ids.filter((id) => id !== undefined)
  })

  /** Fails if another member of the organization has a `userName`. */
  const requireFree = Effect.fnUntraced(function* (organization: OrganizationId, name: string, but: UserId) {
    for (const id of new Set(yield* named(organization, name))) {
      const member = id === but ? undefined : (yield* members.find(organization, id))?.value
      if (member === undefined || member.service === true) continue
      if ((yield* recordOf(member)).userName.toLowerCase() === name.toLowerCase()) return yield* taken
    }
  })

  const keep = Effect.fnUntraced(function* (organization: OrganizationId, user: UserId, fields: ScimUserFields) {
    const { active: _, ...rest } = fields
    yield* said
      .put({ organization, user, ...rest, updatedAt: yield* now })
      .pipe(Effect.catchTag("Duplicate", () => taken))
    yield* storage.lock([userLock(user)])
    const read = yield* users.find(user)
    const displayName = displayNameOf(fields)
    if (read?.value.organization !== organization || read.value.displayName === displayName) return
    yield* withoutConflict(users.replace(read, { ...read.value, displayName }))
  })

  const write = Effect.fnUntraced(function* (member: MemberRecord, fields: ScimUserFields) {
    const { organization, user } = member
    yield* requireFree(organization, fields.userName, user)
    yield* keep(organization, user, fields)
    const { active = !member.disabled } = fields
    if (active === member.disabled) yield* memberships.update(organization, user, { disabled: !active })
    return yield* answerOne({ ...member, disabled: !active })
  })

  const resource = (organization: OrganizationId, id: UserId, ifMatch: string | undefined) =>
    Effect.gen(function* () {
      const member = yield* find(organization, id)
      const answered = yield* answerOne(member)
      yield* requireVersion(ifMatch, answered.meta?.version ?? "")
      return { member, answered }
    })

  const service: ScimUsersService = {
    users: Effect.fnUntraced(function* (organization, query) {
      const { answer: answerList, filter } = yield* listing(userKind, query)
      yield* requireProvisioner(organization)
      const groups = yield* groupsOfAll(organization)
      const all = yield* Effect.forEach(yield* candidates(organization, filter), (member) =>
        Effect.zipLeft(answer(member, groups), giveWay)
      )
      return answerList(all)
    }),
    user: Effect.fnUntraced(function* (organization, id, selection) {
      const select = yield* selector<ScimUser>(userKind, selection)
      return select(yield* answerOne(yield* find(organization, id)))
    }),
    createUser: Effect.fnUntraced(function* (organization, body) {
      const fields = yield* parseFields(bodyOf(userKind, body))
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* requireProvisioner(organization)
          const user = yield* personFor(organization, fields)
          const role = standing.organization.defaultRole ?? null
          const member = yield* Effect.catchTag(
            admit({ organization, user, role, sso: true }),
            "Duplicate",
            () => taken
          )
          const asked = yield* pending.of(organization, user)
          if (asked !== undefined) yield* pending.remove(user, asked.value.id)
          return yield* write(member, fields)
        }),
        [organizationLock(organization)]
      )
    }),
    replaceUser: Effect.fnUntraced(function* (organization, id, body, { ifMatch } = {}) {
      const fields = yield* parseFields(bodyOf(userKind, body))
      return yield* storage.transaction(
        Effect.flatMap(resource(organization, id, ifMatch), ({ member }) => write(member, fields)),
        [organizationLock(organization)]
      )
    }),
    patchUser: (organization, id, patch, { ifMatch } = {}) =>
      storage.transaction(
        Effect.gen(function* () {
          const { answered, member } = yield* resource(organization, id, ifMatch)
          const after = yield* patched(userKind, bodyOf(userKind, answered), patch)
          return yield* write(member, yield* parseFields(after))
        }),
        [organizationLock(organization)]
      ),
    removeUser: (organization, id, { ifMatch } = {}) =>
      storage.transaction(Effect.zipRight(resource(organization, id, ifMatch), memberships.remove(organization, id)), [
        organizationLock(organization)
      ])
  }
  return service
})
