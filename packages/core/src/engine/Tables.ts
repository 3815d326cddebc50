/** Every table of the engine; a storage takes this list and creates the tables and indexes. */

import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../content/links/LinkTables.js"
import { AuditEventsTable, AuditNotesTable } from "../operations/audit-events/AuditEventTables.js"
import {
  AdaptiveSchemasTable,
  CustomizationsTable,
  SiteFeedbackTable,
  SiteRedirectsTable
} from "../publishing/sites/SiteSettingsTables.js"
import type { RecordTable } from "../storage/rows/RecordTable.js"
import { EventsTable } from "../storage/trail/EventTable.js"
import { repositories } from "./Repositories.js"

/** All tables, each once. Importing it loads only repositories, so that a storage stays small. */
export const tables: ReadonlyArray<RecordTable> = [
  ...repositories.flatMap((each) => each.tables),
  PageLinksTable,
  BacklinksTable,
  LinkCountsTable,
  AuditEventsTable,
  AuditNotesTable,
  EventsTable,
  SiteRedirectsTable,
  AdaptiveSchemasTable,
  CustomizationsTable,
  SiteFeedbackTable
]
