import { defineWorkspace } from "vitest/config"

/**
 * All tests in one project, because projects run one after another, and each loads the engine again. A package has a
 * configuration of its own only for `--root`.
 */
export default defineWorkspace([
  {
    extends: "./vitest.config.ts",
    test: {
      name: "lectern",
      include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts", "scripts/test/**/*.test.mjs"],
      globalSetup: "./packages/server/test/build.ts"
    }
  }
])
