import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { sealedBy } from "../../foundation/encryption/Keyring.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Duplicate, Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import { bump, tokensStamp } from "../access/StampedCache.js"
import type { UserId } from "../users/User.js"
import type { AccountRecord, PasskeyId, PasskeyRecord } from "./Account.js"

/**
 * The accounts of users who may sign in, by user; `sealedBy` is the key that encrypted the secret of an authenticator
 * app.
 */
export const AccountsTable = recordTable({
  name: "accounts",
  columns: { user: "text", state: "text", administrator: "integer", sealedBy: "text?" },
  key: ["user"],
  indexes: { administrator: { on: ["administrator", "state"] }, sealedBy: { on: ["sealedBy"] } },
  lockedBy: "user user",
  columnsOf: (account: AccountRecord) => ({
    user: account.user,
    state: account.state,
    administrator: account.administrator ? 1 : 0,
    sealedBy: sealedBy([account.totp?.sealed, account.proposedTotp])
  }),
  row: () => import("./AccountRows.js").then(({ accounts }) => accounts)
})

/** The passkeys of all users, by the id of the credential. */
export const PasskeysTable = recordTable({
  name: "passkeys",
  columns: { id: "text", user: "text" },
  key: ["id"],
  indexes: { user: { on: ["user"] } },
  lockedBy: "user user",
  columnsOf: ({ id, user }: PasskeyRecord) => ({ id, user }),
  row: () => import("./AccountRows.js").then(({ passkeys }) => passkeys)
})

/** Reads and writes accounts and passkeys; writes belong in a transaction that has read the rows they replace. */
export interface AccountRepositoryService {
  readonly find: (user: UserId) => Effect.Effect<Stored<AccountRecord> | undefined, Unavailable>
  /** Replaces the account that was read, or adds it if the user had none. */
  readonly put: (read: Stored<AccountRecord> | undefined, account: AccountRecord) => Effect.Effect<void, Unavailable>
  /** The number of administrators that can sign in. */
  readonly countAdministrators: Effect.Effect<number, Unavailable>
  readonly findPasskey: (id: PasskeyId) => Effect.Effect<Stored<PasskeyRecord> | undefined, Unavailable>
  /** A user's passkeys, by id. */
  readonly passkeysOf: (user: UserId) => Effect.Effect<ReadonlyArray<PasskeyRecord>, Unavailable>
  /** Adds a passkey; fails with `Duplicate` if the credential already belongs to a user. */
  readonly insertPasskey: (passkey: PasskeyRecord) => Effect.Effect<void, Duplicate | Unavailable>
  readonly replacePasskey: (read: Stored<PasskeyRecord>, passkey: PasskeyRecord) => Effect.Effect<void, Unavailable>
  readonly removePasskey: (id: PasskeyId) => Effect.Effect<void, Unavailable>
  readonly removePasskeys: (user: UserId) => Effect.Effect<void, Unavailable>
  /** Removes an account with its passkeys. */
  readonly remove: (user: UserId) => Effect.Effect<void, Unavailable>
}

/** The repository of accounts. */
export class AccountRepository extends Context.Tag("@lectern/core/AccountRepository")<
  AccountRepository,
  AccountRepositoryService
>() {}

const make = Effect.map(Storage, (storage): AccountRepositoryService => {
  const accounts = rows(storage, AccountsTable)
  const passkeys = rows(storage, PasskeysTable)
  const stateMoved = bump(storage, tokensStamp)
  const removePasskeys = (user: UserId) => passkeys.removeAll({ index: "user", prefix: [user] })
  return {
    find: (user) => accounts.find(user),
    put: (read, account) => {
      const put = withoutConflict(read === undefined ? accounts.insert(account) : accounts.replace(read, account))
      return read?.value.state === account.state ? put : Effect.zipRight(put, stateMoved)
    },
    countAdministrators: accounts.count({ index: "administrator", prefix: [1, "active"] }),
    findPasskey: (id) => passkeys.find(id),
    passkeysOf: (user) =>
      Effect.map(passkeys.scan({ index: "user", prefix: [user] }), (found) => found.map(({ value }) => value)),
    insertPasskey: passkeys.insert,
    replacePasskey: (read, passkey) => withoutConflict(passkeys.replace(read, passkey)),
    removePasskey: (id) => Effect.asVoid(passkeys.remove(id)),
    removePasskeys,
    remove: (user) => Effect.all([accounts.remove(user), removePasskeys(user), stateMoved], { discard: true })
  }
})

/** {@link AccountRepository} over Storage. */
export const service = repositoryOf(AccountRepository, make, [AccountsTable, PasskeysTable], ({ remove }) => ({
  erase: ({ id }) => remove(id)
}))

/** Whether a user administers the server: an active account that was made an administrator's account. */
export const isServerAdministrator = (
  accounts: Pick<AccountRepositoryService, "find">,
  user: UserId
): Effect.Effect<boolean, Unavailable> =>
  Effect.map(accounts.find(user), (found) => found?.value.state === "active" && found.value.administrator)
