import { RestoreRevision, RevisionsQuery } from "@lectern/core/content/Revision"
import { integer, items, subject } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

/** Revisions. */
export const resource: Resource = {
  calls: ({ changeRequest, page, revision, space }) => ({
    rows: {
      revisions: {
        list: absent(space, {}),
        listOfRequest: absent(space, changeRequest, {}),
        changes: absent(space, revision),
        compare: absent(space, revision, revision),
        compareItem: absent(space, revision, page),
        rollback: absent(space, revision),
        restore: absent(space, revision, { pages: [page], changeRequest })
      }
    }
  }),
  recorded: {
    revisions: {
      list: "reads",
      listOfRequest: "reads",
      changes: "reads",
      compare: "reads",
      compareItem: "reads",
      rollback: "content",
      restore: "content"
    }
  },
  locks: {
    revisions: {
      rollback: "space",
      restore: "space"
    }
  },
  bounds: [
    subject("a list of revisions", RevisionsQuery, { limit: integer(0, 1000) }),
    subject("what to restore", RestoreRevision, { pages: items(1, 50, () => "page") })
  ]
}
