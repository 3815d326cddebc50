/** What a backup does not contain, because it must not work again in a restored workspace. */
import { OneTimeLinksTable } from "@lectern/core/internal/people/one-time-links/OneTimeLinksTable"
import { SessionsTable } from "@lectern/core/internal/people/sessions/SessionRepository"
import type { Table } from "@lectern/core/storage/Table"

/** The tables whose rows are left out: what people are signed in with, and links that sign somebody in. */
export const leftOut: ReadonlyArray<Table> = [SessionsTable, OneTimeLinksTable]
