/**
 * The calls of translation settings: how they end for strangers, their audit events and locks, and the bounds of their
 * input.
 */
import { TranslationSettingsInput } from "@lectern/core/translations/TranslationSettings"
import { subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden, silent } from "../../people/access/rows.js"

/** The calls, on translation settings of the organization. */
export const calls: Resource["calls"] = async ({ organization, own }) => {
  const { id } = await own.translations.create(organization, { title: "French" })
  return {
    ids: [id],
    rows: {
      translations: {
        list: forbidden(organization, {}),
        create: forbidden(organization, { title: "Mine" }),
        get: absent(organization, id),
        update: absent(organization, id, { title: "Mine" }),
        remove: silent(organization, id)
      }
    }
  }
}

/** The audit events that they record. */
export const recorded: Resource["recorded"] = {
  translations: {
    list: "reads",
    create: ["translation.created"],
    get: "reads",
    update: ["translation.updated"],
    remove: ["translation.deleted"]
  }
}

/** The locks that they take. */
export const locks: Resource["locks"] = {
  "translations.create": "organization",
  "translations.update": "organization",
  "translations.remove": "organization"
}

/** The bounds of their input. */
export const bounds: Resource["bounds"] = [
  subject("translation settings", TranslationSettingsInput, { title: text(1, 100) })
]
