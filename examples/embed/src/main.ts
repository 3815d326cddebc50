/** A workspace inside a program, with plain promises: one SQLite file, no server. Prints what `expected.txt` shows. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NotFound } from "@lectern/core/errors/Errors"
import * as Lectern from "@lectern/core/Lectern"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"

const folder = await mkdtemp(join(tmpdir(), "lectern-embed-"))
const lectern = await Lectern.open({ storage: SqliteStorage.open({ filename: join(folder, "handbook.db") }) })

// The program itself may do everything; users may do what their roles allow, as they would over HTTP.
const system = lectern.asSystem()
const ada = await system.users.create({ displayName: "Ada", email: "ada@example.com" })
const bob = await system.users.create({ displayName: "Bob", email: "bob@example.com" })

const { contentEdits, contents, organizations, search, spaces } = lectern.as(ada.id)
const organization = await organizations.create({ title: "Example" })
const space = await spaces.create(organization.id, { title: "Handbook" })
await contentEdits.apply(space.id, {
  changes: [
    { operation: "insert_page", title: "Welcome", document: { markdown: "# Welcome\n\nGood that you are here.\n" } },
    { operation: "insert_page", title: "Holidays", document: { markdown: "# Holidays\n\n30 days a year.\n" } }
  ]
})

const { pages } = await contents.pages(space.id)
console.log(`${space.title}: ${pages.map((page) => page.title).join(", ")}`)

const found = await search.space(space.id, { query: "days" })
console.log(`"days" is on: ${found.items.map((page) => page.path).join(", ")}`)

const page = await contents.pageByPath(space.id, "welcome")
console.log(page.type === "document" ? page.markdown?.trim() : page.title)

// Failures are thrown as the tagged errors of the engine. What Bob may not see is not there.
try {
  await lectern.as(bob.id).spaces.get(space.id)
} catch (error) {
  if (!(error instanceof NotFound)) throw error
  console.log(`Bob: ${error.message}`)
}

await lectern.close()
await rm(folder, { recursive: true })
