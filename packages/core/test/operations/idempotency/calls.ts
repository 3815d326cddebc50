import type { Resource } from "../../people/access/resources.js"
import { bySystem } from "../audit-events/calling.js"

const day = 86_400_000

/** Calls under idempotency keys. */
export const resource: Resource = {
  recorded: { idempotency: { clean: "cleans" } },
  special: ({ later }) => ({ idempotency: { clean: { after: later(2 * day), ...bySystem() } } })
}
