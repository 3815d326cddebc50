import { mergeConfig } from "vitest/config"
import { shared } from "../testing/src/Shared.js"

export default mergeConfig(shared, { test: { globalSetup: "./test/window/support/bundle.ts" } })
