/** An engine in which people sign in, with its ports for hashing, checks and mail, and the people. */

import { Actor, type ActorValue, system } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import type { LecternError } from "@lectern/core/errors/Errors"
import * as Lectern from "@lectern/core/Lectern"
import { type Mail, Mailer } from "@lectern/core/mail/Mailer"
import * as Keyring from "@lectern/core/secrets/Keyring"
import type { SignInClient } from "@lectern/core/sessions/Session"
import { Sessions } from "@lectern/core/sessions/Sessions"
import type { SignInRulesValue } from "@lectern/core/sessions/SignInRules"
import type { SignedIn } from "@lectern/core/sign-in/SignedIn"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Users } from "@lectern/core/users/Users"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import * as WebAuthn from "@lectern/node/sign-in/WebAuthn"
import { Effect, Either, Layer, Queue, Redacted } from "effect"
import { Secret, TOTP } from "otpauth"

/** The messages that the mail server of the test received. */
export const outbox: Queue.Queue<Mail> = Effect.runSync(Queue.unbounded<Mail>())

const mailer = Layer.succeed(Mailer, {
  isConfigured: true,
  send: (mail) => Effect.asVoid(Queue.offer(outbox, mail))
})

/** The origin of the pages of the engine. */
export const origin = "https://docs.example"

interface Given {
  readonly mails?: boolean
  readonly rules?: Partial<SignInRulesValue>
  readonly baseUrl?: string
}

/** All services over a storage. Hashes cost as little as they can. */
export const engine = (storage: Lectern.StorageLayer, { baseUrl = origin, mails = false, rules = {} }: Given = {}) =>
  Layer.merge(
    Lectern.layer(storage, {
      baseUrl,
      signIn: rules,
      passwords: Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
      passkeys: WebAuthn.layer,
      ...(mails && { mailer })
    }).pipe(Layer.provide(Layer.sync(Keyring.Keyring, Keyring.random))),
    storage
  )

/** The address that people of the tests sign in from. */
export const laptop: SignInClient = { address: "192.0.2.1", device: "Firefox on Linux" }

/** A password that the rules allow. */
export const password = "correct horse battery staple"

/** Runs as some caller. */
export const as =
  (actor: ActorValue) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Actor>> =>
    Effect.provideService(effect, Actor, actor)

/** Runs as the embedding program. */
export const asSystem = as(system)

/** The result of a call: the tag of its error, or `ok`. */
export const outcome = <A, R>(effect: Effect.Effect<A, LecternError, R>): Effect.Effect<string, never, R> =>
  Effect.map(Effect.either(effect), Either.match({ onLeft: ({ _tag }) => _tag, onRight: () => "ok" }))

/** The secret at the end of a link. */
export const secretOf = ({ url }: { readonly url: string }): Redacted.Redacted<string> =>
  Redacted.make(url.slice(url.lastIndexOf("/") + 1))

/** A user with an account, whose password is {@link password}, and the session that setting it began. */
export const person = (name: string, { administrator = false } = {}) =>
  asSystem(
    Effect.gen(function* () {
      const email = `${name.toLowerCase()}@example.com`
      const { id } = yield* (yield* Users).create({ displayName: name, email })
      const link = yield* (yield* Accounts).createLink(id, { administrator })
      const session = yield* (yield* SignIn).redeem(secretOf(link), { password }, laptop)
      return { id, email, session }
    })
  )

/** Who a session is of, as the services that need one take their caller. */
export const callerOf = ({ secret }: Pick<SignedIn, "secret">) =>
  Effect.flatMap(Sessions, (sessions) => sessions.authenticate(secret))

/** Runs as the person of a session. */
export const asSession =
  (session: Pick<SignedIn, "secret">) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(callerOf(session), (caller) => as(caller)(effect))

/** The code that an authenticator app shows now, or some steps of half a minute later. */
export const codeOf = (secret: string, later = 0) =>
  Effect.map(
    Effect.clockWith((clock) => clock.currentTimeMillis),
    (now) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + later * 30_000 })
  )

/** Turns on codes, and returns the secret of the app. */
export const addCodes = (session: Parameters<typeof callerOf>[0]) =>
  asSession(session)(
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const { secret } = yield* credentials.proposeTotp()
      yield* credentials.confirmTotp({ code: yield* codeOf(secret) })
      return secret
    })
  )

/** Signs in by e-mail address and password. */
export const signIn = (email: string, typed: string, client = laptop) =>
  Effect.flatMap(SignIn, (service) => asSystem(service.password({ email, password: typed }, client)))
