/** Events: what happened, for programs that follow a workspace. */
export const events: ReadonlyArray<string> = [
  `create table "{events}" ("key" text not null, "number" integer, "organization" text not null, "space" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{events_key}" on "{events}" ("key")`,
  `create index "{events_number}" on "{events}" ("number", "key")`,
  `create index "{events_organization}" on "{events}" ("organization", "number", "key")`,
  `create index "{events_space}" on "{events}" ("space", "number", "key")`
]
