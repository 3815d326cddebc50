import type { Resource } from "../../people/access/resources.js"
import { absent, forbidden } from "../../people/access/rows.js"

/** Explanations of access. */
export const resource: Resource = {
  calls: ({ admin, organization: o, space }) => ({
    rows: {
      accessExplanations: {
        explain: forbidden(o, admin, { kind: "space", id: space }),
        explainSpace: absent(space, {}),
        preview: forbidden(o, { change: "role", user: admin, role: "read" })
      }
    }
  }),
  recorded: {
    accessExplanations: { explain: "reads", explainSpace: "reads", preview: "reads" }
  }
}
