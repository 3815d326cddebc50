/**
 * Sessions: the devices on which a user has signed in.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Unauthenticated, type Unavailable } from "../../foundation/errors/Errors.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { timestamp } from "../../foundation/ids/Time.js"
import { userLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ActorValue, Asked } from "../access/Actor.js"
import { makeCallerNow } from "./CallerNow.js"
import type { HostSession, Session, SessionId, SessionRecord } from "./Session.js"
import { SessionRepository } from "./SessionRepository.js"
import { sessionOfToken, tokenOfSession } from "./SessionToken.js"
import { makeSessionWrites } from "./SessionWrites.js"
import { makeSignedIn } from "./SignedIn.js"
import { isLive, SignInRules } from "./SignInRules.js"

/** The service of sessions. People see and end their own. */
export interface SessionsService {
  /**
   * The caller that a session identifies, with its proof of identity. Needs no caller; unknown, ended and waiting
   * sessions fail alike.
   */
  readonly authenticate: (secret: Redacted.Redacted<string>) => Effect.Effect<ActorValue, Unauthenticated | Unavailable>
  /**
   * The token with which pages of a session call the API: it has the rights of the session, but not those that need a
   * fresh proof of identity, and ends with it. It is never listed; only its hash is stored. Needs no caller.
   */
  readonly token: (
    secret: Redacted.Redacted<string>
  ) => Effect.Effect<Redacted.Redacted<string>, Unauthenticated | Unavailable>
  /** The caller that the token of a session identifies. Needs no caller. */
  readonly authenticateToken: (
    token: Redacted.Redacted<string>
  ) => Effect.Effect<ActorValue, Unauthenticated | Unavailable>
  /**
   * The caller whom an embedding host has signed in, with the proof of identity that it vouches for. Needs no caller.
   * `Unauthenticated` if the user does not exist, is no person, was erased or is disabled.
   */
  readonly authenticateHost: (session: HostSession) => Effect.Effect<ActorValue, Unauthenticated | Unavailable>
  /** Ends the session with this secret, if there is one. Needs no caller. */
  readonly signOut: (secret: Redacted.Redacted<string>) => Effect.Effect<void, Unavailable>
  /** The caller's sessions, most recently used first. */
  readonly list: () => Asked<ReadonlyArray<Session>>
  /** Ends a session of the caller immediately. Ending one that does not exist is not an error. */
  readonly revoke: (id: SessionId) => Asked<void>
  /** Ends all sessions of the caller except the current one. */
  readonly revokeOthers: () => Asked<void>
}

/** The service of sessions. */
export class Sessions extends Context.Tag("@lectern/core/Sessions")<Sessions, SessionsService>() {}

/** The minimum time between two writes of a session's last use, in milliseconds. */
const touchEvery = 60_000

const refused = new Unauthenticated({ message: "the session has ended" })
const unknownUser = new Unauthenticated({ message: "nobody is signed in" })

const answer = (session: SessionRecord, current: SessionId | undefined): Session => ({
  id: session.id,
  device: session.device,
  address: session.address,
  createdAt: timestamp(session.createdAt),
  lastUsedAt: timestamp(session.lastUsedAt),
  endsAt: timestamp(session.endsAt),
  current: session.id === current
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const sessions = yield* SessionRepository
  const rules = yield* SignInRules
  const { endOthers, live } = yield* makeSessionWrites
  const { ofHost, ofSession } = yield* makeCallerNow
  const { requireOwnSession } = yield* makeSignedIn

  const touch = ({ id, user }: SessionRecord, time: number) =>
    storage.transaction(
      Effect.flatMap(sessions.find(id), (read) =>
        read === undefined ? Effect.void : sessions.replace(read, { ...read.value, lastUsedAt: time })
      ),
      [userLock(user)]
    )

  /** The caller of a session that was found, whose use is noted. */
  const callerOf = Effect.fnUntraced(function* (found: SessionRecord | undefined) {
    const caller = found === undefined ? undefined : yield* ofSession(found)
    if (found === undefined || caller === undefined) return yield* refused
    const time = yield* Clock.currentTimeMillis
    if (time - found.lastUsedAt >= touchEvery) yield* touch(found, time)
    return caller
  })

  const service: SessionsService = {
    authenticate: (secret) => Effect.flatMap(live(secret), (found) => callerOf(found?.value)),
    token: Effect.fnUntraced(function* (secret) {
      const found = (yield* live(secret))?.value
      yield* callerOf(found)
      if (found === undefined) return yield* refused
      const token = tokenOfSession(found.id, Redacted.value(secret))
      const hash = secretHash(token)
      if (!sameSecret(hash, found.token ?? "")) {
        const write = Effect.gen(function* () {
          const read = yield* sessions.find(found.id)
          if (read === undefined || !sameSecret(read.value.hash, found.hash)) return yield* refused
          yield* sessions.replace(read, { ...read.value, token: hash })
        })
        yield* storage.transaction(write, [userLock(found.user)])
      }
      return Redacted.make(token)
    }),
    authenticateToken: Effect.fnUntraced(function* (token) {
      const id = sessionOfToken(Redacted.value(token))
      const found = id === undefined ? undefined : (yield* sessions.find(id))?.value
      const isOurs = found?.token !== undefined && sameSecret(secretHash(Redacted.value(token)), found.token)
      const { session, ...caller } = yield* callerOf(isOurs ? found : undefined)
      return { ...caller, session: { ...session, freshUntil: 0 } }
    }),
    authenticateHost: (session) =>
      Effect.filterOrFail(
        ofHost(session),
        (caller) => caller !== undefined,
        () => unknownUser
      ),
    signOut: (secret) =>
      Effect.flatMap(live(secret), (found) =>
        found === undefined
          ? Effect.void
          : storage.transaction(sessions.remove(found.value.id), [userLock(found.value.user)])
      ),
    list: Effect.fnUntraced(function* () {
      const { session, user } = yield* requireOwnSession
      const time = yield* Clock.currentTimeMillis
      return (yield* sessions.ofUser(user))
        .filter((each) => !each.waiting && isLive(each, time, rules))
        .sort((one, other) => other.lastUsedAt - one.lastUsedAt)
        .map((each) => answer(each, session.id))
    }),
    revoke: Effect.fnUntraced(function* (id) {
      const { user } = yield* requireOwnSession
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* requireOwnSession
          if ((yield* sessions.find(id))?.value.user === user) yield* sessions.remove(id)
        }),
        [userLock(user)]
      )
    }),
    revokeOthers: Effect.fnUntraced(function* () {
      const { user } = yield* requireOwnSession
      yield* storage.transaction(Effect.flatMap(requireOwnSession, endOthers), [userLock(user)])
    })
  }
  return service
})

/** {@link Sessions} over the repositories of the context. */
export const service = serviceOf(Sessions, make)
