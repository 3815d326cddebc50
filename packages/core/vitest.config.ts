import { mergeConfig } from "vitest/config"
import { shared } from "../../vitest.shared.js"

export default mergeConfig(shared, { test: { testTimeout: 30_000 + 1_000 * Number(process.env.LECTERN_RUNS ?? 0) } })
