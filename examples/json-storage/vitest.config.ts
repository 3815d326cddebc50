import { mergeConfig } from "vitest/config"
import { shared } from "../../packages/testing/src/Shared.js"

export default mergeConfig(shared, {})
