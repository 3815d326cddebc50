/** `npm run bench`: builds what is missing, then measures. Its arguments stand after `--`. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, bundle, install, main, root } from "./lib/toolchain.mjs"

await main(async () => {
  await install({ forDevelopment: true })
  build("packages/benchmark")
  await bundle()
})
await import(pathToFileURL(join(root, "packages/benchmark/dist/main.js")).href)
