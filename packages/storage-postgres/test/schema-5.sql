create table schema_migrations (migration_id integer primary key, created_at timestamptz not null default now(), name text not null, lowest integer not null default 0);
create table counters (name text collate "C" primary key, value bigint not null);
create table "blob_references" ("hash" text collate "C" not null, "space" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "blob_references_key" on "blob_references" ("hash", "space");
create index "blob_references_space" on "blob_references" ("space", "hash");
create table "users" ("id" text collate "C" not null, "email" text collate "C" not null, "kind" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "users_key" on "users" ("id");
create unique index "users_email" on "users" ("email");
create index "users_kind" on "users" ("kind", "id");
create table "accounts" ("user" text collate "C" not null, "state" text collate "C" not null, "administrator" bigint not null, "sealedBy" text collate "C", row_version bigint not null, row_json text collate "C" not null);
create unique index "accounts_key" on "accounts" ("user");
create index "accounts_administrator" on "accounts" ("administrator", "state", "user");
create index "accounts_sealedBy" on "accounts" ("sealedBy" nulls first, "user");
create table "passkeys" ("id" text collate "C" not null, "user" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "passkeys_key" on "passkeys" ("id");
create index "passkeys_user" on "passkeys" ("user", "id");
create table "sessions" ("id" text collate "C" not null, "user" text collate "C" not null, "hash" text collate "C" not null, "endsAt" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "sessions_key" on "sessions" ("id");
create unique index "sessions_hash" on "sessions" ("hash");
create index "sessions_user" on "sessions" ("user", "id");
create index "sessions_end" on "sessions" ("endsAt", "id");
create table "identities" ("organization" text collate "C" not null, "kind" text collate "C" not null, "issuer" text collate "C" not null, "subject" text collate "C" not null, "user" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "identities_key" on "identities" ("organization", "kind", "issuer", "subject");
create index "identities_user" on "identities" ("user", "organization", "kind", "issuer", "subject");
create table "one_time_links" ("hash" text collate "C" not null, "user" text collate "C" not null, "expiresAt" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "one_time_links_key" on "one_time_links" ("hash");
create index "one_time_links_user" on "one_time_links" ("user", "hash");
create index "one_time_links_expiry" on "one_time_links" ("expiresAt", "hash");
create table "sign_in_attempts" ("account" text collate "C" not null, "address" text collate "C" not null, "forgottenAt" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "sign_in_attempts_key" on "sign_in_attempts" ("account", "address");
create index "sign_in_attempts_forgotten" on "sign_in_attempts" ("forgottenAt", "account", "address");
create table "used_once" ("id" text collate "C" not null, "expiresAt" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "used_once_key" on "used_once" ("id");
create index "used_once_expiry" on "used_once" ("expiresAt", "id");
create table "rate_leases" ("key" text collate "C" not null, "endsAt" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "rate_leases_key" on "rate_leases" ("key");
create index "rate_leases_end" on "rate_leases" ("endsAt", "key");
create table "api_tokens" ("id" text collate "C" not null, "user" text collate "C" not null, "hash" text collate "C" not null, "fixed" text collate "C", "service" text collate "C", row_version bigint not null, row_json text collate "C" not null);
create unique index "api_tokens_key" on "api_tokens" ("id");
create unique index "api_tokens_hash" on "api_tokens" ("hash");
create index "api_tokens_user" on "api_tokens" ("user", "id");
create unique index "api_tokens_fixed" on "api_tokens" ("fixed" nulls first);
create index "api_tokens_service" on "api_tokens" ("service" nulls first, "id");
create table "token_uses" ("token" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "token_uses_key" on "token_uses" ("token");
create table "organizations" ("id" text collate "C" not null, "hostname" text collate "C", "sealedBy" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "organizations_key" on "organizations" ("id");
create unique index "organizations_hostname" on "organizations" ("hostname" nulls first);
create index "organizations_sealedBy" on "organizations" ("sealedBy", "id");
create table "email_domains" ("domain" text collate "C" not null, "organization" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "email_domains_key" on "email_domains" ("domain", "organization");
create table "members" ("organization" text collate "C" not null, "user" text collate "C" not null, "role" text collate "C" not null, "disabled" bigint not null, "joinedAt" text collate "C" not null, "lastSeenAt" text collate "C", row_version bigint not null, row_json text collate "C" not null);
create unique index "members_key" on "members" ("organization", "user");
create index "members_user" on "members" ("user", "disabled", "organization");
create index "members_joined" on "members" ("organization", "joinedAt", "user");
create index "members_seen" on "members" ("organization", "lastSeenAt" nulls first, "user");
create index "members_roleJoined" on "members" ("organization", "role", "joinedAt", "user");
create index "members_roleSeen" on "members" ("organization", "role", "lastSeenAt" nulls first, "user");
create table "grants" ("target" text collate "C" not null, "user" text collate "C" not null, "organization" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "grants_key" on "grants" ("target", "user");
create index "grants_organization" on "grants" ("organization", "user", "target");
create table "team_grants" ("target" text collate "C" not null, "team" text collate "C" not null, "organization" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "team_grants_key" on "team_grants" ("target", "team");
create index "team_grants_organization" on "team_grants" ("organization", "team", "target");
create table "teams" ("organization" text collate "C" not null, "id" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "teams_key" on "teams" ("organization", "id");
create table "team_members" ("team" text collate "C" not null, "user" text collate "C" not null, "organization" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "team_members_key" on "team_members" ("team", "user");
create index "team_members_user" on "team_members" ("organization", "user", "team");
create table "collections" ("id" text collate "C" not null, "organization" text collate "C" not null, "parent" text collate "C" not null, "position" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "collections_key" on "collections" ("id");
create index "collections_place" on "collections" ("organization", "parent", "position", "id");
create table "spaces" ("id" text collate "C" not null, "organization" text collate "C" not null, "parent" text collate "C" not null, "position" text collate "C" not null, "defaultLevel" text collate "C", "deleted" bigint not null, "deletedAt" text collate "C", "sealedBy" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "spaces_key" on "spaces" ("id");
create index "spaces_place" on "spaces" ("organization", "parent", "position", "id");
create index "spaces_listed" on "spaces" ("organization", "deleted", "parent", "position", "id");
create index "spaces_created" on "spaces" ("organization", "deleted", "id");
create index "spaces_deleted" on "spaces" ("deletedAt" nulls first, "id");
create index "spaces_sealedBy" on "spaces" ("sealedBy", "id");
create table "inheriting_spaces" ("space" text collate "C" not null, "collection" text collate "C" not null, "organization" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "inheriting_spaces_key" on "inheriting_spaces" ("space");
create index "inheriting_spaces_collection" on "inheriting_spaces" ("collection", "space");
create index "inheriting_spaces_organization" on "inheriting_spaces" ("organization", "space");
create table "items" ("line" text collate "C" not null, "item" text collate "C" not null, "from" bigint not null, "until" bigint not null, "kind" text collate "C" not null, "parent" text collate "C" not null, "position" text collate "C" not null, "path" text collate "C", row_version bigint not null, row_json text collate "C" not null);
create unique index "items_key" on "items" ("line", "item", "from");
create index "items_path" on "items" ("line", "path" nulls first, "from", "item");
create index "items_alive" on "items" ("line", "until", "kind", "parent", "position", "item", "from");
create index "items_changed" on "items" ("line", "from", "item");
create table "revisions" ("id" text collate "C" not null, "line" text collate "C" not null, "sequence" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "revisions_key" on "revisions" ("id");
create unique index "revisions_line" on "revisions" ("line", "sequence");
create table "documents" ("space" text collate "C" not null, "hash" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "documents_key" on "documents" ("space", "hash");
create table "pending_index" ("space" text collate "C" not null, "ordinal" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "pending_index_key" on "pending_index" ("space", "ordinal");
create table "link_invites" ("organization" text collate "C" not null, "id" text collate "C" not null, "sealedBy" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "link_invites_key" on "link_invites" ("organization", "id");
create index "link_invites_sealedBy" on "link_invites" ("sealedBy", "organization", "id");
create table "link_invite_targets" ("target" text collate "C" not null, "id" text collate "C" not null, "organization" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "link_invite_targets_key" on "link_invite_targets" ("target", "id");
create index "link_invite_targets_organization" on "link_invite_targets" ("organization", "target", "id");
create table "pending_members" ("user" text collate "C" not null, "id" text collate "C" not null, "organization" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "pending_members_key" on "pending_members" ("user", "id");
create unique index "pending_members_organization" on "pending_members" ("organization", "user");
create table "comments" ("id" text collate "C" not null, "place" text collate "C" not null, "space" text collate "C" not null, "page" text collate "C" not null, "status" text collate "C" not null, "postedAt" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "comments_key" on "comments" ("id");
create index "comments_listed" on "comments" ("place", "postedAt", "id");
create index "comments_status" on "comments" ("place", "status", "postedAt", "id");
create index "comments_page" on "comments" ("place", "page", "postedAt", "id");
create index "comments_pageStatus" on "comments" ("place", "page", "status", "postedAt", "id");
create index "comments_space" on "comments" ("space", "id");
create table "comment_replies" ("id" text collate "C" not null, "comment" text collate "C" not null, "space" text collate "C" not null, "postedAt" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "comment_replies_key" on "comment_replies" ("id");
create index "comment_replies_thread" on "comment_replies" ("comment", "postedAt", "id");
create index "comment_replies_space" on "comment_replies" ("space", "id");
create table "commenters" ("place" text collate "C" not null, "user" text collate "C" not null, "space" text collate "C" not null, "since" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "commenters_key" on "commenters" ("place", "user");
create index "commenters_since" on "commenters" ("place", "since", "user");
create index "commenters_space" on "commenters" ("space", "place", "user");
create table "scim_users" ("organization" text collate "C" not null, "user" text collate "C" not null, "userName" text collate "C" not null, "externalId" text collate "C", row_version bigint not null, row_json text collate "C" not null);
create unique index "scim_users_key" on "scim_users" ("organization", "user");
create unique index "scim_users_userName" on "scim_users" ("organization", "userName");
create index "scim_users_externalId" on "scim_users" ("organization", "externalId" nulls first, "user");
create table "saml_providers" ("organization" text collate "C" not null, "id" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "saml_providers_key" on "saml_providers" ("organization", "id");
create table "openid_providers" ("organization" text collate "C" not null, "id" text collate "C" not null, "sealedBy" text collate "C", row_version bigint not null, row_json text collate "C" not null);
create unique index "openid_providers_key" on "openid_providers" ("organization", "id");
create index "openid_providers_sealedBy" on "openid_providers" ("sealedBy" nulls first, "organization", "id");
create table "translation_settings" ("organization" text collate "C" not null, "id" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "translation_settings_key" on "translation_settings" ("organization", "id");
create table "change_requests" ("id" text collate "C" not null, "space" text collate "C" not null, "status" text collate "C" not null, "number" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "change_requests_key" on "change_requests" ("id");
create unique index "change_requests_number" on "change_requests" ("space", "number");
create index "change_requests_status" on "change_requests" ("space", "status", "number", "id");
create table "change_request_contributors" ("changeRequest" text collate "C" not null, "user" text collate "C" not null, "space" text collate "C" not null, "status" text collate "C" not null, "number" bigint not null, "since" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "change_request_contributors_key" on "change_request_contributors" ("changeRequest", "user");
create index "change_request_contributors_listed" on "change_request_contributors" ("space", "user", "status", "number", "changeRequest");
create index "change_request_contributors_since" on "change_request_contributors" ("changeRequest", "since", "user");
create table "change_request_conflicts" ("changeRequest" text collate "C" not null, "item" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "change_request_conflicts_key" on "change_request_conflicts" ("changeRequest", "item");
create table "change_request_reviews" ("id" text collate "C" not null, "changeRequest" text collate "C" not null, "reviewer" text collate "C" not null, "space" text collate "C" not null, "createdAt" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "change_request_reviews_key" on "change_request_reviews" ("id");
create index "change_request_reviews_listed" on "change_request_reviews" ("changeRequest", "createdAt", "id");
create index "change_request_reviews_reviewer" on "change_request_reviews" ("changeRequest", "reviewer", "createdAt", "id");
create index "change_request_reviews_space" on "change_request_reviews" ("space", "id");
create table "change_request_reviewers" ("changeRequest" text collate "C" not null, "user" text collate "C" not null, "space" text collate "C" not null, "createdAt" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "change_request_reviewers_key" on "change_request_reviewers" ("changeRequest", "user");
create index "change_request_reviewers_listed" on "change_request_reviewers" ("changeRequest", "createdAt", "user");
create index "change_request_reviewers_space" on "change_request_reviewers" ("space", "changeRequest", "user");
create table "sites" ("id" text collate "C" not null, "organization" text collate "C" not null, "basename" text collate "C", "sealedBy" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "sites_key" on "sites" ("id");
create index "sites_organization" on "sites" ("organization", "id");
create unique index "sites_basename" on "sites" ("basename" nulls first);
create index "sites_sealedBy" on "sites" ("sealedBy", "id");
create table "site_structures" ("site" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "site_structures_key" on "site_structures" ("site");
create table "site_links" ("space" text collate "C" not null, "site" text collate "C" not null, "organization" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "site_links_key" on "site_links" ("space", "site");
create index "site_links_organization" on "site_links" ("organization", "site", "space");
create index "site_links_site" on "site_links" ("site", "space");
create table "share_links" ("site" text collate "C" not null, "id" text collate "C" not null, "hash" text collate "C" not null, "sealedBy" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "share_links_key" on "share_links" ("site", "id");
create unique index "share_links_hash" on "share_links" ("hash");
create index "share_links_sealedBy" on "share_links" ("sealedBy", "site", "id");
create table "site_redirects" ("site" text collate "C" not null, "id" text collate "C" not null, "source" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "site_redirects_key" on "site_redirects" ("site", "id");
create unique index "site_redirects_source" on "site_redirects" ("site", "source");
create table "adaptive_schemas" ("site" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "adaptive_schemas_key" on "adaptive_schemas" ("site");
create table "pdfs" ("space" text collate "C" not null, "key" text collate "C" not null, "until" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "pdfs_key" on "pdfs" ("space", "key");
create index "pdfs_until" on "pdfs" ("until", "space", "key");
create table "openapi_specs" ("id" text collate "C" not null, "organization" text collate "C" not null, "slug" text collate "C" not null, "state" text collate "C" not null, "fetched" text collate "C", "sealedBy" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "openapi_specs_key" on "openapi_specs" ("id");
create index "openapi_specs_place" on "openapi_specs" ("organization", "id");
create unique index "openapi_specs_slug" on "openapi_specs" ("organization", "slug");
create index "openapi_specs_state" on "openapi_specs" ("state", "id");
create index "openapi_specs_fetched" on "openapi_specs" ("fetched" nulls first, "id");
create index "openapi_specs_sealedBy" on "openapi_specs" ("sealedBy", "id");
create table "openapi_spec_versions" ("spec" text collate "C" not null, "id" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "openapi_spec_versions_key" on "openapi_spec_versions" ("spec", "id");
create table "imports" ("id" text collate "C" not null, "space" text collate "C" not null, "user" text collate "C" not null, "open" bigint not null, "endedAt" text collate "C", row_version bigint not null, row_json text collate "C" not null);
create unique index "imports_key" on "imports" ("id");
create index "imports_open" on "imports" ("open", "endedAt" nulls first, "id");
create index "imports_space" on "imports" ("space", "open", "id");
create index "imports_user" on "imports" ("user", "open", "id");
create table "import_parts" ("import" text collate "C" not null, "ordinal" bigint not null, "key" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "import_parts_key" on "import_parts" ("import", "ordinal");
create unique index "import_parts_found" on "import_parts" ("import", "key");
create table "uploads" ("id" text collate "C" not null, "expiresAt" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "uploads_key" on "uploads" ("id");
create index "uploads_expiry" on "uploads" ("expiresAt", "id");
create table "upload_parts" ("upload" text collate "C" not null, "offset" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "upload_parts_key" on "upload_parts" ("upload", "offset");
create table "page_links" ("space" text collate "C" not null, "page" text collate "C" not null, "other" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "page_links_key" on "page_links" ("space", "page");
create index "page_links_other" on "page_links" ("space", "other", "page");
create table "backlinks" ("space" text collate "C" not null, "target" text collate "C" not null, "page" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "backlinks_key" on "backlinks" ("space", "target", "page");
create table "link_counts" ("space" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "link_counts_key" on "link_counts" ("space");
create table search_spaces (
    id int generated always as identity primary key,
    organization text collate "C" not null,
    space text collate "C" not null unique
  );
create index search_spaces_organization on search_spaces (organization, space);
create table search_pages (
    space int not null,
    number int not null,
    page text collate "C",
    path text not null,
    title text not null,
    primary key (space, number),
    unique (space, page)
  );
create index search_pages_free on search_pages (space, number) where page is null;
create table search_sections (
    space int not null,
    number int not null,
    section int not null,
    anchor text not null,
    heading text not null,
    text text not null,
    title text not null,
    body text not null,
    primary key (space, number, section)
  );
create table search_postings (
    space int not null,
    block int not null,
    token text collate "C" not null,
    list text collate "C" not null,
    primary key (space, token, block)
  ) with (fillfactor = 85);
create table search_words (
    space int not null,
    length int not null,
    pages int not null,
    letters bigint not null,
    word text collate "C" not null,
    primary key (space, length, word)
  ) with (fillfactor = 85);
create table blob_heads (
    hash text collate "C" primary key,
    upload bigint not null,
    piece_size int not null,
    size bigint not null,
    put_at bigint not null
  );
create table blob_uploads (id bigint generated always as identity primary key, touched_at bigint not null);
create table blob_pieces (
    upload bigint not null,
    piece int not null,
    bytes bytea not null,
    primary key (upload, piece)
  );
alter table blob_pieces alter column bytes set storage external;
create table "audit_events" ("sequence" bigint not null, "organization" text collate "C" not null, "actor" text collate "C" not null, "action" text collate "C" not null, "target" text collate "C" not null, "time" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "audit_events_key" on "audit_events" ("sequence");
create index "audit_events_time" on "audit_events" ("organization", "time", "sequence");
create index "audit_events_actor" on "audit_events" ("organization", "actor", "time", "sequence");
create index "audit_events_action" on "audit_events" ("organization", "action", "time", "sequence");
create index "audit_events_target" on "audit_events" ("organization", "target", "time", "sequence");
create table "audit_notes" ("name" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "audit_notes_key" on "audit_notes" ("name");
create table "site_customizations" ("site" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "site_customizations_key" on "site_customizations" ("site");
create table "site_feedback" ("site" text collate "C" not null, "kind" text collate "C" not null, "id" text collate "C" not null, "query" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "site_feedback_key" on "site_feedback" ("site", "kind", "id");
create index "site_feedback_query" on "site_feedback" ("site", "query", "id", "kind");
alter table schema_migrations add column if not exists lowest integer not null default 0;
create table "jobs" ("key" text collate "C" not null, "kind" text collate "C" not null, "claim" text collate "C" not null, "due" bigint not null, row_version bigint not null, row_json text collate "C" not null);
create unique index "jobs_key" on "jobs" ("key");
create index "jobs_claim" on "jobs" ("claim", "kind", "due", "key");
insert into "jobs" select 'import/' || id, 'Import', '', 0, 1, json_build_object('key', 'import/' || id, 'kind', 'Import', 'payload', json_build_object('import', id), 'claim', '', 'due', 0, 'attempts', 0)::text
    from imports where "open" = 1;
insert into "jobs" select 'openapi-spec/' || id || '/' || (row_json::json ->> 'run'), 'OpenAPISpec', '', 0, 1, json_build_object('key', 'openapi-spec/' || id || '/' || (row_json::json ->> 'run'), 'kind', 'OpenAPISpec', 'payload', json_build_object('spec', id, 'run', row_json::json ->> 'run'), 'claim', '', 'due', 0, 'attempts', 0)::text
    from openapi_specs where state <> 'complete';
alter table "sites" add column "hostname" text collate "C";
create unique index "sites_hostname" on "sites" ("hostname" nulls first);
insert into schema_migrations (migration_id, name, lowest) values (1, 'init', 0), (2, 'audit_events', 0), (3, 'site_looks', 0), (4, 'jobs', 0), (5, 'site_hosts', 3);
