import { EditLiveText } from "@lectern/core/live-texts/LiveText"
import { integer, items, subject, text } from "../../engine/bounds/fields.js"
import { bySystem } from "../../operations/audit-events/calling.js"
import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

/** The version of a text that nobody edits live, at the second revision of its space. */
const version = 2 * 2 ** 20

const highest = Number.MAX_SAFE_INTEGER

/** Live texts. */
export const resource: Resource = {
  calls: ({ admin, page, space }) => {
    const client = `${admin}.a`
    return {
      rows: {
        liveTexts: {
          get: absent(space, page),
          edit: absent(space, page, { client, version, updates: [{ changes: [8, [0, "Mine"]] }] }),
          follow: absent(space, page, { after: version }),
          wait: absent(space, page, { after: 0 }),
          leave: absent(space, page, client),
          open: absent(space, page)
        }
      }
    }
  },
  recorded: {
    liveTexts: {
      get: "reads",
      edit: "content",
      follow: "reads",
      wait: "reads",
      leave: "reads",
      open: "reads",
      settle: "reads"
    }
  },
  locks: { liveTexts: { edit: "space + row", leave: "space" } },
  bounds: [
    subject(
      "changes of a live text",
      EditLiveText,
      {
        client: text(1, 200),
        version: integer(0, highest),
        updates: items(0, 200, () => ({ changes: [] })),
        "updates.0.changes": items(0, 10_000, () => 1),
        "updates.0.changes.0": integer(0, highest),
        "selection.anchor": integer(0, highest),
        "selection.head": integer(0, highest)
      },
      { client: "a", version: 0, updates: [{ changes: [1] }], selection: { anchor: 0, head: 0 } }
    )
  ],
  special: () => ({ liveTexts: { settle: bySystem() } })
}
