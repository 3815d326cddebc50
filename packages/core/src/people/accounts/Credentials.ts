/**
 * A person's own credentials. Changing them needs a fresh proof of who they are.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Keyring, keyIdOf } from "../../foundation/encryption/Keyring.js"
import { totpPlace } from "../../foundation/encryption/Places.js"
import { Conflict, invalid, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { userLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { Asked } from "../access/Actor.js"
import { notingSecret } from "../access/Requirements.js"
import { OneTimeLinkRepository } from "../one-time-links/OneTimeLinkRepository.js"
import { SessionRepository } from "../sessions/SessionRepository.js"
import { makeSessionWrites, withProof } from "../sessions/SessionWrites.js"
import { makeSignedIn, type SignedInUser } from "../sessions/SignedIn.js"
import { SignInRules } from "../sessions/SignInRules.js"
import type { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import {
  type AccountRecord,
  NewPassword,
  type OwnCredentials,
  type Passkey,
  PasskeyId,
  type PasskeyRecord
} from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { claimOf, makeChallenges } from "./Challenges.js"
import { type CeremonyOptions, Passkeys, relyingParty } from "./Passkeys.js"
import { PasswordHashing } from "./PasswordHashing.js"
import { type TotpSetUp, takeCode, totpSecretOf, totpSetUp } from "./Totp.js"

/** The service of a person's own credentials: its caller must have signed in with their account. */
export interface CredentialsService {
  readonly get: () => Asked<OwnCredentials>
  /** Sets the password, ends all other sessions, and voids all one-time links. */
  readonly setPassword: (input: NewPassword) => Asked<void>
  /** Proposes a secret for an authenticator app, which takes effect once it is confirmed with a code. */
  readonly proposeTotp: () => Asked<TotpSetUp>
  /** Confirms the proposed secret with a code: codes are required from now on. */
  readonly confirmTotp: (input: { readonly code: string }) => Asked<void>
  /** Stops requiring codes. `Conflict` if the server requires a second factor and this is the last one. */
  readonly removeTotp: () => Asked<void>
  /** The options that a browser needs to create a passkey; `Conflict` if the server's address cannot have passkeys. */
  readonly passkeyOptions: () => Asked<CeremonyOptions>
  /** Adds the passkey that a browser made for {@link CredentialsService.passkeyOptions}. */
  readonly addPasskey: (response: unknown, input: { readonly label: string }) => Asked<Passkey>
  /** Removes a passkey. `Conflict` if the person could no longer sign in. */
  readonly removePasskey: (id: PasskeyId) => Asked<void>
}

/** The service of a person's own credentials. */
export class Credentials extends Context.Tag("@lectern/core/Credentials")<Credentials, CredentialsService>() {}

const parsePassword = parser(NewPassword)
const parseCode = parser(Schema.Struct({ code: text(6, 20) }))
const parseLabel = parser(Schema.Struct({ label: text(1, 100) }))
const noPasskeys = new Conflict({ message: "passkeys need a host name: this server is reached by an IP address" })
const needed = new Conflict({ message: "the server requires a second factor: add another one first" })
const onlyOne = new Conflict({ message: "it is the only way to sign in: set a password first" })

