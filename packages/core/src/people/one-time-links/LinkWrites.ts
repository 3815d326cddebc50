/** Creates one-time links and sends them to their users. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Ids } from "../../foundation/ids/Ids.js"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { timestamp } from "../../foundation/ids/Time.js"
import { Mailer } from "../../foundation/mail/Mailer.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { signInOrigin, signInPath } from "../../foundation/urls/SignInOrigin.js"
import { notingSecret } from "../access/Requirements.js"
import type { UserRecord } from "../users/User.js"
import { type CreatedLink, type LinkPurpose, linkLifetimes } from "./OneTimeLink.js"
import { OneTimeLinkRepository } from "./OneTimeLinkRepository.js"

const opening: Readonly<Record<LinkPurpose, readonly [subject: string, text: string]>> = {
  invitation: ["You are invited to Lectern", "You have been invited to Lectern. Set your password here:"],
  "set-up": ["Set up your sign-in", "An administrator has reset your sign-in. Set new credentials here:"],
  reset: ["Reset your password", "Somebody, probably you, asked to reset your password. Choose a new one here:"]
}

const letter = (user: UserRecord, purpose: LinkPurpose, { expiresAt, url }: CreatedLink) => {
  const [subject, text] = opening[purpose]
  const ignore = purpose === "reset" ? "\n\nIf it was not you, ignore this message: nothing has changed." : ""
  const until = `${expiresAt.slice(0, 10)} ${expiresAt.slice(11, 16)} UTC`
  return {
    to: user.email,
    subject,
    text: `Hello ${user.displayName},\n\n${text}\n\n${url}\n\nThe link works once, until ${until}.${ignore}\n`
  }
}

/** The minimum time between two links that a person requests for themself, in milliseconds. */
const resetsApart = 10 * 60_000

/** The maximum number of valid links that a person has requested for themself. */
const mostResets = 3

/** Creates links and mails them. */
export const makeLinkWrites = Effect.gen(function* () {
  const links = yield* OneTimeLinkRepository
  const ids = yield* Ids
  const mailer = yield* Mailer
  const { base } = yield* PublicUrls

  const add = Effect.fnUntraced(function* (user: UserRecord, purpose: LinkPurpose) {
    const secret = yield* ids.secret
    yield* notingSecret
    const createdAt = yield* Clock.currentTimeMillis
    const expiresAt = createdAt + linkLifetimes[purpose]
    yield* links.insert({ hash: secretHash(secret), user: user.id, purpose, createdAt, expiresAt })
    const url = `${signInOrigin(base)}${signInPath(base)}/login/link/${secret}`
    return { url, expiresAt: timestamp(expiresAt) } satisfies CreatedLink
  })

  /** Creates a link that replaces all earlier links of its user, in a transaction; for callers who may decide that. */
  const renew = (user: UserRecord, purpose: LinkPurpose) =>
    Effect.zipRight(links.removeAll(user.id), add(user, purpose))

  /**
   * Creates a link in addition to existing ones, in a transaction, for any caller: a stranger must not void the links
   * that the person was sent. `undefined` if one was created less than ten minutes ago, or three still work.
   */
  const addReset = Effect.fnUntraced(function* (user: UserRecord) {
    const time = yield* Clock.currentTimeMillis
    const resets = (yield* links.ofUser(user.id)).filter(({ purpose }) => purpose === "reset")
    const isRecent = resets.some(({ createdAt }) => time - createdAt < resetsApart)
    const working = resets.filter(({ expiresAt }) => time < expiresAt)
    return isRecent || working.length >= mostResets ? undefined : yield* add(user, "reset")
  })

  /** Mails a link, or returns it for the caller to pass on if no mail can be sent. */
  const deliver = (user: UserRecord, purpose: LinkPurpose, link: CreatedLink) =>
    mailer.isConfigured
      ? Effect.as(mailer.send(letter(user, purpose, link)), undefined)
      : Effect.succeed<CreatedLink | undefined>(link)

  return { renew, addReset, deliver }
})
