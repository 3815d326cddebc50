import { OrganizationId } from "@lectern/core/organizations/Organization"
import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, organization, within } from "../../contract/rows.js"
import { body, onOrganization } from "../../people/access/visibility/entries.js"
import type { Ids, World } from "../../support/world.js"

const all = within(organization, "/webhooks")
const one = (ids: Ids) => `${all(ids)}/${ids.params.webhookId}`
const delivery = (ids: Ids) => `${one(ids)}/deliveries/${ids.params.deliveryId}`
const unknown = within(all, "/unknown")
const url = "https://hooks.example/lectern"
/** As many webhooks as an organization may have. */
const fill = async ({ ids, lectern }: World) => {
  const { webhooks } = lectern.asSystem()
  const id = OrganizationId.make(ids.organization)
  const { count } = await webhooks.list(id, { limit: 0 })
  for (let n = count; n < 50; n++) await webhooks.create(id, { url })
}
const refused = { 403: { as: "rex" }, 404: { path: unknown } } as const
const acting = (rest: string) => ({
  400: { path: within(all, `/%zz${rest}`) },
  403: { as: "rex" } as const,
  404: { path: within(unknown, rest) },
  409: never.noState
})

/** Webhooks. */
export const resource: Resource = {
  operations: {
    listWebhooks: {
      method: "GET",
      path: all,
      status: 200,
      failures: {
        400: { path: within(all, "?limit=-1") },
        403: { as: "rex" },
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ path: (ids) => `${all(ids)}?space=${ids.spaces.main}` }]
    },
    createWebhook: {
      method: "POST",
      path: all,
      status: 201,
      body: () => ({ url, events: ["space_content_updated"], label: "Search elsewhere" }),
      failures: {
        400: { body: () => ({ url: "http://hooks.example/lectern" }) },
        403: { as: "rex" },
        404: { body: () => ({ url, space: "unknown" }) },
        409: { prepare: fill }
      },
      more: [{ body: ({ spaces }) => ({ url, space: spaces.main }) }]
    },
    getWebhook: {
      method: "GET",
      path: one,
      status: 200,
      failures: { 400: { path: within(all, "/%zz") }, ...refused, 409: never.readsOnly }
    },
    updateWebhook: {
      method: "PATCH",
      path: one,
      status: 200,
      body: () => ({ label: "Renamed", status: "paused" }),
      failures: { 400: malformed, ...refused, 409: never.noState },
      more: [{ body: () => ({ label: null, events: [], status: "active" }) }]
    },
    deleteWebhook: {
      method: "DELETE",
      path: one,
      status: 204,
      failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: unknown }, { as: "eve" }, { prepare: ask("DELETE", one) }]
    },
    rotateWebhookSecret: { method: "POST", path: within(one, "/rotate"), status: 200, failures: acting("/rotate") },
    testWebhook: { method: "POST", path: within(one, "/test"), status: 200, failures: acting("/test") },
    listWebhookDeliveries: {
      method: "GET",
      path: within(one, "/deliveries"),
      status: 200,
      failures: {
        400: { path: within(one, "/deliveries?limit=-1") },
        403: { as: "rex" },
        404: { path: within(unknown, "/deliveries") },
        409: never.readsOnly
      }
    },
    replayWebhookDelivery: {
      method: "POST",
      path: within(delivery, "/replay"),
      status: 200,
      failures: {
        ...acting("/deliveries/unknown/replay"),
        404: { path: within(one, "/deliveries/unknown/replay") }
      }
    }
  },
  own: [
    "createWebhook",
    "deleteWebhook",
    "getWebhook",
    "listWebhookDeliveries",
    "listWebhooks",
    "replayWebhookDelivery",
    "rotateWebhookSecret",
    "testWebhook",
    "updateWebhook"
  ],
  visibility: {
    listWebhooks: onOrganization("admin"),
    createWebhook: onOrganization("admin", body({ url })),
    getWebhook: onOrganization("admin"),
    updateWebhook: onOrganization("admin", body({ label: "Renamed" })),
    deleteWebhook: onOrganization("admin"),
    rotateWebhookSecret: onOrganization("admin"),
    testWebhook: onOrganization("admin"),
    listWebhookDeliveries: onOrganization("admin"),
    replayWebhookDelivery: onOrganization("admin")
  },
  params: async ({ webhooks }, organization) => {
    const { id } = await webhooks.create(organization, { url })
    // What sends events would write while other calls are watched.
    await webhooks.update(organization, id, { status: "paused" })
    const { id: deliveryId } = await webhooks.test(organization, id)
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    return { webhookId: id, deliveryId }
  }
}
