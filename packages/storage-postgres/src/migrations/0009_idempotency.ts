/** Idempotency keys: the calls that callers make at most once. */
export const idempotency: ReadonlyArray<string> = [
  `create table "idempotency_keys" ("caller" text collate "C" not null, "id" text collate "C" not null, "time" bigint not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "idempotency_keys_key" on "idempotency_keys" ("caller", "id")`,
  `create index "idempotency_keys_time" on "idempotency_keys" ("time", "caller", "id")`
]
