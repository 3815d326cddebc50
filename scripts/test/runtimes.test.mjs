/** The manual names the versions of the runtimes that continuous integration tries. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { newestBetterSqlite, runtimes } from "../lib/runtimes.mjs"
import { root } from "../lib/toolchain.mjs"

const [, section] = readFileSync(join(root, "docs/embedding.md"), "utf8").split("## The library behind SQLite\n")

it.each(Object.entries(runtimes))("the manual has %s, its version and its library", (name, { library, version }) => {
  const [word] = name.split(" ")
  const row = section.split("\n").find((line) => line.startsWith(`| ${word}`) && line.includes(version))
  expect(row).toContain(`\`${library}\``)
})

it("the manual has the version of better-sqlite3 that is tried", () => {
  expect(section).toContain(newestBetterSqlite)
})
