/** The administrators of the server: the embedding program, and the users that it made administrators. */
import * as Effect from "effect/Effect"
import { Actor } from "../access/Actor.js"
import { Forbidden, type Unavailable } from "../errors/Errors.js"
import type { UserRepositoryService } from "./UserRepository.js"

/** Whether the caller is the embedding program or an administrator of the server. */
export const isServerAdministrator = (
  users: Pick<UserRepositoryService, "find">
): Effect.Effect<boolean, Unavailable, Actor> =>
  Effect.flatMap(Actor, (actor) =>
    actor.kind === "system"
      ? Effect.succeed(true)
      : Effect.map(users.find(actor.user), (found) => found?.value.administrator === true)
  )

/** Passes for the embedding program and the administrators of the server; `what` says what they alone may do. */
export const requireServerAdministrator = (
  users: Pick<UserRepositoryService, "find">,
  what: string
): Effect.Effect<void, Forbidden | Unavailable, Actor> =>
  Effect.flatMap(isServerAdministrator(users), (isOne) =>
    isOne ? Effect.void : Effect.fail(new Forbidden({ message: `only administrators of the server ${what}` }))
  )
