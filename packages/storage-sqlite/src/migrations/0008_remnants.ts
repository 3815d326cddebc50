/** The table of spaces that inherit levels from a collection that they are not in. */
export const remnants: ReadonlyArray<string> = [
  `create table if not exists "inheriting_spaces" ("space" text not null, "collection" text not null, "organization" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "inheriting_spaces_key" on "inheriting_spaces" ("space")`,
  `create index if not exists "inheriting_spaces_collection" on "inheriting_spaces" ("collection", "space")`,
  `create index if not exists "inheriting_spaces_organization" on "inheriting_spaces" ("organization", "space")`
]
