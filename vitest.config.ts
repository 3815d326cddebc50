import { defineConfig, mergeConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { shared } from "./vitest.shared.js"

/**
 * Files that take longest, the longest first. Whatever is not here is short, and it does no harm if the list is not
 * quite true: it only decides how long one processor waits for the other in the end.
 */
const longest = [
  "packages/server/test/start.test.ts",
  "packages/server/test/jobs/imports.test.ts",
  "packages/server/test/history/history.test.ts",
  "packages/server/test/copy/",
  "packages/http/test/operations.test.ts",
  "packages/storage-postgres/test/contract.test.ts",
  "packages/server/test/sign-in/pages.test.ts",
  "packages/reader/test/browser.test.ts",
  "packages/server/test/docs/typescript.test.ts",
  "packages/benchmark/test/fuzz.test.ts",
  "packages/core/test/uploads/uploads.test.ts",
  "packages/server/test/hostile-texts.test.ts",
  "packages/server/test/uploads.test.ts",
  "packages/core/test/ordering/moves.test.ts",
  "packages/http/test/visibility.test.ts",
  "packages/http/test/tokenLimits.test.ts",
  "packages/storage-sqlite/test/contract.test.ts",
  "packages/server/test/crash.test.ts",
  "packages/core/test/change-requests/crowd.test.ts",
  "packages/server/test/import-crash.test.ts",
  "packages/http/test/callers.test.ts",
  "packages/core/test/openapi-specs/specs.test.ts",
  "packages/core/test/access/agreement.test.ts",
  "packages/server/test/commands.test.ts",
  "packages/node/test/pdf/",
  "packages/core/test/change-requests/undecidedCases.test.ts",
  "packages/importers/test/html/hostile.test.ts",
  "packages/core/test/texts/hostile.test.ts",
  "packages/node/test/workers/WorkerPool.test.ts",
  "packages/node/test/blobs/",
  "packages/core/test/content/",
  "packages/core/test/change-requests/",
  "packages/storage-sqlite/test/",
  "packages/server/test/",
  "packages/storage-memory/test/"
]

const place = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((path) => moduleId.includes(path))
  return found === -1 ? longest.length : found
}

/** The longest files first, then the others as vitest orders them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/** What all tests share, and the order of their files. */
export default mergeConfig(shared, defineConfig({ test: { sequence: { sequencer: LongestFirst } } }))
