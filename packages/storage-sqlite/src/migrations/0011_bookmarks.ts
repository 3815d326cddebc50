/** The table of bookmarks. */
export const bookmarks: ReadonlyArray<string> = [
  `create table if not exists "bookmarks" ("user" text not null, "space" text not null, "page" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "bookmarks_key" on "bookmarks" ("user", "space", "page")`,
  `create index if not exists "bookmarks_space" on "bookmarks" ("space", "user", "page")`
]
