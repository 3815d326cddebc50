import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { SamlProviderId, SamlProviderRecord } from "./SamlProvider.js"
import { SamlProvidersTable } from "./SamlProvidersTable.js"

/** Reads and writes SAML providers; writes belong in a transaction that has read the rows they replace. */
export interface SamlProviderRepositoryService {
  readonly find: (
    organization: OrganizationId,
    id: SamlProviderId
  ) => Effect.Effect<Stored<SamlProviderRecord> | undefined, Unavailable>
  /** The SAML providers of an organization, in the order of creation. */
  readonly list: (
    organization: OrganizationId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<SamlProviderRecord>>, Unavailable>
  readonly count: (organization: OrganizationId) => Effect.Effect<number, Unavailable>
  readonly insert: (provider: SamlProviderRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<SamlProviderRecord>, provider: SamlProviderRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (organization: OrganizationId, id: SamlProviderId) => Effect.Effect<void, Unavailable>
}

/** The repository of SAML providers. */
export class SamlProviderRepository extends Context.Tag("@lectern/core/SamlProviderRepository")<
  SamlProviderRepository,
  SamlProviderRepositoryService
>() {}

const make = Effect.map(Storage, (storage): SamlProviderRepositoryService => {
  const providers = rows(storage, SamlProvidersTable)
  return {
    find: (organization, id) => providers.find(organization, id),
    list: (organization, scan) => providers.scan({ prefix: [organization], ...scan }),
    count: (organization) => providers.count({ prefix: [organization] }),
    insert: (record) => withoutConflict(providers.insert(record)),
    replace: (read, record) => withoutConflict(providers.replace(read, record)),
    remove: (organization, id) => providers.remove(organization, id)
  }
})

/** {@link SamlProviderRepository} over Storage. */
export const service = serviceOf(SamlProviderRepository, make)
