/** The audit trail, and how far it was copied. */
export const auditEvents: ReadonlyArray<string> = [
  `create table if not exists "audit_events" ("sequence" integer not null, "organization" text not null, "actor" text not null, "action" text not null, "target" text not null, "time" integer not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "audit_events_key" on "audit_events" ("sequence")`,
  `create index if not exists "audit_events_time" on "audit_events" ("organization", "time", "sequence")`,
  `create index if not exists "audit_events_actor" on "audit_events" ("organization", "actor", "time", "sequence")`,
  `create index if not exists "audit_events_action" on "audit_events" ("organization", "action", "time", "sequence")`,
  `create index if not exists "audit_events_target" on "audit_events" ("organization", "target", "time", "sequence")`,
  `create table if not exists "audit_notes" ("name" text not null, row_version integer not null, row_json text not null) strict`,
  `create unique index if not exists "audit_notes_key" on "audit_notes" ("name")`
]
