/** The queue of jobs, with those that are left to do. */
export const jobs: ReadonlyArray<string> = [
  `create table if not exists "jobs" ("key" text not null, "kind" text not null, "claim" text not null, "due" integer not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "jobs_key" on "jobs" ("key")`,
  `create index if not exists "jobs_claim" on "jobs" ("claim", "kind", "due", "key")`,
  `insert into "jobs" select 'import/' || id, 'Import', '', 0, 1, json_object('key', 'import/' || id, 'kind', 'Import', 'payload', json_object('import', id), 'claim', '', 'due', 0, 'attempts', 0)
    from imports where "open" = 1`,
  `insert into "jobs" select 'openapi-spec/' || id || '/' || (row_json ->> '$.run'), 'OpenAPISpec', '', 0, 1, json_object('key', 'openapi-spec/' || id || '/' || (row_json ->> '$.run'), 'kind', 'OpenAPISpec', 'payload', json_object('spec', id, 'run', row_json ->> '$.run'), 'claim', '', 'due', 0, 'attempts', 0)
    from openapi_specs where state <> 'complete'`
]
