import { configDefaults, defineWorkspace } from "vitest/config"

/** Tests that take too long for every day: those of `*.long.test.ts` run with `LECTERN_LONG=1`, and nothing else then. */
const isLong = process.env.LECTERN_LONG !== undefined

/**
 * All tests in one project, because projects run one after another, and each loads the engine again. A package has a
 * configuration of its own only for `--root`.
 */
export default defineWorkspace([
  {
    extends: "./vitest.config.mjs",
    test: {
      name: "lectern",
      include: isLong
        ? ["packages/*/test/**/*.long.test.ts"]
        : ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts", "scripts/test/**/*.test.mjs"],
      exclude: isLong ? configDefaults.exclude : [...configDefaults.exclude, "**/*.long.test.ts"],
      globalSetup: ["./packages/testing/src/Machine.ts", "./packages/server/test/build.ts"]
    }
  }
])
