/** Webhooks, how far each has come, and their deliveries. */
export const webhooks: ReadonlyArray<string> = [
  `create table "webhooks" ("id" text collate "C" not null, "organization" text collate "C" not null, "space" text collate "C" not null, "status" text collate "C" not null, "sealedBy" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "webhooks_key" on "webhooks" ("id")`,
  `create index "webhooks_organization" on "webhooks" ("organization", "id")`,
  `create index "webhooks_space" on "webhooks" ("space", "id")`,
  `create index "webhooks_status" on "webhooks" ("status", "id")`,
  `create index "webhooks_sealedBy" on "webhooks" ("sealedBy", "id")`,
  `create table "webhook_lanes" ("webhook" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "webhook_lanes_key" on "webhook_lanes" ("webhook")`,
  `create table "webhook_deliveries" ("webhook" text collate "C" not null, "id" text collate "C" not null, "due" bigint, "time" bigint not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "webhook_deliveries_key" on "webhook_deliveries" ("webhook", "id")`,
  `create index "webhook_deliveries_due" on "webhook_deliveries" ("webhook", "due" nulls first, "id")`,
  `create index "webhook_deliveries_time" on "webhook_deliveries" ("time", "webhook", "id")`
]
