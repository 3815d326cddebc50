/**
 * The schema's history: each migration is the list of statements that it ran on the day it was written, and never
 * changes again. They do not depend on the current declarations, so that a file of any age and a new one end up the
 * same, which a test compares with the declared tables. `docs/schema-changes.md` says how to write one.
 */
import { latestOf, type Migrations } from "./Migration.js"
import { init } from "./migrations/0001_init.js"
import { resources } from "./migrations/0002_resources.js"
import { sites } from "./migrations/0003_sites.js"
import { changeRequests } from "./migrations/0004_change_requests.js"
import { contentIo } from "./migrations/0005_content_io.js"
import { undecidedConflicts } from "./migrations/0006_undecided_conflicts.js"
import { uploads } from "./migrations/0007_uploads.js"
import { remnants } from "./migrations/0008_remnants.js"
import { pendingIndex } from "./migrations/0009_pending_index.js"
import { completed } from "./migrations/0010_completed.js"
import { postings } from "./migrations/0011_postings.js"
import { accounts } from "./migrations/0012_accounts.js"
import { tokens } from "./migrations/0013_tokens.js"
import { pendingMembers } from "./migrations/0014_pending_members.js"
import { identities } from "./migrations/0015_identities.js"
import { people } from "./migrations/0017_people.js"
import { rateLeases } from "./migrations/0018_rate_leases.js"
import { sealedSecrets } from "./migrations/0020_sealed_secrets.js"
import { auditEvents } from "./migrations/0021_audit_events.js"
import { siteLooks } from "./migrations/0023_site_looks.js"
import { jobs } from "./migrations/0024_jobs.js"
import { letters } from "./migrations/0025_letters.js"
import { siteHosts } from "./migrations/0026_site_hosts.js"
import { searchBlocks } from "./migrations/0027_search_blocks.js"
import { searchSizes } from "./migrations/0028_search_sizes.js"
import { frequentWords } from "./migrations/0029_frequent_words.js"

/** Every migration. A new one gets the next number, at the end. */
export const migrations: Migrations = {
  "0001_init": init,
  "0002_resources": resources,
  "0003_sites": sites,
  "0004_change_requests": changeRequests,
  "0005_content_io": contentIo,
  "0006_undecided_conflicts": undecidedConflicts,
  "0007_uploads": uploads,
  "0008_remnants": remnants,
  "0009_pending_index": pendingIndex,
  "0010_completed": completed,
  "0011_postings": postings,
  "0012_accounts": accounts,
  "0013_tokens": tokens,
  "0014_pending_members": pendingMembers,
  "0015_identities": identities,
  "0017_people": people,
  "0018_rate_leases": rateLeases,
  "0020_sealed_secrets": sealedSecrets,
  "0021_audit_events": auditEvents,
  "0023_site_looks": siteLooks,
  "0024_jobs": jobs,
  "0025_letters": letters,
  "0026_site_hosts": siteHosts,
  "0027_search_blocks": searchBlocks,
  "0028_search_sizes": searchSizes,
  "0029_frequent_words": frequentWords
}

/** The number of the last migration that this program knows. */
export const latest = latestOf(migrations)
