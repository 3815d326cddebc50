/** Before `npm pack` or `npm publish` in the folder of a package: builds it, and makes the folder what is published. */
import { currentPackage, prepare } from "./lib/packing.mjs"
import { build } from "./lib/toolchain.mjs"

const folder = currentPackage()
build(folder)
prepare(folder)
