import { bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"

/** Unreferenced blobs. */
export const resource: Resource = {
  recorded: {
    blobs: { collect: "cleans" }
  },
  special: () => ({ blobs: { collect: bySystem() } })
}
