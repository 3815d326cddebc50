/** A page with every construct. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Its markdown. */
export const everything = readFileSync(join(import.meta.dirname, "everything.md"), "utf8")
