/**
 * `npm run fuzz`: builds what is missing, then tests malformed tokens. Arguments after `--`: `--count N`, `--seed N`.
 */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, install, main, root } from "./lib/toolchain.mjs"

await main(async () => {
  await install({ forDevelopment: true })
  build("packages/benchmark")
})
await import(pathToFileURL(join(root, "packages/benchmark/dist/fuzz/main.js")).href)
