/** How sites look, and what their readers tell. */
export const siteLooks: ReadonlyArray<string> = [
  `create table "site_customizations" ("site" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "site_customizations_key" on "site_customizations" ("site")`,
  `create table "site_feedback" ("site" text collate "C" not null, "kind" text collate "C" not null, "id" text collate "C" not null, "query" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "site_feedback_key" on "site_feedback" ("site", "kind", "id")`,
  `create index "site_feedback_query" on "site_feedback" ("site", "query", "id", "kind")`
]
