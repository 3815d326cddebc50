/** Removing a token. */
import * as Effect from "effect/Effect"
import { type Lock, organizationLock, userLock } from "../../storage/rows/Locks.js"
import { Dependents } from "../../storage/services/Dependents.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { ApiTokenRecord } from "./ApiToken.js"
import { ApiTokenRepository } from "./ApiTokenRepository.js"

/** The lock that the removal of a token needs. */
export const removalLock = ({ service, user }: ApiTokenRecord): Lock =>
  service === undefined ? userLock(user) : organizationLock(service)

/** Removes a token, in a transaction that holds its lock. With the last one of a service user, the user leaves. */
export const makeRemoval = Effect.gen(function* () {
  const tokens = yield* ApiTokenRepository
  const members = yield* MemberRepository
  const dependents = yield* Dependents
  return Effect.fnUntraced(function* ({ id, service, user }: ApiTokenRecord) {
    yield* tokens.remove(id)
    if (service === undefined || (yield* tokens.countOfUser(user)) > 0) return
    yield* members.remove(service, user)
    yield* dependents.leave(service, user)
  })
})
