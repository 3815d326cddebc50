import { defineConfig } from "vitest/config"

/** What every package's tests share: sources are tested directly, without a build, and files share their modules. */
export const shared = defineConfig({
  resolve: { conditions: ["lectern-source"] },
  ssr: { resolve: { conditions: ["lectern-source"] } },
  test: { include: ["test/**/*.test.ts"], isolate: false, testTimeout: 30_000, hookTimeout: 60_000 }
})
