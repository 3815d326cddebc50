/** Adds the tag `@since` with the version of its package to public modules that lack it; `--check` fails if one does. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { publicModules, published } from "../lib/packing.mjs"
import { isSaid, withSince } from "../lib/since.mjs"
import { root } from "../lib/toolchain.mjs"

let problems = 0
for (const name of published()) {
  const folder = join(root, "packages", name)
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  for (const module of new Set(publicModules(manifest).values())) {
    const file = join(folder, "src", module)
    const text = readFileSync(file, "utf8")
    if (!process.argv.includes("--check")) writeFileSync(file, withSince(text, manifest.version))
    else if (!isSaid(text)) {
      problems++
      console.error(`packages/${name}/src/${module} has no @since`)
    }
  }
}
if (problems > 0)
  console.error(`since: ${problems} modules do not say since when they are there; run \`npm run generate\``)
process.exitCode = problems === 0 ? 0 : 1
