import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { PasskeyId } from "../accounts/Account.js"
import type { UserId } from "../users/User.js"
import type { AttemptRecord } from "./Attempt.js"

/** The names under which the attempts on a user's second steps are counted. */
export const attemptNames = {
  code: (user: UserId) => `code:${user}`,
  /** A passkey that nobody has registered is counted on its own. */
  passkey: (holder: UserId | PasskeyId) => `passkey:${holder}`
}

/** The failed attempts to sign in, by account and address. */
export const AttemptsTable = recordTable({
  name: "sign_in_attempts",
  columns: { account: "text", address: "text", forgottenAt: "integer" },
  key: ["account", "address"],
  indexes: { forgotten: { on: ["forgottenAt"] } },
  lockedBy: "row",
  columnsOf: ({ account, address, forgottenAt }: AttemptRecord) => ({
    account,
    address,
    forgottenAt
  }),
  unaudited: "uses",
  row: () => import("./AttemptRows.js").then(({ signInAttempts }) => signInAttempts)
})

/** Reads and writes failed attempts; writes belong in a transaction that has read the rows they replace. */
export interface AttemptRepositoryService {
  readonly find: (account: string, address: string) => Effect.Effect<Stored<AttemptRecord> | undefined, Unavailable>
  readonly put: (read: Stored<AttemptRecord> | undefined, attempts: AttemptRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (account: string, address: string) => Effect.Effect<void, Unavailable>
  /** Removes the attempts of all addresses on an account. */
  readonly removeAll: (account: string) => Effect.Effect<void, Unavailable>
  readonly clean: (before: number) => Effect.Effect<void, Unavailable>
}

/** The repository of failed attempts. */
export class AttemptRepository extends Context.Tag("@lectern/core/AttemptRepository")<
  AttemptRepository,
  AttemptRepositoryService
>() {}

const make = Effect.map(Storage, (storage): AttemptRepositoryService => {
  const attempts = rows(storage, AttemptsTable)
  return {
    find: (account, address) => attempts.find(account, address),
    put: (read, record) =>
      withoutConflict(read === undefined ? attempts.insert(record) : attempts.replace(read, record)),
    remove: (account, address) => Effect.asVoid(attempts.remove(account, address)),
    removeAll: (account) => attempts.removeAll({ prefix: [account] }),
    clean: (before) => attempts.removeAll({ index: "forgotten", lt: before })
  }
})

/** {@link AttemptRepository} over Storage. */
export const service = repositoryOf(AttemptRepository, make, [AttemptsTable], ({ removeAll }) => ({
  erase: ({ email, id }) =>
    Effect.forEach(
      [email, attemptNames.code(id), attemptNames.passkey(id)],
      (account) => removeAll(secretHash(account)),
      {
        discard: true
      }
    )
}))
