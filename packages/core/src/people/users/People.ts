/** Users as authors. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import type { User, UserId } from "./User.js"
import { UserRepository } from "./UserRepository.js"
import { userAnswer } from "./Users.js"

/** Makes the answer for a user who did something, and therefore must exist. */
export type People = (id: UserId) => Effect.Effect<User, Unavailable>

/** {@link People} over the repository of the context. */
export const makePeople = Effect.gen(function* () {
  const users = yield* UserRepository
  const { base } = yield* PublicUrls
  const person: People = (id) =>
    Effect.flatMap(users.find(id), (found) =>
      found === undefined ? Effect.dieMessage(`${id} is not a user`) : Effect.succeed(userAnswer(base, found.value))
    )
  return person
})
