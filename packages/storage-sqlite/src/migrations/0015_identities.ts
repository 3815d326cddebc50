/** Who the people of identity providers are, and the OpenID providers of organizations. */
export const identities: ReadonlyArray<string> = [
  `create table if not exists "identities" ("organization" text not null, "kind" text not null, "issuer" text not null, "subject" text not null, "user" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "identities_key" on "identities" ("organization", "kind", "issuer", "subject")`,
  `create index if not exists "identities_user" on "identities" ("user", "organization", "kind", "issuer", "subject")`,
  `create table if not exists "openid_providers" ("organization" text not null, "id" text not null, "sealedBy" text, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "openid_providers_key" on "openid_providers" ("organization", "id")`,
  `create index if not exists "openid_providers_sealedBy" on "openid_providers" ("sealedBy", "organization", "id")`
]
