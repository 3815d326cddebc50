/** Counts failed attempts to sign in for the audit trail. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import { noteRefusals } from "../../storage/trail/Refusals.js"
import type { SignInClient } from "../sessions/Session.js"
import { makeSessionWrites } from "../sessions/SessionWrites.js"
import { UserRepository } from "../users/UserRepository.js"
import type { SignInService } from "./SignInService.js"

const refusing: ReadonlySet<LecternError["_tag"]> = new Set(["Unauthenticated", "Invalid", "NotFound", "RateLimited"])

/** The user whose account was tried: possibly unknown; absent if nothing is to be counted. */
type Account = Effect.Effect<{ readonly account: string | undefined } | undefined, Unavailable>

const unknown: Account = Effect.succeed({ account: undefined })

/** Wraps a service to count the attempts that it refuses. */
export const countingFailures = Effect.gen(function* () {
  const note = yield* noteRefusals
  const users = yield* UserRepository
  const { live } = yield* makeSessionWrites

  const counted = <A, R>(
    attempt: Effect.Effect<A, LecternError, R>,
    client: SignInClient,
    of: Account
  ): Effect.Effect<A, LecternError, R> =>
    Effect.tapError(attempt, ({ _tag }) =>
      refusing.has(_tag)
        ? Effect.flatMap(of, (found) =>
            found === undefined ? Effect.void : note("sign-in.refused", { ...found, address: client.address })
          )
        : Effect.void
    )

  /** The user with an address; anything else that was typed, which may be a password, is not recorded. */
  const ofEmail = (email: unknown): Account =>
    typeof email === "string"
      ? Effect.map(users.findByEmail(email), (found) => ({ account: found?.value.id }))
      : unknown

  const ofSession = (secret: Redacted.Redacted<string>): Account =>
    Effect.map(live(secret), (found) => found && { account: found.value.user })

  return (service: SignInService): SignInService => ({
    ...service,
    password: (input, client) => counted(service.password(input, client), client, ofEmail(input?.email)),
    passkey: (response, client, session) => counted(service.passkey(response, client, session), client, unknown),
    code: (session, input, client) => counted(service.code(session, input, client), client, ofSession(session)),
    confirmPassword: (session, input, client) =>
      counted(service.confirmPassword(session, input, client), client, ofSession(session)),
    redeem: (secret, input, client) => counted(service.redeem(secret, input, client), client, unknown)
  })
})
