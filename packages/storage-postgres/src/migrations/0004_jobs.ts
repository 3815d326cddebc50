/** The queue of jobs, with those that are left to do. */
export const jobs: ReadonlyArray<string> = [
  `alter table schema_migrations add column if not exists lowest integer not null default 0`,
  `create table "jobs" ("key" text collate "C" not null, "kind" text collate "C" not null, "claim" text collate "C" not null, "due" bigint not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "jobs_key" on "jobs" ("key")`,
  `create index "jobs_claim" on "jobs" ("claim", "kind", "due", "key")`,
  `insert into "jobs" select 'import/' || id, 'Import', '', 0, 1, json_build_object('key', 'import/' || id, 'kind', 'Import', 'payload', json_build_object('import', id), 'claim', '', 'due', 0, 'attempts', 0)::text
    from imports where "open" = 1`,
  `insert into "jobs" select 'openapi-spec/' || id || '/' || (row_json::json ->> 'run'), 'OpenAPISpec', '', 0, 1, json_build_object('key', 'openapi-spec/' || id || '/' || (row_json::json ->> 'run'), 'kind', 'OpenAPISpec', 'payload', json_build_object('spec', id, 'run', row_json::json ->> 'run'), 'claim', '', 'due', 0, 'attempts', 0)::text
    from openapi_specs where state <> 'complete'`
]
