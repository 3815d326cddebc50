/** A workspace whose rows are in one JSON file, its files in a folder, and its search index in memory. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Lectern from "@lectern/core/Lectern"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import * as FolderBlobStore from "@lectern/node/blobs/FolderBlobStore"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Layer } from "effect"
import * as JsonStorage from "./JsonStorage.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-json-"))

const open = async () => {
  const rows = JsonStorage.layer(join(folder, "rows.json"))
  const blobs = FolderBlobStore.layer(join(folder, "blobs"))
  const search = Layer.sync(SearchIndex, () => MemoryStorage.open([]).searchIndex)
  const lectern = await Lectern.open({ storage: { layer: Layer.mergeAll(rows, blobs, search) } })
  // The new index is empty. It derives from the rows, so a repair fills it.
  const { repaired } = await lectern.asSystem().integrity.repair()
  console.log(`opened, pages indexed again: ${repaired.length}`)
  return lectern
}

const before = await open()
const ada = await before.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const { contentEdits, organizations, search, spaces } = before.as(ada.id)
const organization = await organizations.create({ title: "Example" })
const space = await spaces.create(organization.id, { title: "Handbook" })
await contentEdits.apply(space.id, {
  changes: [{ operation: "insert_page", document: { markdown: "# Welcome\n\nGood that you are here.\n" } }]
})
console.log(`"here" is on ${(await search.space(space.id, { query: "here" })).count} page`)
await before.close()
console.log(`written: ${readdirSync(folder).join(", ")}`)

const after = await open()
const reader = after.as(ada.id)
const { pages } = await reader.contents.pages(space.id)
console.log(`${space.title}: ${pages.map(({ title }) => title).join(", ")}`)
console.log(`"here" is on ${(await reader.search.space(space.id, { query: "here" })).count} page`)
await after.close()
rmSync(folder, { recursive: true })
