/** A typed client of the API. Its transport here is the handler itself, without a socket; leave out `fetch` for a server. */
import { NotFound } from "@lectern/core/errors/Errors"
import * as Lectern from "@lectern/core/Lectern"
import * as Client from "@lectern/http/Client"
import * as LecternHttp from "@lectern/http/LecternHttp"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"

const lectern = await Lectern.open({ storage: MemoryStorage.open() })
const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const { token } = await lectern.asSystem().apiTokens.create(ada.id, { label: "example" })

const handler = LecternHttp.fetchHandler(lectern)
const client = Client.promises({
  baseUrl: "http://localhost:4000",
  token,
  fetch: (input, init) => handler(new Request(input, init))
})

const organization = await client.organizations.createOrganization({ payload: { title: "Example" } })
const space = await client.spaces.createSpace({
  path: { organizationId: organization.id },
  payload: { title: "Handbook" }
})
const { count, items } = await client.spaces.listSpacesInOrganizationById({
  path: { organizationId: organization.id },
  urlParams: {}
})
console.log(`${count} space: ${items.map(({ title }) => title).join(", ")}`)

const renamed = await client.spaces.updateSpaceById({ path: { spaceId: space.id }, payload: { title: "Manual" } })
console.log(`renamed to ${renamed.title}`)

// A failed call rejects with the error class of the engine that the status stands for.
try {
  await client.spaces.getSpaceById({ path: { spaceId: "none" }, urlParams: {} })
} catch (error) {
  if (!(error instanceof NotFound)) throw error
  console.log(`failed: ${error.message}`)
}

await lectern.close()
