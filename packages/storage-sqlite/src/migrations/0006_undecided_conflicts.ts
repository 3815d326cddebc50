/** What is undecided in change requests. */
export const undecidedConflicts: ReadonlyArray<string> = [
  `create table if not exists "change_request_conflicts" ("changeRequest" text not null, "item" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "change_request_conflicts_key" on "change_request_conflicts" ("changeRequest", "item")`
]
