/**
 * Which key the secrets of a row are encrypted with is a column. Secrets that were stored as they are get the form of
 * those that are not encrypted, which lasts until they are; link invites lose the secret at the end of their id.
 */
const column = (table: string): ReadonlyArray<string> => [
  `alter table "${table}" add column "sealedBy" text not null default ''`
]

/** Renames the field of a secret. */
const sealed = (table: string, from: string, to: string): string =>
  `update "${table}" set row_json = json_set(json_remove(row_json, '$.${from}'), '$.${to}', 'plain:' || json_extract(row_json, '$.${from}')) where json_extract(row_json, '$.${from}') is not null`

const name = "case when length(id) > 43 then substr(id, 1, length(id) - 43) else id end"

/** Statements that run once. */
export const sealedSecrets: ReadonlyArray<string> = [
  ...["organizations", "spaces", "sites", "share_links", "link_invites", "openapi_specs"].flatMap(column),
  sealed("organizations", "key", "sealedKey"),
  sealed("spaces", "downloadKey", "sealedDownloadKey"),
  sealed("sites", "signingKey", "sealedSigningKey"),
  sealed("openapi_specs", "key", "sealedKey"),
  sealed("share_links", "key", "sealedKey"),
  `update "sites" set row_json = json_set(row_json, '$.oldKeys', json((select json_group_array(json_object('id', json_extract(value, '$.id'), 'sealedKey', 'plain:' || json_extract(value, '$.key'), 'expires', json_extract(value, '$.expires'))) from json_each(row_json, '$.oldKeys')))) where json_type(row_json, '$.oldKeys') = 'array'`,
  `update "share_links" set row_json = json_set(row_json, '$.hash', "hash")`,
  `update "link_invites" set id = ${name}`,
  `update "link_invite_targets" set id = ${name}, row_json = json_set(row_json, '$.id', ${name})`,
  `update "accounts" set "sealedBy" = case when json_extract(row_json, '$.proposedTotp') like 'v1.%' then substr(json_extract(row_json, '$.proposedTotp'), 4, 16) else '' end where "sealedBy" is null and json_extract(row_json, '$.proposedTotp') is not null`,
  `create index if not exists "organizations_sealedBy" on "organizations" ("sealedBy", "id")`,
  `create index if not exists "spaces_sealedBy" on "spaces" ("sealedBy", "id")`,
  `create index if not exists "sites_sealedBy" on "sites" ("sealedBy", "id")`,
  `create index if not exists "share_links_sealedBy" on "share_links" ("sealedBy", "site", "id")`,
  `create index if not exists "link_invites_sealedBy" on "link_invites" ("sealedBy", "organization", "id")`,
  `create index if not exists "openapi_specs_sealedBy" on "openapi_specs" ("sealedBy", "id")`
]
