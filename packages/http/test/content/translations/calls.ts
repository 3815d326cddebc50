import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, organization, within } from "../../contract/rows.js"
import { absentToGuests, body, onOrganization } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const all = within(organization, "/translations")
const one = (ids: Ids) => `${all(ids)}/${ids.params.translationSettingsId}`
const unknown = within(all, "/unknown")

/** Translation settings. */
export const resource: Resource = {
  operations: {
    listTranslations: {
      method: "GET",
      path: all,
      status: 200,
      failures: {
        400: { path: within(all, "?limit=-1") },
        403: { as: "gus" },
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ as: "rex" }]
    },
    createTranslation: {
      method: "POST",
      path: all,
      status: 201,
      body: () => ({ title: "Romance languages" }),
      failures: {
        400: { body: () => ({ title: "" }) },
        403: { as: "rex" },
        404: { as: "eve" },
        409: never.noState
      }
    },
    getTranslation: {
      method: "GET",
      path: one,
      status: 200,
      failures: { 400: { path: within(all, "/%zz") }, 403: never.seesOrNot, 404: { as: "gus" }, 409: never.readsOnly },
      more: [{ as: "rex" }]
    },
    updateTranslation: {
      method: "PUT",
      path: one,
      status: 200,
      body: () => ({ title: "Renamed" }),
      failures: { 400: malformed, 403: { as: "rex" }, 404: { path: unknown }, 409: never.noState }
    },
    deleteTranslation: {
      method: "DELETE",
      path: one,
      status: 204,
      failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: unknown }, { as: "gus" }, { as: "eve" }, { prepare: ask("DELETE", one) }]
    }
  },
  visibility: {
    listTranslations: onOrganization("read"),
    createTranslation: onOrganization("create", body({ title: "Made" })),
    getTranslation: onOrganization("read", absentToGuests),
    updateTranslation: onOrganization("create", { ...absentToGuests, ...body({ title: "Renamed" }) }),
    deleteTranslation: onOrganization("create", absentToGuests)
  },
  params: async ({ translations }, organization) => ({
    translationSettingsId: (await translations.create(organization, { title: "Languages" })).id
  })
}
