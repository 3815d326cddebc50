import { fileURLToPath } from "node:url"
import { defineConfig, mergeConfig } from "vitest/config"
import { temporaryPlace } from "../../storage-testing/src/temporaryPlace.js"

const { LECTERN_RUNS = "0", LECTERN_SECONDS } = process.env
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
/** The memory that all suites together may need. A workspace in memory waits for no disk, and takes less of the processor too. */
const enough = 4 * 1024 ** 3

/**
 * The seed of the inputs of properties: always the same, so that a run that fails was broken by the change that it
 * tests. `LECTERN_SEED=random` looks for more.
 */
const seed = "276443165"

const temporary = process.env.TMPDIR ?? temporaryPlace(enough)

const setupFiles = [file("Setup.ts")]
if (LECTERN_SECONDS !== undefined) setupFiles.push(file("PropertyTime.ts"))

/** The configuration of all runs of tests. Files share their modules. */
export const common = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles,
    isolate: false,
    env: {
      TMPDIR: temporary,
      // A user without a name has no other home, and some packages insist on one.
      HOME: process.env.HOME ?? temporary,
      LECTERN_SEED: process.env.LECTERN_SEED ?? seed
    },
    // Only for what hangs: a busy machine may take many times as long as a quiet one, and no test counts on it.
    testTimeout: 120_000 + 1_000 * Number(LECTERN_RUNS),
    hookTimeout: 120_000
  }
})

/** The configuration of the tests of one package: sources are tested directly, without a build. */
export const shared = mergeConfig(
  common,
  defineConfig({
    resolve: { conditions: ["lectern-source"] },
    ssr: { resolve: { conditions: ["lectern-source"] } },
    test: { globalSetup: [file("Machine.ts")] }
  })
)
