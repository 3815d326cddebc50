/**
 * Checks that packages import each module of Effect by its own name. For `import { Schema } from "effect"`, bundlers
 * keep all of Schema, and each program that shares code with others loads all of Effect; for
 * `import * as Schema from "effect/Schema"`, only the parts that are used. `--write` corrects the imports.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { byModule } from "./lib/effectImports.mjs"
import { root } from "./lib/toolchain.mjs"

const files = readdirSync(join(root, "packages"))
  .map((name) => join(root, "packages", name, "src"))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name))
  )
const wrong = files.filter((file) => {
  const text = readFileSync(file, "utf8")
  const changed = byModule(text)
  if (changed !== text && process.argv.includes("--write")) writeFileSync(file, changed)
  return changed !== text
})
if (process.argv.includes("--write"))
  console.log(`effect imports: ${wrong.length} files changed; run \`npm run format\``)
else if (wrong.length > 0) {
  console.error(`${wrong.join("\n")}\nimport "effect" as a whole; run \`node scripts/effect-imports.mjs --write\``)
  process.exitCode = 1
} else console.log("effect imports: each module by its own name")
