import * as Effect from "effect/Effect"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import type { SiteId } from "../../../people/places/Site.js"
import { rows, withoutConflict } from "../../../storage/rows/Repository.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { AdaptiveSchemasTable } from "../SiteSettingsTables.js"
import type { AdaptiveSchemaRecord } from "./AdaptiveSchema.js"

/** Reads and writes schemas of claims; writes belong in a transaction. */
export interface AdaptiveSchemaRepositoryService {
  readonly find: (site: SiteId) => Effect.Effect<AdaptiveSchemaRecord | undefined, Unavailable>
  /** Sets the schema of a site, replacing an earlier one. */
  readonly set: (schema: AdaptiveSchemaRecord) => Effect.Effect<void, Unavailable>
  readonly removeOf: (site: string) => Effect.Effect<void, Unavailable>
}

/**
 * {@link AdaptiveSchemaRepositoryService} over Storage. Not a service of the engine, so that it is loaded with its
 * users.
 */
export const makeAdaptiveSchemaRepository = Effect.map(Storage, (storage): AdaptiveSchemaRepositoryService => {
  const schemas = rows(storage, AdaptiveSchemasTable)
  return {
    find: (site) => Effect.map(schemas.find(site), (found) => found?.value),
    set: (schema) =>
      Effect.flatMap(schemas.find(schema.site), (read) =>
        (read === undefined ? schemas.insert(schema) : schemas.replace(read, schema)).pipe(withoutConflict)
      ),
    removeOf: (site) => Effect.asVoid(schemas.remove(site))
  }
})
