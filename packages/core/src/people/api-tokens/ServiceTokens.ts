/**
 * Tokens of organizations: each acts as a service user of its own, a member of the organization that nobody can sign in
 * as.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { organizationLock, userLock } from "../../storage/rows/Locks.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import type { Role } from "../access/Role.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { makeSignedIn } from "../sessions/SignedIn.js"
import { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { userAnswer } from "../users/Users.js"
import {
  type ApiTokenId,
  type ApiTokenRecord,
  type CreatedServiceToken,
  CreateServiceToken,
  RotateApiToken,
  type ServiceToken,
  UpdateServiceToken
} from "./ApiToken.js"
import { ApiTokenRepository } from "./ApiTokenRepository.js"
import { expiryOf, makeMinting, tokenAnswer } from "./Minting.js"
import { makeRemoval } from "./Removal.js"
import { makeRotation } from "./Rotation.js"
import { type Scope, strongest, type TokenScope } from "./TokenScope.js"

/**
 * The service of tokens of organizations. All of it needs the role `admin`, and a token with the scope `admin` that is
 * not limited to spaces.
 */
export interface ServiceTokensService {
  /** The tokens of an organization, oldest first. */
  readonly list: (organization: OrganizationId, query: ListQuery) => Asked<List<ServiceToken>>
  /**
   * Creates a token and the service user that it acts as, whose name is its label. The user has the organization role
   * that corresponds to the scope: `read`, `create` or `admin`.
   */
  readonly create: (organization: OrganizationId, input: CreateServiceToken) => Asked<CreatedServiceToken>
  /** Changes a token, and the name and role of its user with it. Omitted fields stay unchanged. */
  readonly update: (organization: OrganizationId, id: ApiTokenId, patch: UpdateServiceToken) => Asked<ServiceToken>
  /**
   * Creates a token with the rights and the lifetime of another one, for the same user; that one stops working after an
   * overlap. Only people can rotate a token that is exempt from single sign-on.
   */
  readonly rotate: (organization: OrganizationId, id: ApiTokenId, input?: RotateApiToken) => Asked<CreatedServiceToken>
  /**
   * Revokes a token immediately. Its user leaves the organization with its last token. Revoking one that does not exist
   * or is not visible is not an error.
   */
  readonly remove: (organization: OrganizationId, id: ApiTokenId) => Asked<void>
}

/** The service of tokens of organizations. */
export class ServiceTokens extends Context.Tag("@lectern/core/ServiceTokens")<ServiceTokens, ServiceTokensService>() {}

const parseQuery = parser(ListQuery)
const parseCreate = parser(CreateServiceToken)
const parseUpdate = parser(UpdateServiceToken)
const parseRotation = parser(RotateApiToken)

