/** The rows of translation settings. */
import * as Schema from "effect/Schema"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import { auditedRow, id, ignored, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import type { TranslationSettingsRecord } from "./TranslationSettings.js"

const organization = to("organization", "organizations")

/** The rows of the table `translation_settings`. */
export const translationSettings = auditedRow<TranslationSettingsRecord>("translation")({
  target: itself("translation", ({ id, title }) => ({ id, title })),
  organization: ofOrganization,
  fields: {
    id: ignored(id),
    organization: ignored(id),
    title: shown(text),
    languages: shown(Schema.Array(text)),
    createdAt: ignored(text),
    updatedAt: ignored(text)
  },
  references: (settings) => [organization(settings.organization)]
})
