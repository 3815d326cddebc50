import { OrganizationId } from "@lectern/core/organizations/Organization"
import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, type Operation, organization, within } from "../../contract/rows.js"
import { absentToGuests, body, onOrganization } from "../../people/access/visibility/entries.js"
import type { Ids, World } from "../../support/world.js"

const all = within(organization, "/openapi")
const one = within(all, "/pets")
const unknown = within(all, "/unknown")
const pending = within(all, "/pending")
const version = (ids: Ids) => `${one(ids)}/versions/${ids.specVersion}`
const source = { text: "no specification" }
/** As many specifications as an organization may have. */
const fill = async ({ ids, lectern }: World) => {
  const { openAPISpecs } = lectern.asSystem()
  const { count } = await openAPISpecs.list(OrganizationId.make(ids.organization), { limit: 0 })
  for (let n = count; n < 1000; n++) {
    await openAPISpecs.create(OrganizationId.make(ids.organization), { slug: `s${n}`, source })
  }
}
const read = (path: (ids: Ids) => string, absent: (ids: Ids) => string): Operation => ({
  method: "GET",
  path,
  status: 200,
  failures: {
    400: { path: within(all, path === one ? "/%zz" : "/%zz/versions/latest") },
    403: never.seesOrNot,
    404: { path: absent },
    409: never.readsOnly
  },
  more: [{ as: "rex" }]
})
const atPath = (operation: Operation, malformed: string): Operation => ({
  ...operation,
  failures: { ...operation.failures, 400: { path: within(all, malformed) } }
})

/** OpenAPI specifications. */
export const resource: Resource = {
  operations: {
    listOpenAPISpecs: {
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
    createOpenAPISpec: {
      method: "POST",
      path: all,
      status: 201,
      body: () => ({ slug: "made", source }),
      failures: {
        400: { body: () => ({ slug: "made", source: {} }) },
        403: { as: "rex" },
        404: { as: "eve" },
        409: { body: () => ({ slug: "pets", source }) }
      },
      more: [{ body: () => ({ slug: "fetched", source: { url: "https://api.example/openapi.yaml" } }) }]
    },
    getOpenAPISpecBySlug: read(one, unknown),
    createOrUpdateOpenAPISpecBySlug: {
      method: "PUT",
      path: one,
      status: 200,
      body: () => ({ source }),
      failures: {
        400: { path: within(all, "/Not%20a%20slug") },
        403: { as: "rex" },
        404: { as: "eve" },
        409: { path: within(all, "/one-too-many"), prepare: fill }
      },
      more: [{ path: within(all, "/made") }]
    },
    deleteOpenAPISpecBySlug: {
      method: "DELETE",
      path: one,
      status: 204,
      failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: unknown }, { as: "gus" }, { as: "eve" }, { prepare: ask("DELETE", one) }]
    },
    updateOpenAPISpecBySlug: {
      method: "PATCH",
      path: one,
      status: 200,
      body: () => ({ visibility: "public" }),
      failures: { 400: malformed, 403: { as: "rex" }, 404: { path: unknown }, 409: never.noState },
      more: [{ body: () => ({ visibility: "private" }) }]
    },
    listOpenAPISpecVersions: atPath(
      read(within(one, "/versions"), within(unknown, "/versions")),
      "/pets/versions?page=broken"
    ),
    getLatestOpenAPISpecVersion: read(within(one, "/versions/latest"), within(pending, "/versions/latest")),
    getLatestOpenAPISpecVersionContent: atPath(
      read(within(one, "/versions/latest/content"), within(unknown, "/versions/latest/content")),
      "/%zz/versions/latest/content"
    ),
    getOpenAPISpecVersionById: atPath(read(version, within(one, "/versions/unknown")), "/pets/versions/%zz"),
    getOpenAPISpecVersionContentById: atPath(
      read(within(version, "/content"), within(one, "/versions/unknown/content")),
      "/pets/versions/%zz/content"
    )
  },
  visibility: {
    listOpenAPISpecs: onOrganization("read"),
    createOpenAPISpec: onOrganization("create", body({ slug: "made", source: { text: "x" } })),
    getOpenAPISpecBySlug: onOrganization("read", absentToGuests),
    createOrUpdateOpenAPISpecBySlug: onOrganization("create", body({ source: { text: "x" } })),
    deleteOpenAPISpecBySlug: onOrganization("create", absentToGuests),
    updateOpenAPISpecBySlug: onOrganization("create", { ...absentToGuests, ...body({ visibility: "public" }) }),
    listOpenAPISpecVersions: onOrganization("read", absentToGuests),
    getLatestOpenAPISpecVersion: onOrganization("read", absentToGuests),
    getLatestOpenAPISpecVersionContent: onOrganization("read", absentToGuests),
    getOpenAPISpecVersionById: onOrganization("read", absentToGuests),
    getOpenAPISpecVersionContentById: onOrganization("read", absentToGuests)
  }
}
