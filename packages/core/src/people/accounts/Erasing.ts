/** Erases a person: everything that identifies them is deleted, and content that they wrote stays without a name. */
import * as Effect from "effect/Effect"
import { Conflict, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Dependents } from "../../storage/services/Dependents.js"
import { MemberRepository } from "../members/MemberRepository.js"
import { kindOf, type UserId, type UserRecord } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { AccountRepository } from "./AccountRepository.js"

/**
 * Erases a person, in a transaction. `NotFound` if there is none; `Conflict` for the last administrator of the server
 * or of an organization.
 */
export type Erase = (user: UserId) => Effect.Effect<void, LecternError>

/** The record of an erased user, without anything that identifies them. */
const withoutPerson = ({ createdAt, id }: UserRecord): UserRecord => ({
  id,
  displayName: "Deleted user",
  email: `erased:${id}`,
  createdAt,
  erased: true
})

const lastOfServer = new Conflict({ message: "the server needs an administrator: make somebody else one first" })
const lastOfOrganization = new Conflict({
  message: "the person is the only administrator of an organization: make somebody else one there first"
})

/** {@link Erase} over the repositories of the context. */
export const makeErase = Effect.gen(function* () {
  const users = yield* UserRepository
  const accounts = yield* AccountRepository
  const members = yield* MemberRepository
  const dependents = yield* Dependents

  /** Requires another administrator of the server where this user is one, or is to become one. */
  const requireOtherOfServer = Effect.fnUntraced(function* (user: UserId) {
    const account = (yield* accounts.find(user))?.value
    if (account?.administrator !== true || account.state === "disabled") return
    const others = (yield* accounts.countAdministrators) - (account.state === "active" ? 1 : 0)
    if (others === 0) return yield* lastOfServer
  })

  const erase: Erase = Effect.fnUntraced(function* (id) {
    const read = yield* users.find(id)
    if (read === undefined || kindOf(read.value) !== "person") return yield* notFound("user")
    yield* requireOtherOfServer(id)
    for (const { organization, role } of yield* members.everyOfUser(id)) {
      if (role === "admin" && !(yield* members.hasOtherAdministrator(organization, id)))
        return yield* lastOfOrganization
      yield* members.remove(organization, id)
      yield* dependents.leave(organization, id)
    }
    yield* dependents.erase(read.value)
    yield* withoutConflict(users.replace(read, withoutPerson(read.value)))
  })
  return erase
})
