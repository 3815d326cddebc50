/** Tokens of organizations are found by organization, and when tokens were last used is kept apart from them. */
export const tokens: ReadonlyArray<string> = [
  `alter table "api_tokens" add column "service" text`,
  `create index if not exists "api_tokens_service" on "api_tokens" ("service", "id")`,
  `create table if not exists "token_uses" ("token" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "token_uses_key" on "token_uses" ("token")`
]
