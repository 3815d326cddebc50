import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { rows } from "../../storage/rows/Repository.js"
import { type Duplicate, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { UserId } from "../users/User.js"
import type { ScimUserRecord } from "./ScimResource.js"
import { ScimUsersTable } from "./ScimUsersTable.js"

/** Reads and writes clients' descriptions of members; writes belong in a transaction. */
export interface ScimUserRepositoryService {
  readonly find: (organization: OrganizationId, user: UserId) => Effect.Effect<ScimUserRecord | undefined, Unavailable>
  /** The user with a `userName` in an organization, whatever its case. */
  readonly byUserName: (organization: OrganizationId, name: string) => Effect.Effect<UserId | undefined, Unavailable>
  readonly byExternalId: (organization: OrganizationId, id: string) => Effect.Effect<ReadonlyArray<UserId>, Unavailable>
  /** Stores a record, replacing an earlier one; fails with `Duplicate` if another member has the `userName`. */
  readonly put: (record: ScimUserRecord) => Effect.Effect<void, Duplicate | Unavailable>
  readonly remove: (organization: OrganizationId, user: UserId) => Effect.Effect<void, Unavailable>
}

/** The repository of clients' descriptions of members. */
export class ScimUserRepository extends Context.Tag("@lectern/core/ScimUserRepository")<
  ScimUserRepository,
  ScimUserRepositoryService
>() {}

const make = Effect.map(Storage, (storage): ScimUserRepositoryService => {
  const users = rows(storage, ScimUsersTable)
  return {
    find: (organization, user) => Effect.map(users.find(organization, user), (found) => found?.value),
    byUserName: (organization, name) =>
      Effect.map(
        users.scan({ index: "userName", prefix: [organization, name.toLowerCase()], limit: 1 }),
        ([found]) => found?.value.user
      ),
    byExternalId: (organization, id) =>
      Effect.map(users.scan({ index: "externalId", prefix: [organization, id] }), (found) =>
        found.map(({ value }) => value.user)
      ),
    put: (record) =>
      Effect.flatMap(users.find(record.organization, record.user), (read) =>
        read === undefined
          ? users.insert(record)
          : Effect.catchTag(users.replace(read, record), "VersionMismatch", Effect.die)
      ),
    remove: (organization, user) => Effect.asVoid(users.remove(organization, user))
  }
})

/** {@link ScimUserRepository} over Storage. */
export const service = serviceOf(ScimUserRepository, make)
