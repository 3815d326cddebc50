import { jsonAnswers } from "@lectern/core/idempotency/Idempotency"
import { Effect } from "effect"
import type { Resource } from "../../people/access/resources.js"
import { bySystem } from "../audit-events/calling.js"

const day = 86_400_000
const call = { key: "a-key", operation: "nothing", input: {}, answers: jsonAnswers }

/** Calls under idempotency keys. */
export const resource: Resource = {
  recorded: { idempotency: { once: "notes", clean: "cleans" } },
  special: ({ later }) => ({
    idempotency: {
      once: { args: [call, Effect.void] },
      clean: { after: later(2 * day), ...bySystem() }
    }
  })
}
