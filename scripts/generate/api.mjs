/**
 * Writes the public surface of every published package to `packages/NAME/api.txt`. With `--check`, fails if a committed
 * one differs, and shows the first line that does.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { published } from "../lib/packing.mjs"
import { surfaceOf } from "../lib/surface.mjs"
import { root } from "../lib/toolchain.mjs"

const committed = (file) => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

const checking = process.argv.includes("--check")
for (const name of published()) {
  const folder = join(root, "packages", name)
  const file = join(folder, "api.txt")
  const text = surfaceOf(folder)
  const before = committed(file)
  if (before === text) continue
  if (!checking) {
    writeFileSync(file, text)
    console.log(`api: wrote ${file}`)
    continue
  }
  const [was, is] = [before, text].map((each) => each.split("\n"))
  const line = is.findIndex((each, index) => each !== was[index])
  console.error(`api: ${file} is not what the package exports; run \`npm run generate\`\n- ${was[line]}\n+ ${is[line]}`)
  process.exitCode = 1
}
if (process.exitCode !== 1) console.log("api: the committed surfaces are those of the packages")
