/**
 * `node scripts/reference.mjs FOLDER`: writes the manual with the API reference to a folder, as it is published with the
 * server.
 */
import { cpSync } from "node:fs"
import { join, resolve } from "node:path"
import { addReference } from "./lib/reference.mjs"
import { Failure, main, root } from "./lib/toolchain.mjs"

await main(async () => {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Failure("Usage: node scripts/reference.mjs FOLDER")
  const target = resolve(folder)
  cpSync(join(root, "docs"), target, { recursive: true })
  console.log(`reference: wrote ${await addReference(target)} modules to ${join(target, "reference")}`)
})
