/**
 * The schema's history: each migration is the list of statements that it ran on the day it was written, and never
 * changes again. They do not depend on the current declarations, so that an earlier file and a new one end up the same,
 * which a test compares with the declared tables. `docs/schema-changes.md` says how to write one.
 */
import { latestOf } from "@lectern/storage-sql/internal/SchemaNumbers"
import type { Migrations } from "./Migration.js"
import { baseline } from "./migrations/0030_baseline.js"
import { words } from "./migrations/0031_words.js"
import { events } from "./migrations/0032_events.js"
import { collaboration } from "./migrations/0033_collaboration.js"
import { review } from "./migrations/0034_review.js"
import { titles } from "./migrations/0035_titles.js"

/** Every migration since the baseline. A new one gets the next number, at the end. */
export const migrations: Migrations = {
  "0030_baseline": baseline,
  "0031_words": words,
  "0032_events": events,
  "0033_collaboration": collaboration,
  "0034_review": review,
  "0035_titles": titles
}

/** The number of the last migration that this program knows. */
export const latest = latestOf(migrations)
