/** The table of the versions of items. */
import { recordTable } from "../../storage/rows/RecordTable.js"
import type { ItemValue, ItemVersion } from "./Item.js"

/**
 * The versions. By key, the version of an item at a sequence is one walk backwards from it; `path` does the same for a
 * page's path; `alive` finds the current children of a page in order, and everything that existed after a sequence;
 * `changed` finds the changes of a line since a sequence.
 */
export const Items = recordTable({
  name: "items",
  columns: {
    line: "text",
    item: "text",
    from: "integer",
    until: "integer",
    kind: "text",
    parent: "text",
    position: "text",
    path: "text?"
  },
  key: ["line", "item", "from"],
  indexes: {
    path: { on: ["line", "path", "from"] },
    alive: { on: ["line", "until", "kind", "parent", "position"] },
    changed: { on: ["line", "from"] }
  },
  lockedBy: "space",
  columnsOf: ({ line, from, until, value, deleted }: ItemVersion) => ({
    line,
    item: value.id,
    from,
    until,
    kind: value.kind,
    parent: parentOf(value),
    position: positionOf(value),
    path: value.kind === "page" && value.type !== "link" && !deleted ? value.path : null
  }),
  unaudited: "content",
  row: () => import("./ItemRows.js").then(({ items }) => items)
})

/** The id of the page above an item; empty for files and for pages at the top. */
export const parentOf = (value: ItemValue): string => (value.kind === "page" ? value.parent : "")

/** The position of an item among those beside it. */
export const positionOf = (value: ItemValue): string => (value.kind === "page" ? value.position : value.id)
