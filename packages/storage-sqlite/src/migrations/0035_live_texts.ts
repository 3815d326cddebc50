/** Live texts: texts that several people edit at a time, the changes of each, and who has them open. */
export const liveTexts: ReadonlyArray<string> = [
  `create table "{live_texts}" ("line" text not null, "page" text not null, "space" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{live_texts_key}" on "{live_texts}" ("line", "page")`,
  `create index "{live_texts_space}" on "{live_texts}" ("space", "line", "page")`,
  `create table "{live_updates}" ("line" text not null, "page" text not null, "version" integer not null, "space" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{live_updates_key}" on "{live_updates}" ("line", "page", "version")`,
  `create index "{live_updates_space}" on "{live_updates}" ("space", "line", "page", "version")`,
  `create table "{live_presence}" ("process" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{live_presence_key}" on "{live_presence}" ("process")`
]
