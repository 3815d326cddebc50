/**
 * Admission by the server's own OpenID provider: its assertions give sessions of the account, where the administrator
 * allows it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Forbidden, Unauthenticated } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { userLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { AccountRepository, isServerAdministrator } from "../accounts/AccountRepository.js"
import { hasSecondFactor, kindsOf, provenAt } from "../sessions/CredentialStrength.js"
import type { SignInClient } from "../sessions/Session.js"
import { makeSessionWrites } from "../sessions/SessionWrites.js"
import { staleProof } from "../sessions/SignedIn.js"
import { SignInRules } from "../sessions/SignInRules.js"
import { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { assertedEmail, createdMeanwhile, nameOf } from "./AssertedEmail.js"
import type { IdentityRecord, ProviderAssertion } from "./Identity.js"
import { IdentityRepository } from "./IdentityRepository.js"
import { refusals } from "./Refusals.js"
import { ServerOpenId } from "./ServerOpenId.js"

/** An assertion of the server's provider. */
export type ServerAssertion = Omit<ProviderAssertion, "organization">

const ended = new Unauthenticated({ message: "the session has ended; sign in again" })

/**
 * Admits the people of the server's provider, and connects it to accounts; belongs in a transaction, which locks the
 * user as soon as the user is known.
 */
export const makeServerAdmission = Effect.gen(function* () {
  const storage = yield* Storage
  const identities = yield* IdentityRepository
  const accounts = yield* AccountRepository
  const users = yield* UserRepository
  const ids = yield* Ids
  const rules = yield* SignInRules
  const { provider } = yield* ServerOpenId
  const { live, open, prove } = yield* makeSessionWrites

  const keyOf = ({ issuer, kind, subject }: ServerAssertion) => ({ kind, organization: "", issuer, subject })

  const bind = Effect.fnUntraced(function* (assertion: ServerAssertion, user: UserId) {
    yield* identities.insert({ ...keyOf(assertion), user, createdAt: yield* now } satisfies IdentityRecord)
  })

  /** The account, able to sign in from now on unless it was disabled. */
  const activate = Effect.fnUntraced(function* (user: UserId) {
    const read = yield* accounts.find(user)
    if (read?.value.state === "disabled") return yield* refusals.accountDisabled
    const account = read?.value ?? { user, administrator: false, createdAt: yield* now }
    const active = { ...account, state: "active" as const }
    if (read?.value.state !== "active") yield* accounts.put(read, active)
    return active
  })

  /** The person with an address, in a domain for which the administrator trusts the provider. */
  const byEmail = Effect.fnUntraced(function* (assertion: ServerAssertion) {
    const { displayName, issuer, kind } = assertion
    const { domain, email } = yield* assertedEmail(assertion)
    if (provider?.domains.includes(domain) !== true) return yield* refusals.unboundDomain
    const known = (yield* users.findByEmail(email))?.value.id
    if (known !== undefined) {
      yield* storage.lock([userLock(known)])
      const account = (yield* accounts.find(known))?.value
      if (account?.state !== "disabled" && account?.administrator === true) return yield* refusals.administrator
      const own = yield* identities.ofUser(known, "")
      if (own.some((each) => each.kind === kind && each.issuer === issuer)) return yield* refusals.otherIdentity
      return known
    }
    const id = UserId.make(yield* ids.next)
    const user = { id, displayName: nameOf(displayName, email), email, createdAt: yield* now }
    yield* Effect.catchTag(users.insert(user), "Duplicate", () => createdMeanwhile)
    yield* storage.lock([userLock(id)])
    return id
  })

  /** An open session of an account. */
  const requireOpen = Effect.fnUntraced(function* (secret: Redacted.Redacted<string>) {
    const found = yield* live(secret)
    if (found === undefined) return yield* ended
    yield* storage.lock([userLock(found.value.user)])
    const session = yield* live(secret)
    if (session === undefined || session.value.waiting || session.value.source.kind !== "account") return yield* ended
    const account = (yield* accounts.find(session.value.user))?.value
    if (account?.state !== "active") return yield* ended
    return { session, account }
  })

  const admit = Effect.fnUntraced(function* (assertion: ServerAssertion, client: SignInClient) {
    const owner = Effect.map(identities.find(keyOf(assertion)), (found) => found?.value.user)
    const known = yield* owner
    if (known !== undefined) yield* storage.lock([userLock(known)])
    const user = known ?? (yield* byEmail(assertion))
    const account = yield* activate(user)
    const bound = yield* owner
    if (known === undefined && bound === undefined) yield* bind(assertion, user)
    else if (bound !== user) return yield* refusals.otherAccount
    const waiting = hasSecondFactor(kindsOf(account, yield* accounts.passkeysOf(user)))
    return yield* open({ user, client, source: { kind: "account" }, method: "provider", waiting })
  })

  /** Adds the provider's proof to a session of the person that the assertion is about. */
  const confirm = Effect.fnUntraced(function* (assertion: ServerAssertion, secret: Redacted.Redacted<string>) {
    const { session } = yield* requireOpen(secret)
    const identity = (yield* identities.find(keyOf(assertion)))?.value
    if (identity?.user !== session.value.user) return yield* refusals.otherAccount
    return yield* prove(session, "provider")
  })

  /** Connects an administrator's account to the person that the assertion is about. */
  const connect = Effect.fnUntraced(function* (assertion: ServerAssertion, secret: Redacted.Redacted<string>) {
    const { account, session } = yield* requireOpen(secret)
    const { user } = session.value
    if (!(yield* isServerAdministrator(accounts, user))) return yield* refusals.unboundDomain
    const kinds = kindsOf(account, yield* accounts.passkeysOf(user))
    if ((yield* Clock.currentTimeMillis) > provenAt(session.value, kinds) + rules.fresh) {
      return yield* new Forbidden({ message: staleProof })
    }
    const identity = (yield* identities.find(keyOf(assertion)))?.value
    if (identity === undefined) return yield* bind(assertion, user)
    if (identity.user !== user) return yield* refusals.otherAccount
  })

  return { admit, confirm, connect }
})
