/** Every table of the engine; a storage takes this list and creates what it needs. */
import { AuditEventsTable, AuditNotesTable } from "../audit-events/AuditEventTables.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../link-index/LinkTables.js"
import {
  AdaptiveSchemasTable,
  CustomizationsTable,
  SiteFeedbackTable,
  SiteRedirectsTable
} from "../sites/SiteSettingsTables.js"
import type { Table } from "../storage/Table.js"
import { repositories } from "./Repositories.js"

/** All tables, each once. Importing it loads only repositories, so that a storage stays small. */
export const tables: ReadonlyArray<Table> = [
  ...repositories.flatMap((each) => each.tables),
  PageLinksTable,
  BacklinksTable,
  LinkCountsTable,
  AuditEventsTable,
  AuditNotesTable,
  SiteRedirectsTable,
  AdaptiveSchemasTable,
  CustomizationsTable,
  SiteFeedbackTable
]
