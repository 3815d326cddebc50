import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { OpenIdProviderId, OpenIdProviderRecord } from "./OpenIdProvider.js"
import { OpenIdProvidersTable } from "./OpenIdProvidersTable.js"

/** Reads and writes OpenID providers; writes belong in a transaction that has read the rows they replace. */
export interface OpenIdProviderRepositoryService {
  readonly find: (
    organization: OrganizationId,
    id: OpenIdProviderId
  ) => Effect.Effect<Stored<OpenIdProviderRecord> | undefined, Unavailable>
  /** The OpenID providers of an organization, in the order of creation. */
  readonly list: (
    organization: OrganizationId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<OpenIdProviderRecord>>, Unavailable>
  readonly count: (organization: OrganizationId) => Effect.Effect<number, Unavailable>
  readonly insert: (provider: OpenIdProviderRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (
    read: Stored<OpenIdProviderRecord>,
    provider: OpenIdProviderRecord
  ) => Effect.Effect<void, Unavailable>
  readonly remove: (organization: OrganizationId, id: OpenIdProviderId) => Effect.Effect<void, Unavailable>
}

/** The repository of OpenID providers. */
export class OpenIdProviderRepository extends Context.Tag("@lectern/core/OpenIdProviderRepository")<
  OpenIdProviderRepository,
  OpenIdProviderRepositoryService
>() {}

const make = Effect.map(Storage, (storage): OpenIdProviderRepositoryService => {
  const providers = rows(storage, OpenIdProvidersTable)
  return {
    find: (organization, id) => providers.find(organization, id),
    list: (organization, scan) => providers.scan({ prefix: [organization], ...scan }),
    count: (organization) => providers.count({ prefix: [organization] }),
    insert: (record) => withoutConflict(providers.insert(record)),
    replace: (read, record) => withoutConflict(providers.replace(read, record)),
    remove: (organization, id) => Effect.asVoid(providers.remove(organization, id))
  }
})

/** {@link OpenIdProviderRepository} over Storage. */
export const service = serviceOf(OpenIdProviderRepository, make)
