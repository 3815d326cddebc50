/**
 * The schema's history on PostgreSQL, which is not that on SQLite: each migration is the list of statements that it ran
 * on the day it was written, and never changes again. A test compares the resulting schema with the declared tables.
 * `docs/schema-changes.md` says how to write one.
 */
import { latestOf, type Migrations } from "./Migration.js"
import { init } from "./migrations/0001_init.js"
import { auditEvents } from "./migrations/0002_audit_events.js"
import { siteLooks } from "./migrations/0003_site_looks.js"
import { jobs } from "./migrations/0004_jobs.js"
import { siteHosts } from "./migrations/0005_site_hosts.js"

/** Every migration. A new one gets the next number, at the end. */
export const migrations: Migrations = {
  "0001_init": init,
  "0002_audit_events": auditEvents,
  "0003_site_looks": siteLooks,
  "0004_jobs": jobs,
  "0005_site_hosts": siteHosts
}

/**
 * The lowest number of a last migration whose programs may use a database of this version, beside the programs of this one.
 * It is raised together with a migration that takes away what they use.
 */
export const lowest = 3

/** The number of the last migration that this program knows. */
export const latest = latestOf(migrations)
