import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { TranslationSettingsId, TranslationSettingsRecord } from "./TranslationSettings.js"

/** The translation settings of organizations. */
export const TranslationSettingsTable = recordTable({
  name: "translation_settings",
  columns: { organization: "text", id: "text" },
  key: ["organization", "id"],
  indexes: {},
  lockedBy: "organization organization",
  columnsOf: ({ organization, id }: TranslationSettingsRecord) => ({ organization, id }),
  row: () => import("./TranslationSettingsRows.js").then(({ translationSettings }) => translationSettings)
})

/** Reads and writes translation settings; writes belong in a transaction that has read the rows they replace. */
export interface TranslationSettingsRepositoryService {
  readonly find: (
    organization: OrganizationId,
    id: TranslationSettingsId
  ) => Effect.Effect<Stored<TranslationSettingsRecord> | undefined, Unavailable>
  /** The translation settings of an organization, in the order of creation. */
  readonly list: (
    organization: OrganizationId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<TranslationSettingsRecord>>, Unavailable>
  readonly count: (organization: OrganizationId) => Effect.Effect<number, Unavailable>
  readonly insert: (settings: TranslationSettingsRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (
    read: Stored<TranslationSettingsRecord>,
    settings: TranslationSettingsRecord
  ) => Effect.Effect<void, Unavailable>
  readonly remove: (organization: OrganizationId, id: TranslationSettingsId) => Effect.Effect<void, Unavailable>
}

/** The repository of translation settings. */
export class TranslationSettingsRepository extends Context.Tag("@lectern/core/TranslationSettingsRepository")<
  TranslationSettingsRepository,
  TranslationSettingsRepositoryService
>() {}

const make = Effect.map(Storage, (storage): TranslationSettingsRepositoryService => {
  const settings = rows(storage, TranslationSettingsTable)
  return {
    find: (organization, id) => settings.find(organization, id),
    list: (organization, scan) => settings.scan({ prefix: [organization], ...scan }),
    count: (organization) => settings.count({ prefix: [organization] }),
    insert: (record) => withoutConflict(settings.insert(record)),
    replace: (read, record) => withoutConflict(settings.replace(read, record)),
    remove: (organization, id) => settings.remove(organization, id)
  }
})

/** {@link TranslationSettingsRepository} over Storage. */
export const service = repositoryOf(TranslationSettingsRepository, make, [TranslationSettingsTable])
