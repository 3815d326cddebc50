/** Runs after `npm pack` or `npm publish` in the folder of a package: undoes what `prepack.mjs` did. */
import { currentPackage, restore } from "./lib/packing.mjs"

restore(currentPackage())
