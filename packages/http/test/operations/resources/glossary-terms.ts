/** The operations of glossary terms. */
import type { Ids } from "../../support/world.js"
import { absentToGuests, body, organization as onOrganization } from "../../visibility/entries.js"
import type { Resource } from "../resources.js"
import { ask, malformed, never, organization, within } from "../rows.js"

const all = within(organization, "/glossary-terms")
const one = (ids: Ids) => `${all(ids)}/${ids.params.glossaryTermId}`
const unknown = within(all, "/unknown")

/** A request for each status of each operation. */
export const operations: Resource["operations"] = {
  listGlossaryTerms: {
    method: "GET",
    own: true,
    path: all,
    status: 200,
    failures: { 400: { path: within(all, "?limit=-1") }, 403: { as: "gus" }, 404: { as: "eve" }, 409: never.readsOnly },
    more: [{ as: "rex" }]
  },
  createGlossaryTerm: {
    method: "POST",
    own: true,
    path: all,
    status: 201,
    body: () => ({ term: "Lectern", definition: "A desk to read from" }),
    failures: {
      400: { body: () => ({ term: "", definition: "Nothing" }) },
      403: { as: "rex" },
      404: { as: "eve" },
      409: never.noState
    }
  },
  getGlossaryTerm: {
    method: "GET",
    own: true,
    path: one,
    status: 200,
    failures: { 400: { path: within(all, "/%zz") }, 403: never.seesOrNot, 404: { as: "gus" }, 409: never.readsOnly },
    more: [{ as: "rex" }]
  },
  updateGlossaryTerm: {
    method: "PUT",
    own: true,
    path: one,
    status: 200,
    body: () => ({ term: "Renamed", definition: "A desk to read from" }),
    failures: { 400: malformed, 403: { as: "rex" }, 404: { path: unknown }, 409: never.noState }
  },
  deleteGlossaryTerm: {
    method: "DELETE",
    own: true,
    path: one,
    status: 204,
    failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
    more: [{ path: unknown }, { as: "gus" }, { as: "eve" }, { prepare: ask("DELETE", one) }]
  }
}

/** Who may do them. */
export const visibility: Resource["visibility"] = {
  listGlossaryTerms: onOrganization("read"),
  createGlossaryTerm: onOrganization("create", body({ term: "Made", definition: "A desk to read from" })),
  getGlossaryTerm: onOrganization("read", absentToGuests),
  updateGlossaryTerm: onOrganization("create", {
    ...absentToGuests,
    ...body({ term: "Renamed", definition: "A desk to read from" })
  }),
  deleteGlossaryTerm: onOrganization("create", absentToGuests)
}

/** A glossary term. */
export const params: Resource["params"] = async ({ glossaryTerms }, organization) => ({
  glossaryTermId: (await glossaryTerms.create(organization, { term: "Page", definition: "A text with a title" })).id
})
