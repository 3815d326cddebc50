/** `npm run capacity`: builds what is missing, then simulates fleets. Arguments after `--`: `--costs FILE`. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, install, main, root } from "./lib/toolchain.mjs"

await main(async () => {
  await install({ forDevelopment: true })
  build("packages/benchmark")
})
await import(pathToFileURL(join(root, "packages/benchmark/dist/capacity/main.js")).href)
