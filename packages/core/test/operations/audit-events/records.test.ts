import * as Lectern from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { expect, it } from "vitest"

it.each([
  ["records changes unless it is told not to", undefined, true],
  ["records none where it is told not to", { records: false }, false]
])("an engine %s", async (_, audit, recorded) => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open(), ...(audit !== undefined && { audit }) })
  const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const { auditEvents, organizations } = lectern.as(ada.id)
  const { id } = await organizations.create({ title: "Example" })
  await organizations.update(id, { title: "Changed" })
  const { items } = await auditEvents.list(id, {})
  expect(items.map(({ action }) => action).includes("organization.updated")).toBe(recorded)
  await lectern.close()
})
