import { mergeConfig } from "vitest/config"
import { shared } from "../vitest.shared.js"

export default mergeConfig(shared, { test: { name: "scripts", include: ["test/**/*.test.mjs"] } })
