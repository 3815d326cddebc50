import * as Effect from "effect/Effect"
import type { Unavailable } from "../../../foundation/errors/Errors.js"
import type { SiteId } from "../../../people/places/Site.js"
import { rows, withoutConflict } from "../../../storage/rows/Repository.js"
import { Storage } from "../../../storage/rows/Storage.js"
import { CustomizationsTable } from "../SiteSettingsTables.js"
import type { CustomizationRecord } from "./Customization.js"

/** Reads and writes the look of sites; writes belong in a transaction. */
export interface CustomizationRepositoryService {
  readonly find: (site: SiteId) => Effect.Effect<CustomizationRecord | undefined, Unavailable>
  /** Sets the look of a site, replacing an earlier one. */
  readonly set: (customization: CustomizationRecord) => Effect.Effect<void, Unavailable>
  readonly removeOf: (site: string) => Effect.Effect<void, Unavailable>
}

/**
 * {@link CustomizationRepositoryService} over Storage. Not a service of the engine, so that it is loaded with its
 * users.
 */
export const makeCustomizationRepository = Effect.map(Storage, (storage): CustomizationRepositoryService => {
  const customizations = rows(storage, CustomizationsTable)
  return {
    find: (site) => Effect.map(customizations.find(site), (found) => found?.value),
    set: (customization) =>
      Effect.flatMap(customizations.find(customization.site), (read) =>
        (read === undefined ? customizations.insert(customization) : customizations.replace(read, customization)).pipe(
          withoutConflict
        )
      ),
    removeOf: (site) => Effect.asVoid(customizations.remove(site))
  }
})
