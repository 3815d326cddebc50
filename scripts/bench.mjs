/**
 * `npm run bench`: builds what is missing, then measures. Arguments after `--` are those of the bench, or the name of
 * another program of the benchmark package, `capacity`, `content-peers`, `fuzz`, `public-manuals` or `readers`, and then
 * its arguments.
 */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, bundle, install, main, root } from "./lib/toolchain.mjs"

/** The other programs, and whether they run the bundled server. */
const programs = { capacity: false, "content-peers": false, fuzz: false, "public-manuals": false, readers: true }

const [, , name] = process.argv
const isOther = name in programs
if (isOther) process.argv.splice(2, 1)

await main(async () => {
  await install({ forDevelopment: true })
  build("packages/benchmark")
  if (!isOther || programs[name]) await bundle()
})
await import(pathToFileURL(join(root, "packages/benchmark/dist", isOther ? name : "", "main.js")).href)
