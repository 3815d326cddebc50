/** The names of the settings of audit events and of events. */
import type { SettingName } from "./SettingName.js"

/** The settings of audit events and of events by name. */
export const auditNames = {
  auditLog: {
    variable: "LECTERN_AUDIT_LOG",
    flag: "--audit-log",
    value: "file",
    description: "File that audit events are appended to, one line of JSON each (default: none)."
  },
  auditUrl: {
    variable: "LECTERN_AUDIT_URL",
    flag: "--audit-url",
    value: "url",
    description: "Address that audit events are posted to, as lines of JSON (default: none)."
  },
  auditSecret: {
    variable: "LECTERN_AUDIT_SECRET",
    flag: "--audit-secret",
    value: "secret",
    description: "Secret that signs audit events posted to --audit-url; required with it."
  },
  auditDays: {
    variable: "LECTERN_AUDIT_DAYS",
    flag: "--audit-days",
    value: "days",
    description: "How many days audit events are kept (default 365; 0: forever)."
  },
  eventDays: {
    variable: "LECTERN_EVENT_DAYS",
    flag: "--event-days",
    value: "days",
    description: "How many days the events that programs follow are kept (default 30; 0: forever)."
  }
} as const satisfies Readonly<Record<string, SettingName>>
