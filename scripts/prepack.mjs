/**
 * Runs before `npm pack` or `npm publish` in the folder of a package: builds it, and turns the folder into its
 * published form.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "./lib/bundle.mjs"
import { currentPackage, prepare } from "./lib/packing.mjs"
import { addReference } from "./lib/reference.mjs"
import { build } from "./lib/toolchain.mjs"

const folder = currentPackage()
build(folder)
if (existsSync(join(folder, "bin")) || existsSync(join(folder, "src/export/client"))) await bundle({ clean: true })
prepare(folder)
if (existsSync(join(folder, "docs"))) await addReference(join(folder, "docs"))