const roleOf: Readonly<Record<Scope, Role>> = { read: "read", write: "create", admin: "admin" }

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const { callerNow, requireFreshSession } = yield* makeSignedIn
  const tokens = yield* ApiTokenRepository
  const users = yield* UserRepository
  const members = yield* MemberRepository
  const ids = yield* Ids
  const mint = yield* makeMinting
  const rotated = yield* makeRotation
  const removed = yield* makeRemoval
  const { base } = yield* PublicUrls

  const answer = Effect.fnUntraced(function* (token: ApiTokenRecord) {
    const user = yield* users.find(token.user)
    if (user === undefined) return yield* Effect.dieMessage(`the user of ${token.id} is missing`)
    const answered: ServiceToken = {
      ...tokenAnswer(token, yield* tokens.lastUse(token.id)),
      user: userAnswer(base, user.value)
    }
    return answered
  })

  /** Fails if a space does not belong to the organization. */
  const requireSpaces = (organization: OrganizationId, spaces: TokenScope["spaces"]) =>
    Effect.forEach(
      spaces ?? [],
      (id) =>
        Effect.flatMap(access.requireSpace(id, "read"), ({ space }) =>
          space.organization === organization ? Effect.void : Effect.fail(notFound("space"))
        ),
      { discard: true }
    )

  /** The token, for administrators. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: ApiTokenId) {
    yield* access.requireOrganization(organization, "admin")
    const read = yield* tokens.find(id)
    return read?.value.service === organization ? read : yield* notFound("token")
  })

  /** Makes a service user a member, with the role that corresponds to a scope. */
  const addUser = Effect.fnUntraced(function* (organization: OrganizationId, name: string, role: Role) {
    const user = UserId.make(yield* ids.next)
    const at = yield* now
    const record = { id: user, displayName: name, email: `service:${user}`, createdAt: at, service: organization }
    yield* withoutConflict(users.insert(record))
    yield* withoutConflict(
      members.insert({ organization, user, role, disabled: false, sso: false, joinedAt: at, service: true })
    )
    return user
  })

  /** Gives a service user another name and role. */
  const changeUser = Effect.fnUntraced(function* (organization: OrganizationId, id: UserId, name: string, role?: Role) {
    yield* storage.lock([userLock(id)])
    const user = yield* users.find(id)
    if (user !== undefined && user.value.displayName !== name) {
      yield* withoutConflict(users.replace(user, { ...user.value, displayName: name }))
    }
    const member = yield* members.find(organization, id)
    if (member !== undefined && role !== undefined && role !== member.value.role) {
      yield* withoutConflict(members.replace(member, { ...member.value, role }))
    }
  })

  const service: ServiceTokensService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      yield* access.requireOrganization(organization, "admin")
      return yield* pageOf({
        binding: `service-tokens:${organization}`,
        query: parsed,
        count: tokens.countOfService(organization),
        scan: (after, limit) => tokens.ofService(organization, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => answer(value)
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const { expires, label, scopes = [], spaces } = yield* parseCreate(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          yield* access.requireOrganization(organization, "admin")
          yield* requireFreshSession
          yield* requireSpaces(organization, spaces)
          const expiresAt = yield* expiryOf("expires", expires)
          const scope = strongest(scopes)
          const { token, record } = yield* mint({
            user: yield* addUser(organization, label, roleOf[scope]),
            label,
            service: organization,
            limits: { scope, organization, ...(spaces !== undefined && { spaces }) },
            ...(expiresAt !== undefined && { expiresAt })
          })
          return { token, apiToken: yield* answer(record) }
        }),
        [organizationLock(organization)]
      )
    }),
    update: Effect.fnUntraced(function* (organization, id, patch) {
      const { expires, label, scopes, spaces } = yield* parseUpdate(patch)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const read = yield* find(organization, id)
          yield* requireFreshSession
          yield* requireSpaces(organization, spaces ?? undefined)
          const { expiresAt: earlier, limits, ...rest } = read.value
          const scope = scopes === undefined ? (limits?.scope ?? "read") : strongest(scopes)
          const only = spaces === undefined ? limits?.spaces : (spaces ?? undefined)
          const expiresAt = expires === undefined ? earlier : yield* expiryOf("expires", expires ?? undefined)
          const token: ApiTokenRecord = {
            ...rest,
            ...(label !== undefined && { label }),
            limits: { scope, organization, ...(only !== undefined && { spaces: only }) },
            ...(expiresAt !== undefined && { expiresAt })
          }
          yield* tokens.replace(read, token)
          yield* changeUser(organization, token.user, token.label, scopes && roleOf[scope])
          return yield* answer(token)
        }),
        [organizationLock(organization)]
      )
    }),
    rotate: Effect.fnUntraced(function* (organization, id, input = {}) {
      const parsed = yield* parseRotation(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const read = yield* find(organization, id)
          yield* requireFreshSession
          const { token, record } = yield* rotated(read, parsed)
          return { token, apiToken: yield* answer(record) }
        }),
        [organizationLock(organization)]
      )
    }),
    remove: (organization, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const { value } = yield* find(organization, id)
          yield* callerNow
          yield* removed(value)
        }).pipe(Effect.catchTag("NotFound", (): Effect.Effect<void, LecternError> => Effect.void)),
        [organizationLock(organization)]
      )
  }
  return service
})

/** {@link ServiceTokens} over the repositories of the context. */
export const service = serviceOf(ServiceTokens, make)
