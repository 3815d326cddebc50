import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const setup = fileURLToPath(new URL("vitest.setup.ts", import.meta.url))

/** What every package's tests share: sources are tested directly, without a build, and files share their modules. */
export const shared = defineConfig({
  resolve: { conditions: ["lectern-source"] },
  ssr: { resolve: { conditions: ["lectern-source"] } },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: [setup],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
