import { eventTypes } from "@lectern/core/events/Event"
import { CreateWebhook, UpdateWebhook } from "@lectern/core/webhooks/Webhook"
import { url } from "../../engine/bounds/common.js"
import { choice, form, items, nullable, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { forbidden, row } from "../../people/access/rows.js"
import { bySystem } from "../audit-events/calling.js"

const types = Object.keys(eventTypes)
const [first = "", ...others] = types
const fields = {
  url: [...url, form([], ["https://ada@example.com", "https://:secret@example.com"])],
  events: items(0, 100, (index) => types[index % types.length]),
  "events.0": choice(first, ...others)
}

/** Webhooks. */
export const resource: Resource = {
  calls: async ({ organization: o, own }) => {
    const { id } = await own.webhooks.create(o, { url: "https://hooks.example/lectern" })
    // What sends events would write while other calls are watched.
    await own.webhooks.update(o, id, { status: "paused" })
    const { id: delivery } = await own.webhooks.test(o, id)
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    return {
      ids: [id, delivery],
      rows: {
        webhooks: {
          list: forbidden(o, {}),
          create: forbidden(o, { url: "https://hooks.example/mine" }),
          get: forbidden(o, id),
          update: forbidden(o, id, { label: "Mine" }),
          remove: row("nothing", [o, id], "Forbidden"),
          rotate: forbidden(o, id),
          test: forbidden(o, id),
          deliveries: forbidden(o, id, {}),
          replay: forbidden(o, id, delivery)
        }
      }
    }
  },
  recorded: {
    webhooks: {
      list: "reads",
      create: ["webhook.created"],
      get: "reads",
      update: ["webhook.updated"],
      remove: ["webhook.deleted"],
      rotate: ["webhook.updated"],
      test: "notes",
      deliveries: "reads",
      replay: "notes",
      clean: "cleans"
    }
  },
  special: ({ later }) => ({ webhooks: { clean: { after: later(31 * 86_400_000), ...bySystem() } } }),
  locks: {
    webhooks: {
      // The job waits, to look again for webhooks that send.
      create: "organization + job + claim",
      update: "organization + job",
      remove: "organization + job",
      rotate: "organization + job",
      test: "job",
      replay: "job"
    }
  },
  bounds: [
    subject(
      "a webhook",
      CreateWebhook,
      { ...fields, label: text(1, 100) },
      { url: "https://hooks.example", events: [first] }
    ),
    subject(
      "a change of a webhook",
      UpdateWebhook,
      { ...fields, label: nullable(text(1, 100)), status: choice("active", "paused") },
      { events: [first] }
    )
  ]
}
