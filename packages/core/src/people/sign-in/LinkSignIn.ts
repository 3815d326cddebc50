/** Signs in with a one-time link, which also sets a password. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { notFound } from "../../foundation/errors/Errors.js"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { Mailer } from "../../foundation/mail/Mailer.js"
import { parser } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"
import { userLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { NewPassword } from "../accounts/Account.js"
import { AccountRepository } from "../accounts/AccountRepository.js"
import { PasswordHashing } from "../accounts/PasswordHashing.js"
import { makeLinkWrites } from "../one-time-links/LinkWrites.js"
import { OneTimeLinkRepository } from "../one-time-links/OneTimeLinkRepository.js"
import { hasSecondFactor, kindsOf } from "../sessions/CredentialStrength.js"
import { SessionRepository } from "../sessions/SessionRepository.js"
import { makeSessionWrites } from "../sessions/SessionWrites.js"
import type { UserRecord } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { requireSystem } from "../users/Users.js"
import { signedIn } from "./SignedIn.js"
import type { SignInService } from "./SignInService.js"

const parseEmail = parser(Schema.Struct({ email: text(1, 254) }))
const parseNewPassword = parser(NewPassword)

/** The operations of `SignIn` on links. */
export const makeLinkSignIn = Effect.gen(function* () {
  const storage = yield* Storage
  const users = yield* UserRepository
  const accounts = yield* AccountRepository
  const sessions = yield* SessionRepository
  const links = yield* OneTimeLinkRepository
  const hashing = yield* PasswordHashing
  const { isConfigured } = yield* Mailer
  const { open } = yield* makeSessionWrites
  const { addReset, deliver } = yield* makeLinkWrites

  const liveLink = Effect.fnUntraced(function* (secret: Redacted.Redacted<string>) {
    const link = yield* links.find(secretHash(Redacted.value(secret)))
    const user = link === undefined ? undefined : yield* users.find(link.user)
    const account = link === undefined ? undefined : yield* accounts.find(link.user)
    const time = yield* Clock.currentTimeMillis
    if (link === undefined || user === undefined || account === undefined) return yield* notFound("link")
    if (time >= link.expiresAt || account.value.state === "disabled") return yield* notFound("link")
    return { link, user: user.value, account }
  })

  /** Mails a link, unless there are enough. */
  const mailReset = Effect.fnUntraced(function* (user: UserRecord) {
    const link = yield* storage.transaction(
      Effect.gen(function* () {
        if ((yield* accounts.find(user.id))?.value.state !== "active") return undefined
        return yield* addReset(user)
      }),
      [userLock(user.id)]
    )
    if (link !== undefined) yield* deliver(user, "reset", link)
  })

  const service: Pick<SignInService, "link" | "redeem" | "requestReset"> = {
    link: Effect.fnUntraced(function* (secret) {
      yield* requireSystem
      const { link, user } = yield* liveLink(secret)
      return { purpose: link.purpose, displayName: user.displayName, email: user.email }
    }),
    redeem: Effect.fnUntraced(function* (secret, input, client) {
      yield* requireSystem
      const { password } = yield* parseNewPassword(input)
      const before = yield* liveLink(secret)
      const hash = yield* hashing.hash(password)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { account, user } = yield* liveLink(secret)
          yield* links.removeAll(user.id)
          yield* sessions.removeAll(user.id)
          yield* accounts.put(account, { ...account.value, state: "active", password: hash })
          const waiting = hasSecondFactor(kindsOf(account.value, yield* accounts.passkeysOf(user.id)))
          return signedIn(yield* open({ user: user.id, client, source: { kind: "account" }, method: "link", waiting }))
        }),
        [userLock(before.user.id)]
      )
    }),
    requestReset: Effect.fnUntraced(function* (input) {
      yield* requireSystem
      const { email } = yield* parseEmail(input)
      // Nobody would get the link.
      if (!isConfigured) return
      const mailing = Effect.flatMap(users.findByEmail(email), (found) =>
        found === undefined ? Effect.void : mailReset(found.value)
      )
      yield* Effect.forkDaemon(Effect.ignoreLogged(mailing))
    })
  }
  return service
})
