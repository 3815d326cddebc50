/** Which sources are mutated, and which tests are run on them. */

/**
 * For each folder of `packages/core/src`, the test files that describe it: paths below `packages`, or folders that end
 * in `/`. Tests that run other processes, or a browser, are not among them. Those that run over several storages run
 * over the one in memory only.
 */
export const testsOf = {
  access: [
    "core/test/access/",
    "core/test/audit-events/operations.test.ts",
    "core/test/collections/Collections.test.ts",
    "core/test/content-grants/",
    "core/test/content/recentPages.test.ts",
    "core/test/identities/admission.test.ts",
    "core/test/members/",
    "core/test/sites/visiting/visits.test.ts",
    "core/test/sites/published-content/",
    "core/test/teams/",
    "http/test/tokenLimits.test.ts"
  ],
  "api-tokens": ["core/test/api-tokens/", "core/test/audit-events/operations.test.ts", "http/test/tokenLimits.test.ts"],
  merge: [
    "core/test/merge/",
    "core/test/change-requests/merging.test.ts",
    "core/test/change-requests/undecidedCases.test.ts"
  ],
  sessions: [
    "core/test/access/strangers.test.ts",
    "core/test/api-tokens/",
    "core/test/audit-events/operations.test.ts",
    "core/test/identities/admission.test.ts",
    "core/test/sessions/",
    "http/test/signIn.test.ts",
    "node/test/sign-in/interleavings.test.ts",
    "node/test/sign-in/sessions.test.ts"
  ],
  "sign-in": [
    "core/test/accounts/erasing.test.ts",
    "core/test/audit-events/operations.test.ts",
    "core/test/sign-in/",
    "http/test/signIn.test.ts",
    "node/test/sign-in/interleavings.test.ts",
    "node/test/sign-in/links.test.ts",
    "node/test/sign-in/passkeys.test.ts",
    "node/test/sign-in/secondStep.test.ts",
    "node/test/sign-in/signIn.test.ts"
  ],
  "site-reading": [
    "core/test/audit-events/operations.test.ts",
    "core/test/site-reading/",
    "core/test/sites/published-content/",
    "core/test/sites/visiting/agreement.test.ts",
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
  uploads: ["core/test/audit-events/operations.test.ts", "core/test/uploads/uploads.test.ts"],
  versioning: [
    "core/test/audit-events/operations.test.ts",
    "core/test/change-requests/crowded.test.ts",
    "core/test/change-requests/histories.test.ts",
    "core/test/change-requests/merging.test.ts",
    "core/test/change-requests/overlay.test.ts",
    "core/test/content/edits.test.ts",
    "core/test/content/history.test.ts",
    "core/test/content/lifecycle.test.ts",
    "core/test/content/reimport.test.ts",
    "core/test/content/revert.test.ts",
    "core/test/content/siblings.test.ts",
    "core/test/content/sync.test.ts",
    "core/test/content/updates.test.ts",
    "core/test/openapi-specs/computed.test.ts",
    "core/test/ordering/",
    "core/test/revisions/",
    "reader/test/sites.test.ts"
  ]
}

/**
 * The folders whose tests are run on what the tests of a folder above do not notice. A file that starts other processes,
 * threads or a browser, or packs programs, is not among them.
 */
export const everyTest = ["core/test/", "http/test/", "node/test/", "reader/test/"]
export const startsMore =
  /playwright|child_process|worker_threads|esbuild|startServer|[Cc]hromium|needs\(|@lectern\/(?:server|storage-postgres)|node:net/