const answer = ({ createdAt, id, label, lastUsedAt }: PasskeyRecord): Passkey => ({
  id,
  label,
  createdAt,
  ...(lastUsedAt !== undefined && { lastUsedAt })
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const users = yield* UserRepository
  const accounts = yield* AccountRepository
  const sessions = yield* SessionRepository
  const links = yield* OneTimeLinkRepository
  const hashing = yield* PasswordHashing
  const passkeys = yield* Passkeys
  const keyring = yield* Keyring
  const ids = yield* Ids
  const rules = yield* SignInRules
  const { base } = yield* PublicUrls
  const challenges = yield* makeChallenges
  const { requireFreshProof, requireOwnSession } = yield* makeSignedIn
  const { endOthers } = yield* makeSessionWrites
  const party = relyingParty(base)

  const accountOf = Effect.fnUntraced(function* (user: UserId) {
    const account = yield* accounts.find(user)
    if (account === undefined) return yield* notFound("account")
    return account
  })

  const ownerOf = Effect.fnUntraced(function* (user: UserId) {
    const found = yield* users.find(user)
    if (found === undefined) return yield* notFound("user")
    return found.value
  })

  /** Changes credentials of the caller in a transaction, in which the proof must still be fresh. */
  const changing = <A, E>({ user }: SignedInUser, change: Effect.Effect<A, E>) =>
    storage.transaction(Effect.zipRight(requireFreshProof, change), [userLock(user)])

  /** {@link changing} the account itself. */
  const changeAccount = (
    caller: SignedInUser,
    to: (account: AccountRecord) => Effect.Effect<AccountRecord, LecternError>,
    then: Effect.Effect<void, LecternError> = Effect.void
  ) =>
    changing(
      caller,
      Effect.gen(function* () {
        const read = yield* accountOf(caller.user)
        yield* accounts.put(read, yield* to(read.value))
        yield* then
      })
    )

  /** Records in a session a proof of identity that the caller gave while adding a credential. */
  const noteProof = ({ session }: SignedInUser, method: "totp" | "passkey") =>
    Effect.gen(function* () {
      const read = session.id && (yield* sessions.find(session.id))
      if (read === undefined) return
      const proofs = withProof(read.value.proofs, method, yield* Clock.currentTimeMillis)
      yield* sessions.replace(read, { ...read.value, proofs })
    })

  const challengeFor = ({ session, user }: SignedInUser) => `register:${session.id ?? user}`

  const service: CredentialsService = {
    get: Effect.fnUntraced(function* () {
      const { user } = yield* requireOwnSession
      const { value } = yield* accountOf(user)
      const keys = yield* accounts.passkeysOf(user)
      return { password: value.password !== undefined, totp: value.totp !== undefined, passkeys: keys.map(answer) }
    }),
    setPassword: Effect.fnUntraced(function* (input) {
      const caller = yield* requireFreshProof
      const password = yield* hashing.hash((yield* parsePassword(input)).password)
      const voided = Effect.zipRight(endOthers(caller), links.removeAll(caller.user))
      yield* changeAccount(caller, (account) => Effect.succeed({ ...account, password }), voided)
    }),
    proposeTotp: Effect.fnUntraced(function* () {
      const caller = yield* requireFreshProof
      const { user } = caller
      const { email } = yield* ownerOf(user)
      const secret = totpSecretOf(yield* ids.secret)
      yield* notingSecret
      const proposedTotp = yield* keyring.seal(totpPlace(user), secret)
      yield* changeAccount(caller, (account) => Effect.succeed({ ...account, proposedTotp }))
      return totpSetUp(secret, email)
    }),
    confirmTotp: Effect.fnUntraced(function* (input) {
      const caller = yield* requireFreshProof
      const { code } = yield* parseCode(input)
      yield* changeAccount(
        caller,
        Effect.fnUntraced(function* ({ proposedTotp: sealed, ...account }) {
          if (sealed === undefined) return yield* invalid("code", "no authenticator app is being set up")
          return {
            ...account,
            totp: yield* takeCode(keyring, caller.user, { sealed, sealedBy: keyIdOf(sealed), lastStep: -1 }, code)
          }
        }),
        noteProof(caller, "totp")
      )
    }),
    removeTotp: Effect.fnUntraced(function* () {
      const caller = yield* requireFreshProof
      yield* changeAccount(
        caller,
        Effect.fnUntraced(function* ({ totp: _, proposedTotp: __, ...account }) {
          const others = (yield* accounts.passkeysOf(caller.user)).length
          if (rules.secondFactor === "required" && others === 0) return yield* needed
          return account
        })
      )
    }),
    passkeyOptions: Effect.fnUntraced(function* () {
      const caller = yield* requireFreshProof
      if (party === undefined) return yield* noPasskeys
      const { displayName, email, id } = yield* ownerOf(caller.user)
      const challenge = yield* challenges.create(challengeFor(caller))
      return yield* passkeys.creation(
        party,
        { id, email, displayName },
        challenge,
        yield* accounts.passkeysOf(caller.user)
      )
    }),
    addPasskey: Effect.fnUntraced(function* (response, input) {
      const caller = yield* requireFreshProof
      if (party === undefined) return yield* noPasskeys
      const { label } = yield* parseLabel(input)
      const { challenge } = yield* claimOf(response)
      yield* challenges.take(challengeFor(caller), challenge)
      const made = yield* passkeys.register(party, response, challenge)
      const record: PasskeyRecord = { ...made, user: caller.user, label, createdAt: yield* now }
      yield* Effect.catchTag(
        changing(caller, Effect.zipRight(accounts.insertPasskey(record), noteProof(caller, "passkey"))),
        "Duplicate",
        () => invalid("passkey", "is already registered")
      )
      return answer(record)
    }),
    removePasskey: Effect.fnUntraced(function* (id) {
      const caller = yield* requireFreshProof
      const { user } = caller
      yield* changing(
        caller,
        Effect.gen(function* () {
          const { value } = yield* accountOf(user)
          const keys = yield* accounts.passkeysOf(user)
          if (!keys.some((each) => each.id === id)) return
          if (keys.length === 1 && value.password === undefined) return yield* onlyOne
          if (keys.length === 1 && value.totp === undefined && rules.secondFactor === "required") return yield* needed
          yield* accounts.removePasskey(PasskeyId.make(id))
        })
      )
    })
  }
  return service
})

/** {@link Credentials} over the repositories of the context. */
export const service = serviceOf(Credentials, make)
