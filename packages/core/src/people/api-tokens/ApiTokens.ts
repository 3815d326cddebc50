/**
 * API tokens, which identify their bearers. The secret is shown once, on creation, and stored as a hash.
 * @since 0.1.0
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  Conflict,
  Forbidden,
  invalid,
  type LecternError,
  notFound,
  Unauthenticated,
  type Unavailable
} from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { userLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { noteRefusals } from "../../storage/trail/Refusals.js"
import { Access } from "../access/Access.js"
import { Actor, type ActorValue } from "../access/Actor.js"
import { requireNoVisitor } from "../access/NoVisitors.js"
import { cachePlaces, stampedCache, tokensStamp } from "../access/StampedCache.js"
import { requireAccount } from "../access/TokenLimits.js"
import { makeCallerNow } from "../sessions/CallerNow.js"
import { makeSignedIn } from "../sessions/SignedIn.js"
import type { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { requireSystem } from "../users/Users.js"
import {
  type ApiToken,
  ApiTokenId,
  type ApiTokenRecord,
  CreateApiToken,
  type CreatedApiToken,
  RotateApiToken
} from "./ApiToken.js"
import { ApiTokenRepository } from "./ApiTokenRepository.js"
import { makeLastUses } from "./LastUses.js"
import { expiryOf, makeMinting, tokenAnswer } from "./Minting.js"
import { makeRemoval, removalLock } from "./Removal.js"
import { makeRotation } from "./Rotation.js"
import { strongest, type TokenScope } from "./TokenScope.js"
import { hashOf } from "./TokenText.js"

/**
 * The service of API tokens. Users manage their own, with an unlimited token if they call with one; the embedding
 * program manages everybody's.
 */
export interface ApiTokensService {
  /**
   * Creates a token, which never outlives the token that the caller sent. A token that the embedding program makes
   * `exempt`, or that is made with such a token, is exempt from the organizations' sign-in requirements.
   */
  readonly create: (
    owner: UserId,
    input: CreateApiToken,
    options?: { readonly exempt?: boolean }
  ) => Effect.Effect<CreatedApiToken, LecternError, Actor>
  /**
   * Creates a token with the rights and the lifetime of another one, which stops working after an overlap. A token may
   * rotate itself, whatever its limits.
   */
  readonly rotate: (
    owner: UserId,
    id: ApiTokenId,
    input?: RotateApiToken
  ) => Effect.Effect<CreatedApiToken, LecternError, Actor>
  /**
   * Makes this exact token valid for a user, in place of the one that was fixed under the same label before. Only for
   * the embedding program; `Conflict` if the token belongs to something else already.
   */
  readonly createFixed: (owner: UserId, label: string, token: string) => Effect.Effect<void, LecternError, Actor>
  /** A user's tokens, oldest first, without their secrets. */
  readonly list: (owner: UserId, query?: ListQuery) => Effect.Effect<List<ApiToken>, LecternError, Actor>
  /**
   * Revokes a token immediately. Revoking one that does not exist is not an error. A token may revoke itself; when a
   * service user's last token is revoked, the user leaves its organization.
   */
  readonly revoke: (owner: UserId, id: ApiTokenId) => Effect.Effect<void, LecternError, Actor>
  /** The caller that this token identifies. Needs no caller; unknown, expired and revoked tokens fail alike. */
  readonly authenticate: (token: Redacted.Redacted<string>) => Effect.Effect<ActorValue, Unauthenticated | Unavailable>
  /**
   * Writes the last uses of tokens, which {@link authenticate} only notes in memory. Only for the embedding program.
   */
  readonly recordUses: Effect.Effect<number, LecternError, Actor>
}

/** The service of API tokens. */
export class ApiTokens extends Context.Tag("@lectern/core/ApiTokens")<ApiTokens, ApiTokensService>() {}

const parseToken = parser(CreateApiToken)
const parseRotation = parser(RotateApiToken)
const parseQuery = parser(ListQuery)
const refused = new Unauthenticated({ message: "the token is not valid" })

