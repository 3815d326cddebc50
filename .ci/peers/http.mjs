/** The API through its handler and its typed client. */
import { equal, ok } from "node:assert/strict"
import * as Lectern from "@lectern/core"
import * as LecternHttp from "@lectern/http"
import * as Client from "@lectern/http/Client"
import { document } from "@lectern/http/OpenApiDocument"
import * as MemoryStorage from "@lectern/storage-memory"

const lectern = await Lectern.open({ storage: MemoryStorage.open() })
const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const { token } = await lectern.asSystem().apiTokens.create(ada.id, { label: "peers" })
const handler = LecternHttp.fetchHandler(lectern)
const client = Client.promises({
  baseUrl: "http://localhost",
  token,
  fetch: (input, init) => handler(new Request(input, init))
})
const organization = await client.organizations.createOrganization({ payload: { title: "Example" } })
const space = await client.spaces.createSpace({
  path: { organizationId: organization.id },
  payload: { title: "Handbook" }
})
equal((await client.spaces.getSpaceById({ path: { spaceId: space.id }, urlParams: {} })).title, "Handbook")
await client.spaces.restoreSpace({ path: { spaceId: space.id } }).then(
  () => ok(false),
  (error) => ok(error instanceof Lectern.Conflict, `${error}`)
)
equal((await handler(new Request("http://localhost/v1/user"))).status, 401)
ok(Object.keys(document().paths).length > 100)
await lectern.close()
