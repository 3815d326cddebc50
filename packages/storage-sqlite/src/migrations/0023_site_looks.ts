/** How sites look, and what their readers tell. */
export const siteLooks: ReadonlyArray<string> = [
  `create table if not exists "site_customizations" ("site" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "site_customizations_key" on "site_customizations" ("site")`,
  `create table if not exists "site_feedback" ("site" text not null, "kind" text not null, "id" text not null, "query" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "site_feedback_key" on "site_feedback" ("site", "kind", "id")`,
  `create index if not exists "site_feedback_query" on "site_feedback" ("site", "query", "id", "kind")`
]
