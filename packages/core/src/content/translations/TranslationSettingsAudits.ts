/** Audit rules of translation settings. */
import { type Auditing, audited, itself, ofOrganization } from "../../storage/rows/Audited.js"
import type { TranslationSettingsRecord } from "./TranslationSettings.js"

/** The audit rules of translation settings. */
export const audits: ReadonlyArray<Auditing> = [
  audited<TranslationSettingsRecord>("translation_settings", {
    kind: "translation",
    target: itself("translation", ({ id, title }) => ({ id, title })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      title: "shown",
      languages: "shown",
      createdAt: "ignored",
      updatedAt: "ignored"
    }
  })
]
