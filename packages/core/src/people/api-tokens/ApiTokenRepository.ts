import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { rowLock } from "../../storage/rows/Locks.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Duplicate, type Scan, Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import { bump, tokensStamp } from "../access/StampedCache.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { UserId } from "../users/User.js"
import type { ApiTokenId, ApiTokenRecord, TokenUseRecord } from "./ApiToken.js"

/** The tokens, by id. They are found by hash, by organization, and by label if they were fixed by configuration. */
export const ApiTokensTable = recordTable({
  name: "api_tokens",
  columns: { id: "text", user: "text", hash: "text", fixed: "text?", service: "text?" },
  key: ["id"],
  indexes: {
    hash: { on: ["hash"], unique: true },
    user: { on: ["user"] },
    fixed: { on: ["fixed"], unique: true },
    service: { on: ["service"] }
  },
  lockedBy: ["organization service", "user user"],
  columnsOf: (token: ApiTokenRecord) => ({
    id: token.id,
    user: token.user,
    hash: token.hash,
    fixed: token.fixed === true ? token.label : null,
    service: token.service ?? null
  }),
  row: () => import("./ApiTokenRows.js").then(({ apiTokens }) => apiTokens)
})

/** The last uses of tokens. */
export const TokenUsesTable = recordTable({
  name: "token_uses",
  columns: { token: "text" },
  key: ["token"],
  indexes: {},
  lockedBy: "row",
  columnsOf: ({ token }: TokenUseRecord) => ({ token }),
  unaudited: "uses",
  row: () => import("./ApiTokenRows.js").then(({ tokenUses }) => tokenUses)
})

type Page = Pick<Scan, "after" | "limit">

/** Reads and writes tokens; writes belong in a transaction. */
export interface ApiTokenRepositoryService {
  readonly find: (id: ApiTokenId) => Effect.Effect<Stored<ApiTokenRecord> | undefined, Unavailable>
  /** The token whose secret has this SHA-256 (lower-case hex). */
  readonly findByHash: (hash: string) => Effect.Effect<Stored<ApiTokenRecord> | undefined, Unavailable>
  /** The token that configuration fixed under this label. */
  readonly findFixed: (label: string) => Effect.Effect<Stored<ApiTokenRecord> | undefined, Unavailable>
  /** A user's tokens, oldest first. */
  readonly ofUser: (user: UserId, scan?: Page) => Effect.Effect<ReadonlyArray<Stored<ApiTokenRecord>>, Unavailable>
  readonly countOfUser: (user: UserId) => Effect.Effect<number, Unavailable>
  /** The tokens of an organization, oldest first. */
  readonly ofService: (
    organization: OrganizationId,
    scan?: Page
  ) => Effect.Effect<ReadonlyArray<Stored<ApiTokenRecord>>, Unavailable>
  readonly countOfService: (organization: OrganizationId) => Effect.Effect<number, Unavailable>
  /** Adds a token; fails with `Duplicate` if its secret or fixed label is taken. */
  readonly insert: (token: ApiTokenRecord) => Effect.Effect<void, Duplicate | Unavailable>
  readonly replace: (read: Stored<ApiTokenRecord>, token: ApiTokenRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (id: ApiTokenId) => Effect.Effect<void, Unavailable>
  readonly removeAll: (user: UserId) => Effect.Effect<void, Unavailable>
  readonly lastUse: (id: ApiTokenId) => Effect.Effect<string | undefined, Unavailable>
  /** Records the last use of a token; does nothing if the token is gone or a later use is already recorded. */
  readonly setLastUse: (use: TokenUseRecord) => Effect.Effect<void, Unavailable>
}

/** The repository of API tokens. */
export class ApiTokenRepository extends Context.Tag("@lectern/core/ApiTokenRepository")<
  ApiTokenRepository,
  ApiTokenRepositoryService
>() {}

const make = Effect.map(Storage, (storage): ApiTokenRepositoryService => {
  const tokens = rows(storage, ApiTokensTable)
  const uses = rows(storage, TokenUsesTable)
  const first = (index: string, value: string) =>
    Effect.map(
      tokens.scan({ index, prefix: [value], limit: 1 }),
      (found): Stored<ApiTokenRecord> | undefined => found[0]
    )
  const moved = bump(storage, tokensStamp)
  const lockUses = (ids: ReadonlyArray<ApiTokenId>) => storage.lock(ids.map((id) => rowLock(TokenUsesTable, id)))
  const remove = (id: ApiTokenId) =>
    Effect.all([lockUses([id]), tokens.remove(id), uses.remove(id), moved], { discard: true })
  return {
    find: (id) => tokens.find(id),
    findByHash: (hash) => first("hash", hash),
    findFixed: (label) => first("fixed", label),
    ofUser: (user, scan) => tokens.scan({ index: "user", prefix: [user], ...scan }),
    countOfUser: (user) => tokens.count({ index: "user", prefix: [user] }),
    ofService: (organization, scan) => tokens.scan({ index: "service", prefix: [organization], ...scan }),
    countOfService: (organization) => tokens.count({ index: "service", prefix: [organization] }),
    insert: (token) => Effect.zipRight(tokens.insert(token), moved),
    replace: (read, token) => Effect.zipRight(withoutConflict(tokens.replace(read, token)), moved),
    remove,
    removeAll: (user) =>
      Effect.flatMap(tokens.scan({ index: "user", prefix: [user] }), (found) =>
        Effect.zipRight(
          lockUses(found.map(({ value }) => value.id)),
          Effect.forEach(found, ({ value }) => remove(value.id), { discard: true })
        )
      ),
    lastUse: (id) => Effect.map(uses.find(id), (found) => found?.value.lastUsedAt),
    setLastUse: (use) =>
      Effect.gen(function* () {
        if ((yield* tokens.find(use.token)) === undefined) return
        const read = yield* uses.find(use.token)
        if (read === undefined) return yield* withoutConflict(uses.insert(use))
        if (read.value.lastUsedAt < use.lastUsedAt) yield* withoutConflict(uses.replace(read, use))
      })
  }
})

/** {@link ApiTokenRepository} over Storage. */
export const service = repositoryOf(ApiTokenRepository, make, [ApiTokensTable, TokenUsesTable], ({ removeAll }) => ({
  erase: ({ id }) => removeAll(id)
}))
