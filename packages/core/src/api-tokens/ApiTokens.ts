/** API tokens: who somebody is that has one. The secret is shown once, when it is made, and stored as a hash. */

import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Actor, ActorValue } from "../access/Actor.js"
import { user } from "../access/Actor.js"
import { cached, cachePlaces, tokensStamp } from "../access/Cached.js"
import { requireAccount } from "../access/NoVisitors.js"
import {
  Conflict,
  Forbidden,
  invalid,
  type LecternError,
  notFound,
  Unauthenticated,
  type Unavailable
} from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { now, timestamp } from "../ids/Time.js"
import { type List, ListQuery } from "../lists/List.js"
import { pageOf } from "../lists/PageOf.js"
import { parser } from "../schema/Input.js"
import { serviceOf } from "../services/Service.js"
import { withoutConflict } from "../storage/Repository.js"
import { Storage } from "../storage/Storage.js"
import type { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { requireSystem } from "../users/Users.js"
import { type ApiToken, ApiTokenId, type ApiTokenRecord, CreateApiToken } from "./ApiToken.js"
import { ApiTokenRepository } from "./ApiTokenRepository.js"

/**
 * A token at the only moment when its secret is known.
 * @since 0.1.0
 */
export interface CreatedApiToken {
  /** What the bearer sends: `lct_` and 256 random bits. */
  readonly token: string
  readonly apiToken: ApiToken
}

/**
 * The service of API tokens. Users manage their own; the embedding program everybody's.
 * @since 0.1.0
 */
export interface ApiTokensService {
  readonly create: (owner: UserId, input: CreateApiToken) => Effect.Effect<CreatedApiToken, LecternError, Actor>
  /**
   * Makes this exact token valid for a user, in place of the one that was fixed under the same label before. Only for
   * the embedding program; `Conflict` where the token belongs to something else already.
   */
  readonly createFixed: (owner: UserId, label: string, token: string) => Effect.Effect<void, LecternError, Actor>
  /** A user's tokens, oldest first, without their secrets. */
  readonly list: (owner: UserId, query?: ListQuery) => Effect.Effect<List<ApiToken>, LecternError, Actor>
  /** Makes a token invalid at once. One that is not there is not an error. */
  readonly revoke: (owner: UserId, id: ApiTokenId) => Effect.Effect<void, LecternError, Actor>
  /** Who sends this token. Needs no caller; unknown, expired and revoked tokens fail alike. */
  readonly authenticate: (token: Redacted.Redacted<string>) => Effect.Effect<ActorValue, Unauthenticated | Unavailable>
}

/**
 * The service of API tokens.
 * @since 0.1.0
 */
export class ApiTokens extends Context.Tag("@lectern/core/ApiTokens")<ApiTokens, ApiTokensService>() {}

const parseToken = parser(CreateApiToken)
const parseQuery = parser(ListQuery)
const refused = new Unauthenticated({ message: "the token is not valid" })
const hashOf = (token: string): string => bytesToHex(sha256(utf8ToBytes(token)))

const answer = (token: ApiTokenRecord): ApiToken => ({
  object: "api-token",
  id: token.id,
  label: token.label,
  createdAt: token.createdAt,
  ...(token.expiresAt !== undefined && { expiresAt: token.expiresAt })
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const tokens = yield* ApiTokenRepository
  const users = yield* UserRepository
  const ids = yield* Ids

  const requireOwner = (owner: UserId) =>
    Effect.flatMap(requireAccount, (actor) =>
      actor.kind === "system" || actor.user === owner
        ? Effect.void
        : Effect.fail(new Forbidden({ message: "only its user may manage a token" }))
    )
  const requireExisting = (owner: UserId) =>
    Effect.flatMap(users.find(owner), (found) => (found === undefined ? Effect.fail(notFound("user")) : Effect.void))

  /** The bearers of valid tokens, by hash. Tokens that are unknown are not kept, so that guessing fills nothing. */
  const bearers = cached<{ readonly actor: ActorValue; readonly expires: number } | undefined>(
    (yield* cachePlaces)("api_tokens"),
    {
      capacity: 10_000,
      stamps: () => [tokensStamp],
      keep: (bearer) => bearer !== undefined,
      load: Effect.fnUntraced(function* (hash) {
        const token = (yield* tokens.findByHash(hash))?.value
        if (token === undefined || (yield* users.find(token.user)) === undefined) return undefined
        const expires = token.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(token.expiresAt)
        return { actor: user(token.user), expires }
      })
    }
  )

  const service: ApiTokensService = {
    create: Effect.fnUntraced(function* (owner, input) {
      yield* requireOwner(owner)
      const { label, expiresAt } = yield* parseToken(input)
      const expires = expiresAt === undefined ? undefined : Date.parse(expiresAt)
      if (expires !== undefined && expires <= (yield* Clock.currentTimeMillis)) {
        return yield* invalid("expiresAt", "expected a time in the future")
      }
      const token = `lct_${yield* ids.secret}`
      const record: ApiTokenRecord = {
        id: ApiTokenId.make(yield* ids.next),
        user: owner,
        label,
        hash: hashOf(token),
        createdAt: yield* now,
        ...(expires !== undefined && { expiresAt: timestamp(expires) })
      }
      yield* storage.transaction(Effect.zipRight(requireExisting(owner), withoutConflict(tokens.insert(record))))
      return { token, apiToken: answer(record) }
    }),
    createFixed: Effect.fnUntraced(function* (owner, label, token) {
      yield* requireSystem
      const fields = yield* parseToken({ label })
      if (!/^[\x21-\x7e]+$/.test(token)) return yield* invalid("token", "expected visible ASCII characters")
      const hash = hashOf(token)
      const record: ApiTokenRecord = {
        id: ApiTokenId.make(yield* ids.next),
        user: owner,
        label: fields.label,
        hash,
        createdAt: yield* now,
        fixed: true
      }
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* requireExisting(owner)
          const earlier = (yield* tokens.findFixed(fields.label))?.value
          if (earlier?.hash === hash && earlier.user === owner) return
          if (earlier !== undefined) yield* tokens.remove(earlier.id)
          yield* Effect.catchTag(
            tokens.insert(record),
            "Duplicate",
            () => new Conflict({ message: "this token belongs to somebody already" })
          )
        })
      )
    }),
    list: Effect.fnUntraced(function* (owner, query = {}) {
      yield* requireOwner(owner)
      return yield* pageOf({
        binding: `api-tokens:${owner}`,
        query: yield* parseQuery(query),
        count: tokens.countOfUser(owner),
        scan: (after, limit) => tokens.ofUser(owner, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => Effect.succeed(answer(value))
      })
    }),
    revoke: (owner, id) =>
      Effect.zipRight(
        requireOwner(owner),
        storage.transaction(
          Effect.flatMap(tokens.find(id), (found) => (found?.value.user === owner ? tokens.remove(id) : Effect.void))
        )
      ),
    authenticate: (token) =>
      Effect.flatMap(bearers.get(hashOf(Redacted.value(token))), (bearer) => {
        if (bearer === undefined) return Effect.fail(refused)
        if (bearer.expires === Number.POSITIVE_INFINITY) return Effect.succeed(bearer.actor)
        return Effect.flatMap(Clock.currentTimeMillis, (time) =>
          time < bearer.expires ? Effect.succeed(bearer.actor) : Effect.fail(refused)
        )
      })
  }
  return service
})

/**
 * {@link ApiTokens} over the repositories of the context.
 * @since 0.1.0
 */
export const service = serviceOf(ApiTokens, make)
