import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

/** Revisions. */
export const resource: Resource = {
  calls: ({ revision, space }) => ({
    rows: {
      revisions: {
        changes: absent(space, revision),
        compare: absent(space, revision, revision),
        rollback: absent(space, revision)
      }
    }
  }),
  recorded: {
    revisions: { changes: "reads", compare: "reads", rollback: "content" }
  },
  locks: {
    revisions: {
      rollback: "space"
    }
  }
}
