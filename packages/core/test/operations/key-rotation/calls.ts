import { bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"

/** Sealed secrets. */
export const resource: Resource = {
  recorded: {
    secrets: { keys: "reads", reseal: ["encryption-keys.updated"] }
  },
  special: () => ({ secrets: { keys: bySystem(), reseal: bySystem() } })
}
