/** The host names that sites have of their own. */
export const siteHosts: ReadonlyArray<string> = [
  `alter table "sites" add column "hostname" text`,
  "update sites set hostname = json_extract(row_json, '$.hostname')",
  `create unique index if not exists "sites_hostname" on "sites" ("hostname")`
]
