/** Beginning sessions and adding proofs to them, for the services that check credentials. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { notingSecret } from "../access/Requirements.js"
import type { UserId } from "../users/User.js"
import { type ProofMethod, SessionId, type SessionRecord, type SessionSource, type SignInClient } from "./Session.js"
import { SessionRepository } from "./SessionRepository.js"
import type { SignedInUser } from "./SignedIn.js"
import { isLive, SignInRules } from "./SignInRules.js"

/** A session with its secret, which is only known at this moment. */
export interface OpenedSession {
  /** The content of the cookie: `lcs_` and 256 random bits. */
  readonly secret: Redacted.Redacted<string>
  readonly record: SessionRecord
}

/** The person of a new session. */
export interface NewSession {
  readonly user: UserId
  readonly client: SignInClient
  readonly source: SessionSource
  readonly method: ProofMethod
  /** Whether it waits for a second factor. */
  readonly waiting: boolean
}

const longest = 200

/** The proofs of a session after one more: the last of each method counts. */
export const withProof = (
  proofs: SessionRecord["proofs"],
  method: ProofMethod,
  at: number
): SessionRecord["proofs"] => [...proofs.filter((each) => each.method !== method), { method, at }]

/** Begins, finds and ends sessions, and adds proofs to them. */
export const makeSessionWrites = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const ids = yield* Ids
  const rules = yield* SignInRules

  const newSecret = Effect.map(Effect.zipLeft(ids.secret, notingSecret), (secret) => `lcs_${secret}`)

  const open = Effect.fnUntraced(function* ({ client, method, source, user, waiting }: NewSession) {
    const secret = yield* newSecret
    const at = yield* Clock.currentTimeMillis
    const record: SessionRecord = {
      id: SessionId.make(yield* ids.next),
      user,
      hash: secretHash(secret),
      address: client.address.slice(0, longest),
      device: client.device.slice(0, longest).toWellFormed(),
      createdAt: at,
      lastUsedAt: at,
      endsAt: at + (waiting ? rules.waiting : rules.lifetime),
      source,
      proofs: [{ method, at }],
      waiting
    }
    yield* sessions.insert(record)
    return { secret: Redacted.make(secret), record } satisfies OpenedSession
  })

  /** The session with a secret, unless it has ended. */
  const live = (secret: Redacted.Redacted<string>): Effect.Effect<Stored<SessionRecord> | undefined, Unavailable> =>
    Effect.zipWith(sessions.findByHash(secretHash(Redacted.value(secret))), Clock.currentTimeMillis, (found, time) =>
      found !== undefined && isLive(found.value, time, rules) ? found : undefined
    )

  /** Adds a proof to a session, which opens it if it was waiting. Its secret is replaced, and its token with it. */
  const prove = Effect.fnUntraced(function* (read: Stored<SessionRecord>, method: ProofMethod) {
    const secret = yield* newSecret
    const at = yield* Clock.currentTimeMillis
    const { proofs, token: _old, waiting, ...rest } = read.value
    const record: SessionRecord = {
      ...rest,
      hash: secretHash(secret),
      lastUsedAt: at,
      endsAt: waiting ? at + rules.lifetime : rest.endsAt,
      proofs: withProof(proofs, method, at),
      waiting: false
    }
    yield* sessions.replace(read, record)
    return { secret: Redacted.make(secret), record } satisfies OpenedSession
  })

  /** Ends all sessions of the person of a session, except that one. */
  const endOthers = ({ session, user }: SignedInUser) =>
    Effect.flatMap(sessions.ofUser(user), (all) =>
      Effect.forEach(all, ({ id }) => (id === session.id ? Effect.void : sessions.remove(id)), { discard: true })
    )

  return { open, live, prove, endOthers }
})
