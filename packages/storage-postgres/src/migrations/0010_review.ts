/** What reviewers have viewed of change requests, and names of revisions. */
export const review: ReadonlyArray<string> = [
  `create table "viewed_changes" ("changeRequest" text collate "C" not null, "user" text collate "C" not null, "item" text collate "C" not null, "space" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "viewed_changes_key" on "viewed_changes" ("changeRequest", "user", "item")`,
  `create index "viewed_changes_space" on "viewed_changes" ("space", "changeRequest", "user", "item")`,
  `create table "named_revisions" ("revision" text collate "C" not null, "space" text collate "C" not null, "line" text collate "C" not null, "sequence" bigint not null, "name" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "named_revisions_key" on "named_revisions" ("revision")`,
  `create unique index "named_revisions_line" on "named_revisions" ("line", "sequence")`,
  `create unique index "named_revisions_name" on "named_revisions" ("space", "name")`
]
