import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { bump, tokensStamp } from "../access/Cached.js"
import type { Unavailable } from "../errors/Errors.js"
import { repositoryOf } from "../services/Service.js"
import { rows, type Stored } from "../storage/Repository.js"
import { type Duplicate, type Scan, Storage } from "../storage/Storage.js"
import { table } from "../storage/Table.js"
import type { UserId } from "../users/User.js"
import type { ApiTokenId, ApiTokenRecord } from "./ApiToken.js"

/** The tokens, by id; found by hash, and by the label of those that were fixed by configuration. */
export const ApiTokensTable = table({
  name: "api_tokens",
  columns: { id: "text", user: "text", hash: "text", fixed: "text?" },
  key: ["id"],
  indexes: {
    hash: { on: ["hash"], unique: true },
    user: { on: ["user"] },
    fixed: { on: ["fixed"], unique: true }
  }
})

/** Reads and writes tokens; writes belong in a transaction. */
export interface ApiTokenRepositoryService {
  readonly find: (id: ApiTokenId) => Effect.Effect<Stored<ApiTokenRecord> | undefined, Unavailable>
  /** The token whose secret has this SHA-256 (lower-case hex). */
  readonly findByHash: (hash: string) => Effect.Effect<Stored<ApiTokenRecord> | undefined, Unavailable>
  /** The token that configuration fixed under this label. */
  readonly findFixed: (label: string) => Effect.Effect<Stored<ApiTokenRecord> | undefined, Unavailable>
  /** A user's tokens, oldest first. */
  readonly ofUser: (
    user: UserId,
    scan?: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<ApiTokenRecord>>, Unavailable>
  readonly countOfUser: (user: UserId) => Effect.Effect<number, Unavailable>
  /** Adds a token; fails with `Duplicate` where its secret or fixed label is taken. */
  readonly insert: (token: ApiTokenRecord) => Effect.Effect<void, Duplicate | Unavailable>
  readonly remove: (id: ApiTokenId) => Effect.Effect<void, Unavailable>
}

/** The repository of API tokens. */
export class ApiTokenRepository extends Context.Tag("@lectern/core/ApiTokenRepository")<
  ApiTokenRepository,
  ApiTokenRepositoryService
>() {}

const make = Effect.map(Storage, (storage): ApiTokenRepositoryService => {
  const tokens = rows<ApiTokenRecord, typeof ApiTokensTable>(storage, ApiTokensTable, (token) => ({
    id: token.id,
    user: token.user,
    hash: token.hash,
    fixed: token.fixed === true ? token.label : null
  }))
  const first = (index: string, value: string) =>
    Effect.map(
      tokens.scan({ index, prefix: [value], limit: 1 }),
      (found): Stored<ApiTokenRecord> | undefined => found[0]
    )
  return {
    find: (id) => tokens.find(id),
    findByHash: (hash) => first("hash", hash),
    findFixed: (label) => first("fixed", label),
    ofUser: (user, scan) => tokens.scan({ index: "user", prefix: [user], ...scan }),
    countOfUser: (user) => tokens.count({ index: "user", prefix: [user] }),
    insert: (token) => Effect.zipRight(tokens.insert(token), bump(storage, tokensStamp)),
    remove: (id) => Effect.zipRight(tokens.remove(id), bump(storage, tokensStamp))
  }
})

/** {@link ApiTokenRepository} over Storage. */
export const service = repositoryOf(ApiTokenRepository, make, [ApiTokensTable])
