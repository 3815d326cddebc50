/** Migrations that files may have been migrated with never change: what is to be different is a new one. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { named } from "@lectern/storage-sql/Dialect"
import { expect, it } from "vitest"
import { migrations } from "../src/Migrations.js"

/** To be added to `migrations.json` together with a new migration. */
const hashes = Object.fromEntries(
  Object.entries(migrations).map(([name, migration]) => {
    const text = JSON.stringify(migration, (_, value) => (typeof value === "function" ? String(value) : value))
    return [name, createHash("sha256").update(named("", text)).digest("hex")]
  })
)

const landed = JSON.parse(readFileSync(new URL("migrations.json", import.meta.url), "utf8"))

it("no migration was changed after it was written", () => {
  expect(hashes).toEqual(landed)
})
