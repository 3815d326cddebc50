/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import {
  createdAt,
  described,
  identified,
  location,
  may,
  permissions,
  updatedAt,
  urls
} from "../../foundation/schema/Described.js"
import { Text, text } from "../../foundation/schema/Text.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"

/** The id of translation settings. */
export const TranslationSettingsId = Schema.String.pipe(Schema.brand("TranslationSettingsId"))
export type TranslationSettingsId = typeof TranslationSettingsId.Type

/** A set of languages that content is translated to, as answered. */
export const TranslationSettings = Schema.Struct({
  object: Schema.Literal("translation-settings"),
  id: identified(TranslationSettingsId),
  title: described(Text, "The name of the set, 1 to 100 characters."),
  languages: described(
    Schema.Array(Text),
    "The codes of the languages, such as `fr`. Empty on this server, which translates nothing itself."
  ),
  createdAt,
  updatedAt,
  permissions: permissions({ view: may("see the settings"), edit: may("change and delete the settings") }),
  urls: urls({ location })
}).annotations({
  identifier: "TranslationSettings",
  description: "A set of languages that content is translated into."
})
export type TranslationSettings = typeof TranslationSettings.Type

/** Input for creating or replacing translation settings. */
export const TranslationSettingsInput = Schema.Struct({
  title: described(text(1, 100), "The name of the set, 1 to 100 characters.")
}).annotations({
  identifier: "TranslationSettingsInput",
  description: "A set of languages, to create or to replace the earlier one."
})
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
