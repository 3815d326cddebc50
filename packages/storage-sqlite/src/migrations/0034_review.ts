/** What reviewers have viewed of change requests, and names of revisions. */
export const review: ReadonlyArray<string> = [
  `create table "{viewed_changes}" ("changeRequest" text not null, "user" text not null, "item" text not null, "space" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{viewed_changes_key}" on "{viewed_changes}" ("changeRequest", "user", "item")`,
  `create index "{viewed_changes_space}" on "{viewed_changes}" ("space", "changeRequest", "user", "item")`,
  `create table "{named_revisions}" ("revision" text not null, "space" text not null, "line" text not null, "sequence" integer not null, "name" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{named_revisions_key}" on "{named_revisions}" ("revision")`,
  `create unique index "{named_revisions_line}" on "{named_revisions}" ("line", "sequence")`,
  `create unique index "{named_revisions_name}" on "{named_revisions}" ("space", "name")`
]
