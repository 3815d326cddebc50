/** Events: what happened, for programs that follow a workspace. */
export const events: ReadonlyArray<string> = [
  `create table "events" ("key" text collate "C" not null, "number" bigint, "organization" text collate "C" not null, "space" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "events_key" on "events" ("key")`,
  `create index "events_number" on "events" ("number" nulls first, "key")`,
  `create index "events_organization" on "events" ("organization", "number" nulls first, "key")`,
  `create index "events_space" on "events" ("space", "number" nulls first, "key")`
]
