import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"
import { bySystem } from "../audit-events/calling.js"

const day = 86_400_000

/** Events. */
export const resource: Resource = {
  calls: ({ space }) => ({
    rows: {
      events: { list: absent({ space }, {}), now: absent({ space }), wait: absent({ space }, "000000000") }
    }
  }),
  recorded: {
    events: { list: "reads", now: "reads", wait: "reads", clean: "cleans", settle: "reads" }
  },
  special: ({ later }) => ({
    events: {
      clean: { after: later(31 * day), ...bySystem(30) },
      settle: bySystem()
    }
  })
}
