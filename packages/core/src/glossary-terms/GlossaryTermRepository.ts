import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { repositoryOf } from "../services/Service.js"
import { rows, type Stored, withoutConflict } from "../storage/Repository.js"
import { type Scan, Storage } from "../storage/Storage.js"
import { table } from "../storage/Table.js"
import type { GlossaryTermId, GlossaryTermRecord } from "./GlossaryTerm.js"

/** The glossary terms of organizations. */
export const GlossaryTermTable = table({
  name: "glossary_terms",
  columns: { organization: "text", id: "text" },
  key: ["organization", "id"],
  indexes: {},
  lockedBy: "organization organization"
})

/** Reads and writes glossary terms; writes belong in a transaction that read what they replace. */
export interface GlossaryTermRepositoryService {
  readonly find: (
    organization: OrganizationId,
    id: GlossaryTermId
  ) => Effect.Effect<Stored<GlossaryTermRecord> | undefined, Unavailable>
  /** Those of an organization, in the order of creation. */
  readonly list: (
    organization: OrganizationId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<GlossaryTermRecord>>, Unavailable>
  readonly count: (organization: OrganizationId) => Effect.Effect<number, Unavailable>
  readonly insert: (term: GlossaryTermRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<GlossaryTermRecord>, term: GlossaryTermRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (organization: OrganizationId, id: GlossaryTermId) => Effect.Effect<void, Unavailable>
}

/** The repository of glossary terms. */
export class GlossaryTermRepository extends Context.Tag("@lectern/core/GlossaryTermRepository")<
  GlossaryTermRepository,
  GlossaryTermRepositoryService
>() {}

const make = Effect.map(Storage, (storage): GlossaryTermRepositoryService => {
  const terms = rows<GlossaryTermRecord, typeof GlossaryTermTable>(
    storage,
    GlossaryTermTable,
    ({ organization, id }) => ({ organization, id })
  )
  return {
    find: (organization, id) => terms.find(organization, id),
    list: (organization, scan) => terms.scan({ prefix: [organization], ...scan }),
    count: (organization) => terms.count({ prefix: [organization] }),
    insert: (record) => withoutConflict(terms.insert(record)),
    replace: (read, record) => withoutConflict(terms.replace(read, record)),
    remove: (organization, id) => terms.remove(organization, id)
  }
})

/** {@link GlossaryTermRepository} over Storage. */
export const service = repositoryOf(GlossaryTermRepository, make, [GlossaryTermTable])
