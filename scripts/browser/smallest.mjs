/** A minimal program in a browser, whose first load is measured. */
import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"

const records = { records: false }
const lectern = await Lectern.open({ storage: MemoryStorage.open(), audit: records, events: records })
const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const { contentEdits, contents, organizations, spaces } = lectern.as(ada.id)
const organization = await organizations.create({ title: "Example" })
const space = await spaces.create(organization.id, { title: "Handbook" })
await contentEdits.apply(space.id, {
  changes: [{ operation: "insert_page", document: { markdown: "# Install\n\nRun the installer.\n" } }]
})
const page = await contents.pageByPath(space.id, "install")
console.log(page.title)
