import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { expect, it } from "vitest"

it.each([
  [
    "records events unless it is told not to",
    undefined,
    ["organization_created", "space_created", "space_content_updated"]
  ],
  ["records none where it is told not to", { records: false }, []]
])("an engine %s", async (_, events, types) => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open(), ...(events !== undefined && { events }) })
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const own = lectern.as(ada.id)
  const { id } = await own.organizations.create({ title: "Example" })
  const space = await own.spaces.create(id, {})
  await own.contentEdits.apply(space.id, { changes: [{ operation: "insert_page", title: "One" }] })
  const { items } = await own.events.list({ organization: id }, {})
  expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(types))
  expect(items.length > 0).toBe(types.length > 0)
  await lectern.close()
})
