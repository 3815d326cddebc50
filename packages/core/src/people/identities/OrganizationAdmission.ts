/** Admission by an organization's own provider: its assertions give sessions that reach this organization only. */
import * as Effect from "effect/Effect"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { userLock } from "../../storage/rows/Locks.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { AccountRepository } from "../accounts/AccountRepository.js"
import { PendingMemberRepository } from "../invites/PendingMemberRepository.js"
import { makeAdmit } from "../members/Admission.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { OrganizationId, OrganizationRecord } from "../organizations/Organization.js"
import { OrganizationRepository } from "../organizations/OrganizationRepository.js"
import { hasVerified } from "../organizations/VerifiedDomains.js"
import type { SignInClient } from "../sessions/Session.js"
import { makeSessionWrites } from "../sessions/SessionWrites.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { assertedEmail, createdMeanwhile, nameOf } from "./AssertedEmail.js"
import type { ProviderAssertion } from "./Identity.js"
import { IdentityRepository } from "./IdentityRepository.js"
import { makeFindProvisioned } from "./Provisioned.js"
import { refusals } from "./Refusals.js"

/** An assertion of an organization's provider. */
export interface MemberAssertion extends Omit<ProviderAssertion, "organization"> {
  readonly organization: OrganizationId
}

/** Admits the people of an organization's providers; belongs in a transaction that locks the organization. */
export const makeOrganizationAdmission = Effect.gen(function* () {
  const storage = yield* Storage
  const organizations = yield* OrganizationRepository
  const identities = yield* IdentityRepository
  const members = yield* MemberRepository
  const pending = yield* PendingMemberRepository
  const accounts = yield* AccountRepository
  const users = yield* UserRepository
  const teams = yield* TeamRepository
  const ids = yield* Ids
  const admit = yield* makeAdmit
  const provisioned = yield* makeFindProvisioned
  const { open } = yield* makeSessionWrites

  const requireEnabled = Effect.fnUntraced(function* (user: UserId) {
    if ((yield* accounts.find(user))?.value.state === "disabled") return yield* refusals.accountDisabled
  })

  /** Succeeds for members who sign in with the organization's providers. */
  const requireSsoMember = Effect.fnUntraced(function* (organization: OrganizationId, user: UserId) {
    const member = (yield* members.find(organization, user))?.value
    if (member === undefined) return false
    if (member.disabled) return yield* refusals.memberDisabled
    if (!member.sso || member.service === true) return yield* refusals.ownCredentials
    return true
  })

  const join = Effect.fnUntraced(function* ({ defaultRole, defaultTeam, organization }: MemberAssertion, user: UserId) {
    yield* withoutConflict(admit({ organization, user, role: defaultRole ?? null, sso: true }))
    if (defaultTeam === undefined || (yield* teams.find(organization, defaultTeam)) === undefined) return
    yield* teams.setMember({ organization, team: defaultTeam, user, role: "member" })
  })

  /** A new user, without credentials on this server. */
  const newUser = Effect.fnUntraced(function* (email: string, displayName: string | undefined) {
    const id = UserId.make(yield* ids.next)
    const user = { id, displayName: nameOf(displayName, email), email, createdAt: yield* now }
    yield* Effect.catchTag(users.insert(user), "Duplicate", () => createdMeanwhile)
    return id
  })

  /** Whether a person whom the provider has not asserted before is a member who signs in with it. */
  const isMember = Effect.fnUntraced(function* ({ issuer, kind, organization }: MemberAssertion, user: UserId) {
    yield* requireEnabled(user)
    const own = yield* identities.ofUser(user, organization)
    if (own.some((each) => each.kind === kind && each.issuer === issuer)) return yield* refusals.otherIdentity
    return yield* requireSsoMember(organization, user)
  })

  /**
   * The person with an address that the provider vouches for: a member, or a new person. People who can sign in here
   * without the provider only become members by their own action.
   */
  const byEmail = Effect.fnUntraced(function* (assertion: MemberAssertion, organization: OrganizationRecord) {
    const { domain, email } = yield* assertedEmail(assertion)
    if (!hasVerified(organization, domain)) return yield* refusals.unverifiedDomain
    const known = (yield* users.findByEmail(email))?.value.id
    if (known === undefined) {
      const made = yield* newUser(email, assertion.displayName)
      yield* join(assertion, made)
      return made
    }
    if (yield* isMember(assertion, known)) return known
    if ((yield* pending.of(organization.id, known)) !== undefined) return yield* refusals.pendingMember
    if ((yield* accounts.find(known)) !== undefined) return yield* refusals.joinFirst
    yield* join(assertion, known)
    return known
  })

  /** The person behind a first assertion: found in the directory of the organization, or else by the e-mail address. */
  const newcomer = Effect.fnUntraced(function* (assertion: MemberAssertion) {
    const organization = (yield* organizations.find(assertion.organization))?.value
    if (organization === undefined) return yield* refusals.unknownOrganization
    const [first, ...others] = yield* provisioned(organization, assertion)
    if (others.length > 0) return yield* refusals.otherIdentity
    if (first !== undefined && (yield* isMember(assertion, first))) return first
    return yield* byEmail(assertion, organization)
  })

  /** The person whom the provider has asserted before. */
  const named = Effect.fnUntraced(function* (organization: OrganizationId, user: UserId) {
    yield* requireEnabled(user)
    return (yield* requireSsoMember(organization, user)) ? user : yield* refusals.joinFirst
  })

  return Effect.fnUntraced(function* (assertion: MemberAssertion, client: SignInClient) {
    const { issuer, kind, organization, subject } = assertion
    const key = { kind, organization, issuer, subject }
    const identity = (yield* identities.find(key))?.value
    const user = identity === undefined ? yield* newcomer(assertion) : yield* named(organization, identity.user)
    yield* storage.lock([userLock(user)])
    yield* requireEnabled(user)
    if (identity === undefined) yield* identities.insert({ ...key, user, createdAt: yield* now })
    const source = { kind: "provider", protocol: kind, organization, issuer, subject } as const
    return yield* open({ user, client, source, method: "provider", waiting: false })
  })
})
