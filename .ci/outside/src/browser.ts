/** A workspace in memory in a browser. The search result becomes the title of the page. */
import * as Lectern from "@lectern/core"
import * as MemoryStorage from "@lectern/storage-memory"

const main = async (): Promise<string> => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open() })
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { organizations, spaces, contentEdits, search } = lectern.as(ada.id)
  const organization = await organizations.create({ title: "Example" })
  const space = await spaces.create(organization.id, { title: "Handbook" })
  const markdown = "# Welcome\n\nEvery edit makes a revision.\n"
  await contentEdits.apply(space.id, { changes: [{ operation: "insert_page", document: { markdown } }] })
  const found = await search.space(space.id, { query: "revisions" })
  await lectern.close()
  return `found: ${found.items.map((item) => item.path).join()}`
}

main().then(
  (title) => {
    document.title = title
  },
  (error) => {
    document.title = `failed: ${error}`
  }
)
