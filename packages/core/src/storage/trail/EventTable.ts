/** The table of events. */
import { recordTable } from "../rows/RecordTable.js"
import type { EventRecord } from "./Event.js"

/** The events: first those without a number, by time; then by number, in all, of an organization and of a space. */
export const EventsTable = recordTable({
  name: "events",
  columns: { key: "text", number: "integer?", organization: "text", space: "text" },
  key: ["key"],
  indexes: {
    number: { on: ["number"] },
    organization: { on: ["organization", "number"] },
    space: { on: ["space", "number"] }
  },
  lockedBy: "free",
  columnsOf: ({ key, number, organization, space }: EventRecord) => ({
    key,
    number: number ?? null,
    organization: organization ?? "",
    space: space ?? ""
  }),
  unaudited: "trail",
  row: () => import("./EventRows.js").then(({ events }) => events)
})
