/** Tables of sites and link invites. */
export const sites: ReadonlyArray<string> = [
  `create table if not exists "link_invite_targets" ("target" text not null, "id" text not null, "organization" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "link_invite_targets_key" on "link_invite_targets" ("target", "id")`,
  `create index if not exists "link_invite_targets_organization" on "link_invite_targets" ("organization", "target", "id")`,
  `create table if not exists "sites" ("id" text not null, "organization" text not null, "basename" text, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "sites_key" on "sites" ("id")`,
  `create index if not exists "sites_organization" on "sites" ("organization", "id")`,
  `create unique index if not exists "sites_basename" on "sites" ("basename")`,
  `create table if not exists "site_structures" ("site" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "site_structures_key" on "site_structures" ("site")`,
  `create table if not exists "site_links" ("space" text not null, "site" text not null, "organization" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "site_links_key" on "site_links" ("space", "site")`,
  `create index if not exists "site_links_organization" on "site_links" ("organization", "site", "space")`,
  `create index if not exists "site_links_site" on "site_links" ("site", "space")`,
  `create table if not exists "share_links" ("site" text not null, "id" text not null, "hash" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "share_links_key" on "share_links" ("site", "id")`,
  `create unique index if not exists "share_links_hash" on "share_links" ("hash")`,
  `create table if not exists "site_redirects" ("site" text not null, "id" text not null, "source" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "site_redirects_key" on "site_redirects" ("site", "id")`,
  `create unique index if not exists "site_redirects_source" on "site_redirects" ("site", "source")`,
  `create table if not exists "adaptive_schemas" ("site" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "adaptive_schemas_key" on "adaptive_schemas" ("site")`
]
