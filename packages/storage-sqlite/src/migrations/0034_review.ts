/** What reviewers have viewed of change requests. */
export const review: ReadonlyArray<string> = [
  `create table "{viewed_changes}" ("changeRequest" text not null, "user" text not null, "item" text not null, "space" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{viewed_changes_key}" on "{viewed_changes}" ("changeRequest", "user", "item")`,
  `create index "{viewed_changes_space}" on "{viewed_changes}" ("space", "changeRequest", "user", "item")`
]
