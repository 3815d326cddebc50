/** The user that a command works on. */
import { findByIdOrName } from "@lectern/core/internal/foundation/ids/Names"
import { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import * as Effect from "effect/Effect"
import { Failed } from "../output/Failures.js"

/** The e-mail address of the user that the first start creates. */
export const administratorEmail = "admin@lectern.localhost"

/** The user with this id or e-mail address; by default the first administrator. */
export const chooseUser = Effect.fnUntraced(function* (named: string | undefined) {
  const users = yield* Users
  const wanted = named ?? administratorEmail
  const byId = (id: string) =>
    users.get(UserId.make(id)).pipe(
      Effect.map((user) => user.id),
      Effect.catchTag("NotFound", () => Effect.succeed(undefined))
    )
  const byName = (email: string) => Effect.map(users.findByEmail(email), (user) => user?.id)
  const found = yield* findByIdOrName({ byId, byName }, wanted)
  if (found === undefined) return yield* new Failed({ message: `there is no user ${wanted}` })
  return found
})
