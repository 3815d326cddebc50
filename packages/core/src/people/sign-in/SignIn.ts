/**
 * Signs in with the credentials of an account: a person who proves their identity gets a session.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { Conflict, invalid, Unauthenticated } from "../../foundation/errors/Errors.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { timestamp } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { userLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { type AccountRecord, PasskeyId, type PasskeyRecord } from "../accounts/Account.js"
import { AccountRepository } from "../accounts/AccountRepository.js"
import { claimOf, makeChallenges } from "../accounts/Challenges.js"
import { Passkeys, relyingParty } from "../accounts/Passkeys.js"
import { PasswordHashing } from "../accounts/PasswordHashing.js"
import { takeCode } from "../accounts/Totp.js"
import { IdentityRepository } from "../identities/IdentityRepository.js"
import { OneTimeLinkRepository } from "../one-time-links/OneTimeLinkRepository.js"
import { hasSecondFactor, kindsOf } from "../sessions/CredentialStrength.js"
import { SessionRepository } from "../sessions/SessionRepository.js"
import { makeSessionWrites } from "../sessions/SessionWrites.js"
import type { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { requireSystem } from "../users/Users.js"
import { AttemptRepository, attemptNames } from "./AttemptRepository.js"
import { makeAttempts } from "./Attempts.js"
import { countingFailures } from "./FailedSignIns.js"
import { makeLinkSignIn } from "./LinkSignIn.js"
import { signedIn } from "./SignedIn.js"
import type { SignInService } from "./SignInService.js"
import { UsedOnceRepository } from "./UsedOnceRepository.js"

export type { Means, SignInService } from "./SignInService.js"

/** Checks credentials. */
export class SignIn extends Context.Tag("@lectern/core/SignIn")<SignIn, SignInService>() {}

const parsePassword = parser(Schema.Struct({ email: text(1, 254), password: text(1, 256) }))
const parseConfirmation = parser(Schema.Struct({ password: text(1, 256) }))
const parseCode = parser(Schema.Struct({ code: text(6, 20) }))

