import * as Schema from "effect/Schema"
import type { OrganizationId } from "../organizations/Organization.js"
import { Text, Timestamp, text } from "../schema/Text.js"

/** The id of translation settings. */
export const TranslationSettingsId = Schema.String.pipe(Schema.brand("TranslationSettingsId"))
/** @see {@link TranslationSettingsId} */
export type TranslationSettingsId = typeof TranslationSettingsId.Type

/** A set of languages that content is translated to, as answered. */
export const TranslationSettings = Schema.Struct({
  object: Schema.Literal("translation-settings"),
  id: TranslationSettingsId,
  title: Text,
  languages: Schema.Array(Text),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  permissions: Schema.Struct({ view: Schema.Boolean, edit: Schema.Boolean }),
  urls: Schema.Struct({ location: Schema.String })
}).annotations({ identifier: "TranslationSettings" })
/** @see {@link TranslationSettings} */
export type TranslationSettings = typeof TranslationSettings.Type

/** What translation settings are made from, and what replaces them. */
export const TranslationSettingsInput = Schema.Struct({ title: text(1, 100) }).annotations({
  identifier: "TranslationSettingsInput"
})
/** @see {@link TranslationSettingsInput} */
export type TranslationSettingsInput = typeof TranslationSettingsInput.Type

/** Translation settings as stored. */
export interface TranslationSettingsRecord {
  readonly id: TranslationSettingsId
  readonly organization: OrganizationId
  readonly title: string
  readonly languages: ReadonlyArray<string>
  readonly createdAt: string
  readonly updatedAt: string
}
