/** What search and links have still to take over from large writes. */
export const pendingIndex: ReadonlyArray<string> = [
  `create table if not exists "pending_index" ("space" text not null, "ordinal" integer not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "pending_index_key" on "pending_index" ("space", "ordinal")`
]
