/** `npm run bench`: builds what is missing, then measures. Arguments after `--`: `--json`, `--only NAME`. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, install, root } from "./lib/toolchain.mjs"

install()
build("packages/benchmark")
await import(pathToFileURL(join(root, "packages/benchmark/dist/main.js")).href)
