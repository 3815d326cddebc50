/** The tables of live texts. */
import { recordTable } from "../../storage/rows/RecordTable.js"
import type { LiveTextRecord, LiveUpdateRecord, PresenceRecord } from "./LiveRecords.js"

/** The texts that are edited live, by the line of content and the page. */
export const LiveTextsTable = recordTable({
  name: "live_texts",
  columns: { line: "text", page: "text", space: "text" },
  key: ["line", "page"],
  indexes: { space: { on: ["space"] } },
  lockedBy: "space space",
  columnsOf: ({ line, page, space }: LiveTextRecord) => ({ line, page, space }),
  unaudited: "content",
  row: () => import("./LiveRows.js").then(({ liveTexts }) => liveTexts)
})

/** The log of changes of each live text. Its key is the lock: nobody can take a version twice. */
export const LiveUpdatesTable = recordTable({
  name: "live_updates",
  columns: { line: "text", page: "text", version: "integer", space: "text" },
  key: ["line", "page", "version"],
  indexes: { space: { on: ["space"] } },
  lockedBy: "free",
  uncached: true,
  columnsOf: ({ line, page, space, version }: LiveUpdateRecord) => ({ line, page, version, space }),
  unaudited: "content",
  row: () => import("./LiveRows.js").then(({ liveUpdates }) => liveUpdates)
})

/** Who is at which live text, one row for each process. */
export const PresenceTable = recordTable({
  name: "live_presence",
  columns: { process: "text" },
  key: ["process"],
  indexes: {},
  lockedBy: "free",
  uncached: true,
  columnsOf: ({ process }: PresenceRecord) => ({ process }),
  unaudited: "uses",
  row: () => import("./LiveRows.js").then(({ presence }) => presence)
})
