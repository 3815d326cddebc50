/**
 * The schema's history on PostgreSQL, which is not that on SQLite: each migration is the list of statements that it ran
 * on the day it was written, and never changes again. A test compares the resulting schema with the declared tables.
 * `docs/schema-changes.md` says how to write one.
 */
import { latestOf } from "@lectern/storage-sql/internal/SchemaNumbers"
import { baseline } from "./migrations/0006_baseline.js"
import { words } from "./migrations/0007_words.js"
import { events } from "./migrations/0008_events.js"
import { collaboration } from "./migrations/0009_collaboration.js"
import { review } from "./migrations/0010_review.js"
import { titles } from "./migrations/0011_titles.js"

/** Migrations by number and name, in ascending order; their statements run in one transaction. */
export type Migrations = Readonly<Record<string, ReadonlyArray<string>>>

/** Every migration since the baseline. A new one gets the next number, at the end. */
export const migrations: Migrations = {
  "0006_baseline": baseline,
  "0007_words": words,
  "0008_events": events,
  "0009_collaboration": collaboration,
  "0010_review": review,
  "0011_titles": titles
}

/**
 * The lowest number of a last migration whose programs may use a database of this version, beside the programs of this one.
 * It is raised together with a migration that takes away what they use.
 */
export const lowest = 3

/** The number of the last migration that this program knows. */
export const latest = latestOf(migrations)
