/**
 * People. The embedding program creates them; everybody else sees people they share an organization with.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, Forbidden, type LecternError, notFound, Unauthenticated } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { now } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls, userLocation } from "../../foundation/urls/PublicUrls.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access } from "../access/Access.js"
import { Actor } from "../access/Actor.js"
import { requireNoVisitor } from "../access/NoVisitors.js"
import { MemberRepository } from "../members/MemberRepository.js"
import { addressOf, CreateUser, type User, UserId, type UserRecord } from "./User.js"
import { UserRepository } from "./UserRepository.js"

/** The service of users. */
export interface UsersService {
  /** The caller; `Unauthenticated` for the embedding program. */
  readonly current: Effect.Effect<User, LecternError, Actor>
  /** The caller, or a member of an organization in which the caller is a member and not a guest. */
  readonly get: (id: UserId) => Effect.Effect<User, LecternError, Actor>
  /** Creates a user. Only for the embedding program; `Conflict` if the e-mail address is taken. */
  readonly create: (input: CreateUser) => Effect.Effect<User, LecternError, Actor>
  /** The user with an e-mail address, if any. Only for the embedding program. */
  readonly findByEmail: (email: string) => Effect.Effect<UserRecord | undefined, LecternError, Actor>
}

/** The service of users. */
export class Users extends Context.Tag("@lectern/core/Users")<Users, UsersService>() {}

/** A user as answered. */
export const userAnswer = (base: string, user: UserRecord): User => {
  const email = addressOf(user)
  return {
    object: "user",
    id: user.id,
    displayName: user.displayName,
    ...(email !== undefined && { email }),
    ...(user.photoURL !== undefined && { photoURL: user.photoURL }),
    urls: { location: userLocation(base, user.id) }
  }
}

/** Succeeds for the embedding program only. */
export const requireSystem: Effect.Effect<void, Forbidden, Actor> = Effect.flatMap(Actor, (actor) =>
  actor.kind === "system"
    ? Effect.void
    : Effect.fail(new Forbidden({ message: "only the program that runs the engine may do this" }))
)

/** The id of the calling user; `Unauthenticated` for the embedding program. */
export const requireUser: Effect.Effect<UserId, Unauthenticated, Actor> = Effect.flatMap(Actor, (actor) =>
  actor.kind === "user"
    ? Effect.succeed(actor.user)
    : Effect.fail(new Unauthenticated({ message: "this needs the token of a user" }))
)

const parseUser = parser(CreateUser)

const make = Effect.gen(function* () {
  const users = yield* UserRepository
  const members = yield* MemberRepository
  const access = yield* Access
  const ids = yield* Ids
  const { base } = yield* PublicUrls

  /** Whether an organization admits the caller, as more than a guest. */
  const knows = (organization: OrganizationId) =>
    access.organizationLevel(organization).pipe(
      Effect.map((role) => role !== null),
      Effect.catchTags({ Forbidden: () => Effect.succeed(false), Unauthenticated: () => Effect.succeed(false) })
    )

  const sees = Effect.fnUntraced(function* (id: UserId) {
    const actor = yield* requireNoVisitor
    if (actor.kind === "system" || actor.user === id) return true
    const theirs = new Set((yield* members.ofUser(id)).map(({ value }) => value.organization))
    const own = (yield* members.ofUser(actor.user)).map(({ value }) => value.organization)
    return yield* Effect.exists(
      own.filter((organization) => theirs.has(organization)),
      knows
    )
  })

  const service: UsersService = {
    current: Effect.gen(function* () {
      const found = yield* users.find(yield* requireUser)
      if (found === undefined) return yield* new Unauthenticated({ message: "the token is not valid" })
      return userAnswer(base, found.value)
    }),
    get: Effect.fnUntraced(function* (id) {
      const isSeen = yield* sees(id)
      const found = yield* users.find(id)
      if (!isSeen || found === undefined) return yield* notFound("user")
      return userAnswer(base, found.value)
    }),
    create: Effect.fnUntraced(
      function* (input) {
        yield* requireSystem
        const fields = yield* parseUser(input)
        const user: UserRecord = { ...fields, id: UserId.make(yield* ids.next), createdAt: yield* now }
        yield* users.insert(user)
        return userAnswer(base, user)
      },
      Effect.catchTag("Duplicate", () => new Conflict({ message: "a user with this e-mail address exists already" }))
    ),
    findByEmail: (email) =>
      Effect.zipRight(
        requireSystem,
        Effect.map(users.findByEmail(email), (found) => found?.value)
      )
  }
  return service
})

/** {@link Users} over the repositories of the context. */
export const service = serviceOf(Users, make)
