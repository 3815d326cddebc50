/** Tables of uploads that wait to be inserted, and of their parts. */
export const uploads: ReadonlyArray<string> = [
  `create table if not exists "uploads" ("id" text not null, "expiresAt" integer not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "uploads_key" on "uploads" ("id")`,
  `create index if not exists "uploads_expiry" on "uploads" ("expiresAt", "id")`,
  `create table if not exists "upload_parts" ("upload" text not null, "offset" integer not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "upload_parts_key" on "upload_parts" ("upload", "offset")`
]
