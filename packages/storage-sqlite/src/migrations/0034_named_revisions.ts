/** The names of revisions. */
export const namedRevisions: ReadonlyArray<string> = [
  `create table "{named_revisions}" ("revision" text not null, "space" text not null, "line" text not null, "sequence" integer not null, "name" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{named_revisions_key}" on "{named_revisions}" ("revision")`,
  `create unique index "{named_revisions_line}" on "{named_revisions}" ("line", "sequence")`,
  `create unique index "{named_revisions_name}" on "{named_revisions}" ("space", "name")`
]
