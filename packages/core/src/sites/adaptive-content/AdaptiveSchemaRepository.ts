import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../errors/Errors.js"
import { repositoryOf } from "../../services/Service.js"
import { rows, withoutConflict } from "../../storage/Repository.js"
import { Storage } from "../../storage/Storage.js"
import { table } from "../../storage/Table.js"
import type { SiteId } from "../Site.js"
import type { AdaptiveSchemaRecord } from "./AdaptiveSchema.js"

/** The schema of claims of each site that has one. */
export const AdaptiveSchemasTable = table({
  name: "adaptive_schemas",
  columns: { site: "text" },
  key: ["site"],
  indexes: {}
})

/** Reads and writes schemas of claims; writes belong in a transaction. */
export interface AdaptiveSchemaRepositoryService {
  readonly find: (site: SiteId) => Effect.Effect<AdaptiveSchemaRecord | undefined, Unavailable>
  /** Gives a site a schema, in place of the one that it has. */
  readonly set: (schema: AdaptiveSchemaRecord) => Effect.Effect<void, Unavailable>
  readonly removeOf: (site: string) => Effect.Effect<void, Unavailable>
}

/** The repository of schemas of claims. */
export class AdaptiveSchemaRepository extends Context.Tag("@lectern/core/AdaptiveSchemaRepository")<
  AdaptiveSchemaRepository,
  AdaptiveSchemaRepositoryService
>() {}

const make = Effect.map(Storage, (storage): AdaptiveSchemaRepositoryService => {
  const schemas = rows<AdaptiveSchemaRecord, typeof AdaptiveSchemasTable>(
    storage,
    AdaptiveSchemasTable,
    ({ site }) => ({ site })
  )
  return {
    find: (site) => Effect.map(schemas.find(site), (found) => found?.value),
    set: (schema) =>
      Effect.flatMap(schemas.find(schema.site), (read) =>
        (read === undefined ? schemas.insert(schema) : schemas.replace(read, schema)).pipe(withoutConflict)
      ),
    removeOf: (site) => Effect.asVoid(schemas.remove(site))
  }
})

/** {@link AdaptiveSchemaRepository} over Storage. */
export const service = repositoryOf(AdaptiveSchemaRepository, make, [AdaptiveSchemasTable], ({ removeOf }) => ({
  removeOn: removeOf
}))
