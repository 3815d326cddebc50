/** The sources that are mutated, and the tests that are run on them. */

const versioning = [
  "core/test/operations/audit-events/operations.test.ts",
  "core/test/content/change-requests/crowded.test.ts",
  "core/test/content/change-requests/histories.test.ts",
  "core/test/content/change-requests/merging.test.ts",
  "core/test/content/change-requests/overlay.test.ts",
  "core/test/content/editing/edits.test.ts",
  "core/test/content/drafts/history.test.ts",
  "core/test/content/spaces/lifecycle.test.ts",
  "core/test/content/sync/reimport.test.ts",
  "core/test/content/change-requests/revert.test.ts",
  "core/test/content/drafts/siblings.test.ts",
  "core/test/content/drafts/writes.test.ts",
  "core/test/content/sync/sync.test.ts",
  "core/test/content/editing/updates.test.ts",
  "core/test/content/openapi-registry/computed.test.ts",
  "core/test/content/placement/",
  "core/test/content/revisions/",
  "reader/test/sites.test.ts"
]

/**
 * For each folder or file of `packages/core/src`, the test files that describe it: paths below `packages`, or folders
 * that end in `/`. Tests that run other processes, or a browser, are not among them. Tests that run over several
 * storages run over the one in memory only.
 */
export const testsOf = {
  "people/access": [
    "core/test/people/access/",
    "core/test/operations/audit-events/operations.test.ts",
    "core/test/content/collections/Collections.test.ts",
    "core/test/people/content-grants/",
    "core/test/content/reading/recentPages.test.ts",
    "core/test/people/identities/admission.test.ts",
    "core/test/people/members/",
    "core/test/publishing/sites/visiting/visits.test.ts",
    "core/test/publishing/sites/published-content/",
    "core/test/people/teams/",
    "http/test/people/api-tokens/tokenLimits.test.ts"
  ],
  "people/api-tokens": [
    "core/test/people/api-tokens/",
    "core/test/operations/audit-events/operations.test.ts",
    "http/test/people/api-tokens/tokenLimits.test.ts"
  ],
  "content/merge": [
    "core/test/content/merge/",
    "core/test/content/change-requests/merging.test.ts",
    "core/test/content/change-requests/undecidedCases.test.ts"
  ],
  "people/sessions": [
    "core/test/people/access/strangers.test.ts",
    "core/test/people/api-tokens/",
    "core/test/operations/audit-events/operations.test.ts",
    "core/test/people/identities/admission.test.ts",
    "core/test/people/sessions/",
    "console/test/sign-in/signIn.test.ts",
    "node/test/sign-in/interleavings.test.ts",
    "node/test/sign-in/sessions.test.ts"
  ],
  "people/sign-in": [
    "core/test/people/accounts/erasing.test.ts",
    "core/test/operations/audit-events/operations.test.ts",
    "core/test/people/sign-in/",
    "console/test/sign-in/signIn.test.ts",
    "node/test/sign-in/interleavings.test.ts",
    "node/test/sign-in/links.test.ts",
    "node/test/sign-in/passkeys.test.ts",
    "node/test/sign-in/secondStep.test.ts",
    "node/test/sign-in/signIn.test.ts"
  ],
  "publishing/site-reading": [
    "core/test/operations/audit-events/operations.test.ts",
    "core/test/publishing/site-reading/",
    "core/test/publishing/sites/published-content/",
    "core/test/publishing/sites/visiting/agreement.test.ts",
    "reader/test/export.test.ts",
    "reader/test/hosts.test.ts",
    "reader/test/looks.test.ts",
    "reader/test/machines.test.ts",
    "reader/test/navigation.test.ts",
    "reader/test/reference.test.ts",
    "reader/test/sites.test.ts",
    "reader/test/tryIt.test.ts",
    "reader/test/words.test.ts"
  ],
  "content/uploads": [
    "core/test/operations/audit-events/operations.test.ts",
    "core/test/content/uploads/uploads.test.ts"
  ],
  "content/drafts": versioning,
  "content/reading/ComputedReading.ts": versioning,
  "content/reading/PageTree.ts": versioning,
  "content/spaces/SpaceContent.ts": versioning,
  "content/spaces/SpaceCopying.ts": versioning
}

/**
 * The folders whose tests are run on mutants that the tests of a folder above do not notice. A file that starts other
 * processes, threads or a browser, or packs programs, is not among them.
 */
export const everyTest = ["console/test/", "core/test/", "http/test/", "node/test/", "reader/test/"]
export const startsMore =
  /playwright|child_process|worker_threads|esbuild|startServer|[Cc]hromium|needs\(|@lectern\/(?:server|storage-postgres)|node:net/
