/** Live texts: texts that several people edit at a time, the changes of each, and who has them open. */
export const liveTexts: ReadonlyArray<string> = [
  `create table "live_texts" ("line" text collate "C" not null, "page" text collate "C" not null, "space" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "live_texts_key" on "live_texts" ("line", "page")`,
  `create index "live_texts_space" on "live_texts" ("space", "line", "page")`,
  `create table "live_updates" ("line" text collate "C" not null, "page" text collate "C" not null, "version" bigint not null, "space" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "live_updates_key" on "live_updates" ("line", "page", "version")`,
  `create index "live_updates_space" on "live_updates" ("space", "line", "page", "version")`,
  `create table "live_presence" ("process" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "live_presence_key" on "live_presence" ("process")`
]
