/**
 * What a user is, to list people alone; what directories say of the members of an organization; and how many bytes spaces
 * and organizations store. What specifications store that are there already is not counted.
 */
export const people: ReadonlyArray<string> = [
  `alter table "users" add column "kind" text not null default 'person'`,
  "update users set kind = 'service' where json_extract(row_json, '$.service') is not null",
  `create index if not exists "users_kind" on "users" ("kind", "id")`,
  `create table if not exists "scim_users" ("organization" text not null, "user" text not null, "userName" text not null, "externalId" text, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "scim_users_key" on "scim_users" ("organization", "user")`,
  `create unique index if not exists "scim_users_userName" on "scim_users" ("organization", "userName")`,
  `create index if not exists "scim_users_externalId" on "scim_users" ("organization", "externalId", "user")`,
  `update blob_references set row_json = json_set(blob_references.row_json, '$.size', files.size)
    from (
      select coalesce(change_requests."space", items."line") as space, json_extract(items.row_json, '$.value.hash') as hash,
        max(json_extract(items.row_json, '$.value.size')) as size
      from items left join change_requests on change_requests."id" = items."line"
      where items."kind" = 'file' group by 1, 2
    ) as files
    where files.space = blob_references."space" and files.hash = blob_references."hash"`,
  `insert into counters (name, value)
    select 'stored-bytes:' || "id", held from (
      select spaces."id",
        coalesce((select sum(length(cast(json_extract(documents.row_json, '$.markdown') as blob)))
          from documents where documents."space" = spaces."id"), 0)
        + coalesce((select sum(json_extract(used.row_json, '$.size'))
          from blob_references as used where used."space" = spaces."id"), 0) as held
      from spaces
    ) where held > 0
    on conflict (name) do update set value = excluded.value`,
  `insert into counters (name, value)
    select 'organization-bytes:' || spaces."organization", sum(counters.value)
    from spaces join counters on counters.name = 'stored-bytes:' || spaces."id" group by spaces."organization"
    on conflict (name) do update set value = excluded.value`
]
