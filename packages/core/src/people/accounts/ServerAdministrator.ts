/** The rights that administrators of the server have in organizations. */
import * as Effect from "effect/Effect"
import { Forbidden, type Unavailable } from "../../foundation/errors/Errors.js"
import { Actor } from "../access/Actor.js"
import type { AccountRepositoryService } from "./AccountRepository.js"

type Accounts = Pick<AccountRepositoryService, "find">

/**
 * Whether the caller administers the server: the embedding program, or an administrator who calls with an API token
 * without limits or who signed in with the account itself, with every factor that the server requires. A sign-in
 * through an organization is not enough. Tokens count because the first administrator has one before there is a
 * password.
 */
export const administersServer = (accounts: Accounts): Effect.Effect<boolean, Unavailable, Actor> =>
  Effect.flatMap(Actor, (actor) => {
    if (actor.kind === "system") return Effect.succeed(true)
    if (actor.kind !== "user") return Effect.succeed(false)
    const { session, token, user } = actor
    if (token?.limits !== undefined || token?.service === true) return Effect.succeed(false)
    if (session !== undefined && (session.source.kind !== "account" || session.lacksSecondFactor)) {
      return Effect.succeed(false)
    }
    return Effect.map(
      accounts.find(user),
      (found) => found?.value.administrator === true && found.value.state !== "disabled"
    )
  })

/** Passes for administrators of the server; `what` says what others may not do. */
export const requireAdministersServer = (
  accounts: Accounts,
  what: string
): Effect.Effect<void, Forbidden | Unavailable, Actor> =>
  Effect.flatMap(administersServer(accounts), (isOne) =>
    isOne ? Effect.void : Effect.fail(new Forbidden({ message: `only administrators of the server ${what}` }))
  )
