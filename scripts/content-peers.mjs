/** `npm run content-peers`: builds what is missing, then compares Lectern with other content servers. Arguments after `--`: `--only NAME`, `--folder F`, `--json`. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, install, main, root } from "./lib/toolchain.mjs"

await main(async () => {
  await install({ forDevelopment: true })
  build("packages/benchmark")
})
await import(pathToFileURL(join(root, "packages/benchmark/dist/content-peers/main.js")).href)
