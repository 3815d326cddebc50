import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { UserId } from "../users/User.js"
import type { IdentityRecord } from "./Identity.js"

/** The identities of people at identity providers, for each organization and, with an empty one, for the server. */
export const IdentitiesTable = recordTable({
  name: "identities",
  columns: { organization: "text", kind: "text", issuer: "text", subject: "text", user: "text" },
  key: ["organization", "kind", "issuer", "subject"],
  indexes: { user: { on: ["user", "organization"] } },
  lockedBy: ["organization organization", "user user"],
  columnsOf: ({ issuer, kind, organization, subject, user }: IdentityRecord) => ({
    organization,
    kind,
    issuer,
    subject,
    user
  }),
  row: () => import("./IdentityRows.js").then(({ identities }) => identities)
})

/** The key of an identity. */
export type IdentityKey = Pick<IdentityRecord, "organization" | "kind" | "issuer" | "subject">

/** Reads and writes identities; writes belong in a transaction. */
export interface IdentityRepositoryService {
  readonly find: (key: IdentityKey) => Effect.Effect<Stored<IdentityRecord> | undefined, Unavailable>
  /** The identities of a user in an organization, or for the server if that is empty. */
  readonly ofUser: (user: UserId, organization: string) => Effect.Effect<ReadonlyArray<IdentityRecord>, Unavailable>
  readonly insert: (identity: IdentityRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (key: IdentityKey) => Effect.Effect<void, Unavailable>
  /** Removes the identities of a user in an organization, or for the server if that is empty. */
  readonly removeOfUser: (user: UserId, organization: string) => Effect.Effect<void, Unavailable>
  /** Removes every identity of an issuer, which also ends the sessions of these people. */
  readonly removeOfIssuer: (issuer: Omit<IdentityKey, "subject">) => Effect.Effect<void, Unavailable>
}

/** The repository of identities. */
export class IdentityRepository extends Context.Tag("@lectern/core/IdentityRepository")<
  IdentityRepository,
  IdentityRepositoryService
>() {}

const make = Effect.map(Storage, (storage): IdentityRepositoryService => {
  const identities = rows(storage, IdentitiesTable)
  return {
    find: ({ issuer, kind, organization, subject }) => identities.find(organization, kind, issuer, subject),
    ofUser: (user, organization) =>
      Effect.map(identities.scan({ index: "user", prefix: [user, organization] }), (found) =>
        found.map(({ value }) => value)
      ),
    insert: (identity) => withoutConflict(identities.insert(identity)),
    remove: ({ issuer, kind, organization, subject }) =>
      Effect.asVoid(identities.remove(organization, kind, issuer, subject)),
    removeOfUser: (user, organization) => identities.removeAll({ index: "user", prefix: [user, organization] }),
    removeOfIssuer: ({ issuer, kind, organization }) => identities.removeAll({ prefix: [organization, kind, issuer] })
  }
})

/**
 * {@link IdentityRepository} over Storage. A member who leaves loses the identities at the organization's providers.
 */
export const service = repositoryOf(IdentityRepository, make, [IdentitiesTable], ({ removeOfUser }) => ({
  leave: (organization, user) => removeOfUser(user, organization),
  erase: ({ id }) => removeOfUser(id, "")
}))
