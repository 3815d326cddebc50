import { TranslationSettingsInput } from "@lectern/core/translations/TranslationSettings"
import { subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, silent } from "../../people/access/rows.js"

/** Translation settings. */
export const resource: Resource = {
  calls: async ({ organization: o, own }) => {
    const { id } = await own.translations.create(o, { title: "French" })
    return {
      ids: [id],
      rows: {
        translations: {
          list: forbidden(o, {}),
          create: forbidden(o, { title: "Mine" }),
          get: absent(o, id),
          update: absent(o, id, { title: "Mine" }),
          remove: silent(o, id)
        }
      }
    }
  },
  recorded: {
    translations: {
      list: "reads",
      create: ["translation.created"],
      get: "reads",
      update: ["translation.updated"],
      remove: ["translation.deleted"]
    }
  },
  locks: { translations: { create: "organization", update: "organization", remove: "organization" } },
  bounds: [subject("translation settings", TranslationSettingsInput, { title: text(1, 100) })]
}
