/** The invariants of translation settings. */
import * as Schema from "effect/Schema"
import { OrganizationsTable } from "../../people/organizations/OrganizationRepository.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { TranslationSettingsTable } from "./TranslationSettingsRepository.js"

const organization = to("organization", OrganizationsTable)

/** Invariants of the rows of translation settings. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(TranslationSettingsTable, {
    fields: {
      id,
      organization: id,
      title: text,
      languages: Schema.Array(text),
      createdAt: text,
      updatedAt: text
    },
    references: (settings) => [organization(settings.organization)]
  })
]
