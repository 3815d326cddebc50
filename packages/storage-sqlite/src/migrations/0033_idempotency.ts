/** Idempotency keys: the calls that callers make at most once. */
export const idempotency: ReadonlyArray<string> = [
  `create table "{idempotency_keys}" ("caller" text not null, "id" text not null, "time" integer not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{idempotency_keys_key}" on "{idempotency_keys}" ("caller", "id")`,
  `create index "{idempotency_keys_time}" on "{idempotency_keys}" ("time", "caller", "id")`
]
