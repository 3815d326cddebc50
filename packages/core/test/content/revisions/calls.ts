import { RestoreRevision, RevisionsQuery } from "@lectern/core/content/Revision"
import { NameRevision } from "@lectern/core/revisions/NamedRevision"
import { integer, items, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, silent } from "../../people/access/rows.js"

/** Revisions. */
export const resource: Resource = {
  calls: async ({ changeRequest, own, page, revision, space }) => {
    const first = (await own.revisions.list(space, {})).items.at(-1)
    if (first === undefined) throw new Error("the space has no revision")
    await own.revisions.name(space, first.id, { name: "First" })
    return {
      ids: [first.id],
      rows: {
        revisions: {
          list: absent(space, {}),
          listOfRequest: absent(space, changeRequest, {}),
          changes: absent(space, revision),
          compare: absent(space, revision, revision),
          compareItem: absent(space, revision, page),
          rollback: absent(space, revision),
          restore: absent(space, revision, { pages: [page], changeRequest }),
          name: absent(space, revision, { name: "Mine" }),
          removeName: silent(space, first.id)
        }
      }
    }
  },
  recorded: {
    revisions: {
      list: "reads",
      listOfRequest: "reads",
      changes: "reads",
      compare: "reads",
      compareItem: "reads",
      rollback: "content",
      restore: "content",
      name: ["named-revision.created"],
      removeName: ["named-revision.deleted"]
    }
  },
  locks: {
    revisions: {
      rollback: "space",
      restore: "space",
      name: "space",
      removeName: "space"
    }
  },
  bounds: [
    subject("a list of revisions", RevisionsQuery, { limit: integer(0, 1000) }),
    subject("what to restore", RestoreRevision, { pages: items(1, 50, () => "page") }),
    subject("the name of a revision", NameRevision, { name: text(1, 100), description: text(1, 1000) }, { name: "v1" })
  ]
}
