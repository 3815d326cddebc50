/** `npm run readers`: builds what is missing, then compares generators of sites. Arguments after `--`: `--folder F`, `--json FILE`. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, bundle, install, main, root } from "./lib/toolchain.mjs"

await main(async () => {
  await install({ forDevelopment: true })
  build("packages/benchmark")
  await bundle()
})
await import(pathToFileURL(join(root, "packages/benchmark/dist/readers/main.js")).href)
