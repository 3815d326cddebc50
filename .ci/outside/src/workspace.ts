/** A workspace in memory with a user and an organization. */
import * as Lectern from "@lectern/core"
import * as MemoryStorage from "@lectern/storage-memory"

export const openWorkspace = async () => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open() })
  const system = lectern.asSystem()
  const ada = await system.users.create({ displayName: "Ada", email: "ada@example.com" })
  const { token } = await system.apiTokens.create(ada.id, { label: "outside" })
  const organization = await lectern.as(ada.id).organizations.create({ title: "Example" })
  return { lectern, ada, organization, headers: { authorization: `Bearer ${token}` } }
}
