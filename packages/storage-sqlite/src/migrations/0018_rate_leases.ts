/** How much of rate limits the processes have leased. */
export const rateLeases: ReadonlyArray<string> = [
  `create table if not exists "rate_leases" ("key" text not null, "endsAt" integer not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "rate_leases_key" on "rate_leases" ("key")`,
  `create index if not exists "rate_leases_end" on "rate_leases" ("endsAt", "key")`
]
