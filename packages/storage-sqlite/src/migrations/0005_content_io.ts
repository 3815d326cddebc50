/** Tables of imports, PDFs and OpenAPI specifications; blobs in pieces. */
export const contentIo: ReadonlyArray<string> = [
  `create table if not exists "pdfs" ("space" text not null, "key" text not null, "until" integer not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "pdfs_key" on "pdfs" ("space", "key")`,
  `create index if not exists "pdfs_until" on "pdfs" ("until", "space", "key")`,
  `create table if not exists "openapi_specs" ("id" text not null, "organization" text not null, "slug" text not null, "state" text not null, "fetched" text, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "openapi_specs_key" on "openapi_specs" ("id")`,
  `create index if not exists "openapi_specs_place" on "openapi_specs" ("organization", "id")`,
  `create unique index if not exists "openapi_specs_slug" on "openapi_specs" ("organization", "slug")`,
  `create index if not exists "openapi_specs_state" on "openapi_specs" ("state", "id")`,
  `create index if not exists "openapi_specs_fetched" on "openapi_specs" ("fetched", "id")`,
  `create table if not exists "openapi_spec_versions" ("spec" text not null, "id" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "openapi_spec_versions_key" on "openapi_spec_versions" ("spec", "id")`,
  `create table if not exists "imports" ("id" text not null, "space" text not null, "user" text not null, "open" integer not null, "endedAt" text, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "imports_key" on "imports" ("id")`,
  `create index if not exists "imports_open" on "imports" ("open", "endedAt", "id")`,
  `create index if not exists "imports_space" on "imports" ("space", "open", "id")`,
  `create index if not exists "imports_user" on "imports" ("user", "open", "id")`,
  `create table if not exists "import_parts" ("import" text not null, "ordinal" integer not null, "key" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "import_parts_key" on "import_parts" ("import", "ordinal")`,
  `create unique index if not exists "import_parts_found" on "import_parts" ("import", "key")`,
  "create table if not exists blob_heads (hash text primary key, upload integer not null, piece_size integer not null, size integer not null, put_at integer not null) strict",
  "create table if not exists blob_pieces (id integer primary key, bytes blob not null) strict",
  "create table if not exists blob_uploads (id integer primary key autoincrement, touched_at integer not null) strict",
  `insert into blob_heads (hash, upload, piece_size, size, put_at)
   select hash, row_number() over (order by hash), max(length(bytes), 1), length(bytes), unixepoch() * 1000 from blobs`,
  `insert into blob_pieces (id, bytes)
   select blob_heads.upload * 1048576, blobs.bytes from blobs join blob_heads using (hash)`,
  `insert into blob_uploads (id, touched_at)
   select max(upload), 0 from blob_heads having max(upload) is not null`,
  "delete from blob_uploads",
  "drop table blobs"
]