const wrong = new Unauthenticated({ message: "the e-mail address or the password is wrong" })
const wrongAgain = invalid("password", "the password is wrong")
const ended = new Unauthenticated({ message: "the session has ended; sign in again" })
const unknownPasskey = new Unauthenticated({ message: "this passkey is not registered here" })
const noPasskeys = new Conflict({
  message: "passkeys need a host name: this server is reached by an IP address"
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const users = yield* UserRepository
  const accounts = yield* AccountRepository
  const sessions = yield* SessionRepository
  const links = yield* OneTimeLinkRepository
  const expiring = [sessions, links, yield* UsedOnceRepository, yield* AttemptRepository]
  const hashing = yield* PasswordHashing
  const keyring = yield* Keyring
  const passkeys = yield* Passkeys
  const identities = yield* IdentityRepository
  const { base } = yield* PublicUrls
  const attempts = yield* makeAttempts
  const challenges = yield* makeChallenges
  const { live, open, prove } = yield* makeSessionWrites
  const party = relyingParty(base)
  /** The hash that is compared if there is no account. */
  const decoy = yield* Effect.cached(hashing.hash("no password has this hash"))

  const secondFactorOf = (account: AccountRecord) =>
    Effect.map(accounts.passkeysOf(account.user), (keys) => hasSecondFactor(kindsOf(account, keys)))

  const activeAccount = (user: UserId) =>
    Effect.map(accounts.find(user), (found) => (found?.value.state === "active" ? found : undefined))

  const requireLive = Effect.fnUntraced(function* (secret: Redacted.Redacted<string>) {
    const session = yield* live(secret)
    const account = session === undefined ? undefined : yield* activeAccount(session.value.user)
    if (session === undefined || account === undefined) return yield* ended
    return { session, account }
  })

  /** Checks a password, or a decoy: the same work for all addresses. */
  const check = Effect.fnUntraced(function* (account: AccountRecord | undefined, password: string) {
    const other = yield* decoy
    const isRight = yield* hashing.verify(account?.password ?? other, password)
    return isRight && account?.password !== undefined ? account : undefined
  })

  /** The account whose password was checked before this transaction, if both are still in force. */
  const asChecked = ({ password, user }: AccountRecord) =>
    Effect.map(activeAccount(user), (found) =>
      sameSecret(found?.value.password ?? "", password ?? "") ? found?.value : undefined
    )

  const usePasskey = (read: Stored<PasskeyRecord>, counter: number, time: number) =>
    accounts.replacePasskey(read, { ...read.value, counter, lastUsedAt: timestamp(time) })

  const service: SignInService = {
    password: Effect.fnUntraced(function* (input, client) {
      yield* requireSystem
      const { email, password } = yield* parsePassword(input)
      const name = email.toLowerCase()
      yield* attempts.begin(name, client.address)
      const user = (yield* users.findByEmail(name))?.value
      const found = user === undefined ? undefined : (yield* activeAccount(user.id))?.value
      const checked = yield* check(found, password)
      if (checked === undefined) return yield* wrong
      return yield* storage.transaction(
        Effect.gen(function* () {
          const account = yield* asChecked(checked)
          if (account === undefined) return yield* wrong
          yield* attempts.succeeded(name, client.address)
          const waiting = yield* secondFactorOf(account)
          return signedIn(
            yield* open({ user: account.user, client, source: { kind: "account" }, method: "password", waiting })
          )
        }),
        [userLock(checked.user), ...attempts.locks(name, client.address)]
      )
    }),
    passkeyOptions: Effect.fnUntraced(function* () {
      yield* requireSystem
      if (party === undefined) return yield* noPasskeys
      return yield* passkeys.request(party, yield* challenges.create("sign-in"), [])
    }),
    passkey: Effect.fnUntraced(function* (response, client, secret) {
      yield* requireSystem
      if (party === undefined) return yield* noPasskeys
      const claim = yield* claimOf(response)
      const id = PasskeyId.make(claim.id)
      const known = yield* accounts.findPasskey(id)
      const name = attemptNames.passkey(known?.value.user ?? id)
      yield* attempts.begin(name, client.address)
      yield* challenges.take("sign-in", claim.challenge)
      if (known === undefined || (yield* activeAccount(known.value.user)) === undefined) return yield* unknownPasskey
      const counter = yield* passkeys.verify(party, response, claim.challenge, known.value)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const read = yield* accounts.findPasskey(id)
          const isSame =
            read?.value.user === known.value.user && sameSecret(read.value.publicKey, known.value.publicKey)
          if (!isSame || (yield* activeAccount(read.value.user)) === undefined) return yield* unknownPasskey
          yield* usePasskey(read, counter, yield* Clock.currentTimeMillis)
          yield* attempts.succeeded(name, client.address)
          const { user } = read.value
          const session = secret === undefined ? undefined : yield* live(secret)
          if (session === undefined) {
            return signedIn(
              yield* open({ user, client, source: { kind: "account" }, method: "passkey", waiting: false })
            )
          }
          if (session.value.user !== user) return yield* invalid("passkey", "it belongs to another account")
          return signedIn(yield* prove(session, "passkey"))
        }),
        [userLock(known.value.user), ...attempts.locks(name, client.address)]
      )
    }),
    means: Effect.fnUntraced(function* (secret) {
      yield* requireSystem
      const { account, session } = yield* requireLive(secret)
      const user = yield* users.find(account.value.user)
      const kinds = kindsOf(account.value, yield* accounts.passkeysOf(account.value.user))
      return {
        email: user?.value.email ?? "",
        waiting: session.value.waiting,
        password: kinds.password && !hasSecondFactor(kinds),
        totp: kinds.totp,
        passkey: kinds.passkeys > 0,
        provider: !hasSecondFactor(kinds) && (yield* identities.ofUser(account.value.user, "")).length > 0
      }
    }),
    code: Effect.fnUntraced(function* (secret, input, client) {
      yield* requireSystem
      const { code } = yield* parseCode(input)
      const { user } = (yield* requireLive(secret)).session.value
      const name = attemptNames.code(user)
      yield* attempts.begin(name, client.address)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { account, session } = yield* requireLive(secret)
          if (account.value.totp === undefined) return yield* invalid("code", "this account has no authenticator app")
          const totp = yield* takeCode(keyring, user, account.value.totp, code)
          yield* accounts.put(account, { ...account.value, totp })
          yield* attempts.succeeded(name, client.address)
          return signedIn(yield* prove(session, "totp"))
        }),
        [userLock(user), ...attempts.locks(`code:${user}`, client.address)]
      )
    }),
    confirmPassword: Effect.fnUntraced(function* (secret, input, client) {
      yield* requireSystem
      const { password } = yield* parseConfirmation(input)
      const before = yield* requireLive(secret)
      const user = (yield* users.find(before.account.value.user))?.value
      const name = user?.email ?? ""
      yield* attempts.begin(name, client.address)
      const checked = yield* check(before.account.value, password)
      if (checked === undefined) return yield* wrongAgain
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { session } = yield* requireLive(secret)
          if (session.value.waiting) return yield* ended
          if ((yield* asChecked(checked)) === undefined) return yield* wrongAgain
          yield* attempts.succeeded(name, client.address)
          return signedIn(yield* prove(session, "password"))
        }),
        [userLock(before.account.value.user), ...attempts.locks(name, client.address)]
      )
    }),
    ...(yield* makeLinkSignIn),
    clean: Effect.fnUntraced(function* () {
      yield* requireSystem
      const time = yield* Clock.currentTimeMillis
      yield* Effect.forEach(expiring, ({ clean }) => clean(time), { discard: true })
    })
  }
  return (yield* countingFailures)(service)
})

/** {@link SignIn} over the repositories of the context. */
export const service = serviceOf(SignIn, make)
