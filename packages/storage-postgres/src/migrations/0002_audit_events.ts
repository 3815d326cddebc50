/** The audit trail, and how far it was copied. */
export const auditEvents: ReadonlyArray<string> = [
  `create table "audit_events" ("sequence" bigint not null, "organization" text collate "C" not null, "actor" text collate "C" not null, "action" text collate "C" not null, "target" text collate "C" not null, "time" bigint not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "audit_events_key" on "audit_events" ("sequence")`,
  `create index "audit_events_time" on "audit_events" ("organization", "time", "sequence")`,
  `create index "audit_events_actor" on "audit_events" ("organization", "actor", "time", "sequence")`,
  `create index "audit_events_action" on "audit_events" ("organization", "action", "time", "sequence")`,
  `create index "audit_events_target" on "audit_events" ("organization", "target", "time", "sequence")`,
  `create table "audit_notes" ("name" text collate "C" not null, row_version bigint not null, row_json text collate "C" not null)`,
  `create unique index "audit_notes_key" on "audit_notes" ("name")`
]
