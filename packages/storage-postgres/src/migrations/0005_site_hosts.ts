/** The host names that sites have of their own. */
export const siteHosts: ReadonlyArray<string> = [
  `alter table "sites" add column "hostname" text collate "C"`,
  `create unique index "sites_hostname" on "sites" ("hostname" nulls first)`
]
