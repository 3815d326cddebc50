/** Pages to edit: one with every construct, and those of the project's own manual. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The markdown of the page with every construct. */
export const everything = readFileSync(join(import.meta.dirname, "everything.md"), "utf8")

const docs = join(import.meta.dirname, "../../../../../docs")

/** The pages of the manual by name. */
export const manual: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(docs)
    .filter((name) => name.endsWith(".md"))
    .map((name) => [name, readFileSync(join(docs, name), "utf8")])
)
