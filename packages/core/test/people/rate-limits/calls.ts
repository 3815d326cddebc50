import { bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"

/** Rate limits. */
export const resource: Resource = {
  recorded: {
    rateLimits: { take: "reads", wrongSecret: "reads", clean: "cleans" }
  },
  special: () => ({
    rateLimits: {
      take: bySystem("token:a", { limit: 100, windowSeconds: 60 }),
      wrongSecret: bySystem("192.0.2.1"),
      clean: bySystem()
    }
  })
}