/** A caller by a token. */
const bearerOf = ({ exempt, expiresAt, fixed, id, limits, secondFactor, service, sso, user }: ApiTokenRecord) => ({
  kind: "user" as const,
  user,
  token: {
    id,
    ...(limits !== undefined && { limits }),
    ...(expiresAt !== undefined && { expires: Date.parse(expiresAt) }),
    // The administrator of the server has set one that is fixed.
    ...((exempt ?? fixed ?? service ?? sso) && { exempt: true as const }),
    ...(secondFactor && { secondFactor }),
    ...(service !== undefined && { service: true as const })
  }
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const { callerNow, requireFreshSession } = yield* makeSignedIn
  const tokens = yield* ApiTokenRepository
  const users = yield* UserRepository
  const ids = yield* Ids
  const { isAccepted } = yield* makeCallerNow
  const mint = yield* makeMinting
  const rotated = yield* makeRotation
  const removed = yield* makeRemoval
  const uses = yield* makeLastUses
  const note = yield* noteRefusals
  const refuse = (account?: UserId) => Effect.zipRight(note("api-token.refused", { account }), Effect.fail(refused))

  /** Passes for the embedding program, and for a user's own account. */
  const requireOwner = Effect.fnUntraced(function* (owner: UserId) {
    const actor = yield* requireNoVisitor
    if (actor.kind === "system") return
    if (actor.user !== owner) return yield* new Forbidden({ message: "only its user may manage a token" })
    yield* requireAccount
  })
  /** The same, but also passes for a token in operations on itself. */
  const requireOwnerOrItself = (owner: UserId, id: ApiTokenId) =>
    Effect.flatMap(Actor, (actor) =>
      actor.kind === "user" && actor.user === owner && actor.token?.id === id ? Effect.void : requireOwner(owner)
    )
  const requireExisting = (owner: UserId) =>
    Effect.flatMap(users.find(owner), (found) =>
      found === undefined || found.value.erased === true ? Effect.fail(notFound("user")) : Effect.void
    )

  const answer = (token: ApiTokenRecord) => Effect.map(tokens.lastUse(token.id), (use) => tokenAnswer(token, use))

  /** The bearers of valid tokens, by hash. Unknown tokens are not cached, so that guessing cannot fill the cache. */
  const bearers = stampedCache<ReturnType<typeof bearerOf> | undefined>((yield* cachePlaces)("api_tokens"), {
    capacity: 10_000,
    stamps: () => [tokensStamp],
    keep: (bearer) => bearer !== undefined,
    load: Effect.fnUntraced(function* (hash) {
      const token = (yield* tokens.findByHash(hash))?.value
      return token !== undefined && (yield* isAccepted(token)) ? bearerOf(token) : undefined
    })
  })

  /**
   * The limits of a token created from this input, if it has any; an organization that the caller may not see is
   * `NotFound`.
   */
  const limitsOf = Effect.fnUntraced(function* ({ organization, scopes, spaces }: CreateApiToken) {
    if (organization === undefined && scopes === undefined && spaces === undefined) return undefined
    if (organization !== undefined) yield* access.standing(organization)
    for (const space of spaces ?? []) yield* access.requireSpace(space, "read")
    const limits: TokenScope = {
      scope: scopes === undefined ? "admin" : strongest(scopes),
      ...(organization !== undefined && { organization }),
      ...(spaces !== undefined && { spaces })
    }
    return limits.scope === "admin" && organization === undefined && spaces === undefined ? undefined : limits
  })

  const service: ApiTokensService = {
    create: Effect.fnUntraced(function* (owner, input, { exempt: isExempt = false } = {}) {
      yield* requireOwner(owner)
      const parsed = yield* parseToken(input)
      const expiresAt = yield* expiryOf("expires", parsed.expires)
      const { token, record } = yield* storage.transaction(
        Effect.gen(function* () {
          yield* requireFreshSession
          yield* requireExisting(owner)
          const limits = yield* limitsOf(parsed)
          const actor = yield* Actor
          return yield* mint({
            user: owner,
            label: parsed.label,
            secondFactor: true,
            ...((isExempt || actor.kind === "user") && { exempt: true }),
            ...(expiresAt !== undefined && { expiresAt }),
            ...(limits !== undefined && { limits })
          })
        }),
        [userLock(owner)]
      )
      return { token, apiToken: tokenAnswer(record, undefined) }
    }),
    rotate: Effect.fnUntraced(function* (owner, id, input = {}) {
      yield* requireOwnerOrItself(owner, id)
      const parsed = yield* parseRotation(input)
      const { token, record } = yield* storage.transaction(
        Effect.gen(function* () {
          yield* requireFreshSession
          const read = yield* tokens.find(id)
          return yield* read?.value.user === owner ? rotated(read, parsed) : notFound("token")
        }),
        [userLock(owner)]
      )
      return { token, apiToken: tokenAnswer(record, undefined) }
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
      // Locks everything, because an earlier token with the label may belong to any user. It happens once, when a
      // server starts.
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* requireExisting(owner)
          const earlier = (yield* tokens.findFixed(fields.label))?.value
          const isSame = earlier?.user === owner && sameSecret(earlier.hash, hash)
          if (isSame && earlier.expiresAt === undefined) return
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
        render: ({ value }) => answer(value)
      })
    }),
    revoke: Effect.fnUntraced(function* (owner, id) {
      yield* requireOwnerOrItself(owner, id)
      const found = yield* tokens.find(id)
      if (found?.value.user !== owner) return
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* callerNow
          const read = yield* tokens.find(id)
          if (read !== undefined) yield* removed(read.value)
        }),
        [removalLock(found.value)]
      )
    }),
    authenticate: (token) =>
      Effect.flatMap(bearers.get(hashOf(Redacted.value(token))), (bearer) => {
        if (bearer === undefined) return refuse()
        return Clock.clockWith((clock) => {
          const time = clock.unsafeCurrentTimeMillis()
          if (time >= (bearer.token.expires ?? Number.POSITIVE_INFINITY)) return refuse(bearer.user)
          uses.note(bearer.token.id, time)
          return Effect.succeed(bearer)
        })
      }),
    recordUses: Effect.zipRight(requireSystem, uses.write)
  }
  return service
})

/** {@link ApiTokens} over the repositories of the context. */
export const service = serviceOf(ApiTokens, make)
