import { bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"

/** Integrity. */
export const resource: Resource = {
  recorded: {
    integrity: { check: "reads", repair: "reads" }
  },
  special: () => ({ integrity: { check: bySystem(), repair: bySystem() } })
}
