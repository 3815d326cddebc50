/** Webhooks, how far each has come, and their deliveries. */
export const webhooks: ReadonlyArray<string> = [
  `create table "{webhooks}" ("id" text not null, "organization" text not null, "space" text not null, "status" text not null, "sealedBy" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{webhooks_key}" on "{webhooks}" ("id")`,
  `create index "{webhooks_organization}" on "{webhooks}" ("organization", "id")`,
  `create index "{webhooks_space}" on "{webhooks}" ("space", "id")`,
  `create index "{webhooks_status}" on "{webhooks}" ("status", "id")`,
  `create index "{webhooks_sealedBy}" on "{webhooks}" ("sealedBy", "id")`,
  `create table "{webhook_lanes}" ("webhook" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{webhook_lanes_key}" on "{webhook_lanes}" ("webhook")`,
  `create table "{webhook_deliveries}" ("webhook" text not null, "id" text not null, "due" integer, "time" integer not null, row_version integer not null, row_json text not null) strict`,
  `create unique index "{webhook_deliveries_key}" on "{webhook_deliveries}" ("webhook", "id")`,
  `create index "{webhook_deliveries_due}" on "{webhook_deliveries}" ("webhook", "due", "id")`,
  `create index "{webhook_deliveries_time}" on "{webhook_deliveries}" ("time", "webhook", "id")`
]
