import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../errors/Errors.js"
import { repositoryOf } from "../../services/Service.js"
import { rows, withoutConflict } from "../../storage/Repository.js"
import { Storage } from "../../storage/Storage.js"
import { table } from "../../storage/Table.js"
import type { SiteId } from "../Site.js"
import type { CustomizationRecord } from "./Customization.js"

/** How each site looks that does not look like a new one. */
export const CustomizationsTable = table({
  name: "site_customizations",
  columns: { site: "text" },
  key: ["site"],
  indexes: {}
})

/** Reads and writes how sites look; writes belong in a transaction. */
export interface CustomizationRepositoryService {
  readonly find: (site: SiteId) => Effect.Effect<CustomizationRecord | undefined, Unavailable>
  /** Gives a site a look, in place of the one that it has. */
  readonly set: (customization: CustomizationRecord) => Effect.Effect<void, Unavailable>
  readonly removeOf: (site: string) => Effect.Effect<void, Unavailable>
}

/** The repository of how sites look. */
export class CustomizationRepository extends Context.Tag("@lectern/core/CustomizationRepository")<
  CustomizationRepository,
  CustomizationRepositoryService
>() {}

const make = Effect.map(Storage, (storage): CustomizationRepositoryService => {
  const customizations = rows<CustomizationRecord, typeof CustomizationsTable>(
    storage,
    CustomizationsTable,
    ({ site }) => ({ site })
  )
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

/** {@link CustomizationRepository} over Storage. */
export const service = repositoryOf(CustomizationRepository, make, [CustomizationsTable], ({ removeOf }) => ({
  removeOn: removeOf
}))
