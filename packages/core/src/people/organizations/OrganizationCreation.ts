/** Creating organizations. */
import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { organizationKeyPlace } from "../../foundation/encryption/Places.js"
import { Forbidden, type LecternError, notFound, Unauthenticated } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { now } from "../../foundation/ids/Time.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { Quotas, requireRoom } from "../../foundation/quotas/Quotas.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { organizationLock, userLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { Actor, ActorValue } from "../access/Actor.js"
import { requireNoVisitor } from "../access/NoVisitors.js"
import { organizationPermissions } from "../access/Permissions.js"
import { requiring } from "../access/Requirements.js"
import { requireAccount } from "../access/TokenLimits.js"
import { AccountRepository } from "../accounts/AccountRepository.js"
import { administersServer, requireAdministersServer } from "../accounts/ServerAdministrator.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { makeCallerNow } from "../sessions/CallerNow.js"
import { mayJoin, type UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { requireSystem } from "../users/Users.js"
import type { OrganizationRecord } from "./Organization.js"
import { organizationAnswer } from "./OrganizationAnswer.js"
import { CreateOrganization } from "./OrganizationInput.js"
import { hostnameTaken, OrganizationRepository } from "./OrganizationRepository.js"
import { uniqueDomains } from "./VerifiedDomains.js"

const parseCreate = parser(CreateOrganization)

const rereading = lazy("callers, read again", () => import("../sessions/CallerNow.js"))

/** `Organizations.create` and `Organizations.createFor`, over the repositories of the context. */
export const makeOrganizationCreation = Effect.gen(function* () {
  const storage = yield* Storage
  const organizations = yield* OrganizationRepository
  const members = yield* MemberRepository
  const users = yield* UserRepository
  const accounts = yield* AccountRepository
  const ids = yield* Ids
  const keyring = yield* Keyring
  const quotas = yield* Quotas
  const { base } = yield* PublicUrls
  const needed = yield* Effect.context<Effect.Effect.Context<typeof makeCallerNow>>()

  /**
   * An effect that reads the caller again in a transaction; does nothing for a caller without a session or token, who
   * has no stored record.
   */
  const callerNowOf = (actor: ActorValue): Effect.Effect<Effect.Effect<unknown, LecternError, Actor>, LecternError> =>
    actor.kind === "user" && (actor.session !== undefined || actor.token !== undefined)
      ? Effect.flatMap(rereading.load, ({ makeCallerNow }) =>
          Effect.map(Effect.provide(makeCallerNow, needed), ({ callerNow }) => callerNow)
        )
      : Effect.succeed(Effect.void)

  /** Fails unless the caller may create one more organization. */
  const requireMaker = Effect.fnUntraced(function* (user: UserId) {
    if (yield* administersServer(accounts)) return
    if (quotas.organizationCreators === "administrators") {
      yield* requireAdministersServer(accounts, "may make organizations")
    }
    const made = Effect.flatMap(members.ofUser(user), (all) =>
      Effect.map(
        Effect.forEach(all, ({ value }) => organizations.find(value.organization)),
        (found) => found.filter((each) => each?.value.createdBy === user).length
      )
    )
    yield* requireRoom(quotas.organizationsPerUser, made, "a user", "organizations of their own")
  })

  const createFor = (
    user: UserId,
    input: CreateOrganization,
    require: Effect.Effect<void, LecternError, Actor> = Effect.void
  ) =>
    Effect.gen(function* () {
      const fields = yield* parseCreate(input)
      const at = yield* now
      const id = OrganizationId.make(yield* ids.next)
      const organization: OrganizationRecord = {
        ...fields,
        id,
        createdAt: at,
        createdBy: user,
        emailDomains: uniqueDomains(fields.emailDomains ?? []),
        type: fields.type ?? "business",
        defaultRole: "read",
        sso: false,
        ai: false,
        inviteLinks: true,
        plan: "free_2024",
        sealedKey: yield* keyring.seal(organizationKeyPlace(id), yield* ids.secret)
      }
      const member = { organization: organization.id, user, role: "admin" as const, joinedAt: at }
      yield* storage.transaction(
        Effect.gen(function* () {
          if (!mayJoin((yield* users.find(user))?.value, organization.id)) return yield* notFound("user")
          yield* require
          const isVouchedFor = yield* administersServer(accounts)
          yield* organizations.insert({
            ...organization,
            ...(isVouchedFor && { verifiedDomains: organization.emailDomains })
          })
          yield* members.insert({ ...member, disabled: false, sso: false })
        }),
        [organizationLock(organization.id), userLock(user)]
      )
      yield* requiring({ kind: "organization", id })
      return organizationAnswer(base, organization, organizationPermissions("admin"))
    }).pipe(Effect.catchTag("Duplicate", hostnameTaken))

  return {
    create: Effect.fnUntraced(function* (input: CreateOrganization) {
      const actor = yield* requireNoVisitor
      if (actor.kind === "system") return yield* new Forbidden({ message: "an organization needs a user to create it" })
      return yield* Effect.catchTag(
        createFor(yield* requireAccount, input, Effect.zipRight(yield* callerNowOf(actor), requireMaker(actor.user))),
        "NotFound",
        () => new Unauthenticated({ message: "the token is not valid" })
      )
    }),
    createFor: (user: UserId, input: CreateOrganization) => Effect.zipRight(requireSystem, createFor(user, input))
  }
})
