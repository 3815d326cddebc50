/** How long a form may be. */
import * as Lectern from "@lectern/core/Lectern"
import { requestLimits } from "@lectern/http/foundation/dispatcher/Limits"
import { fetchHandler } from "@lectern/http/LecternHttp"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, beforeAll, expect, it } from "vitest"
import { consoleOf } from "../support/consoleOf.js"

const origin = "http://localhost:4000"
const token = "0123456789abcdef0123456789abcdef"

let lectern: Lectern.Lectern
let fetch: ReturnType<typeof fetchHandler>
beforeAll(async () => {
  lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl: origin })
  fetch = fetchHandler(lectern, await consoleOf(lectern, origin))
})
afterAll(() => lectern.close())

const submit = (bytes: number) =>
  fetch(
    new Request(`${origin}/login`, {
      method: "POST",
      headers: {
        origin,
        cookie: `__Host-lectern-form=${token}`,
        "content-type": "application/x-www-form-urlencoded"
      },
      body: `token=${token}&email=`.padEnd(bytes, "a")
    })
  )

it("a form just within the limit of requests is read, and a longer one is refused", async () => {
  expect((await submit(requestLimits.form)).status).toBe(400)
  const refused = await submit(requestLimits.form + 1)
  expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining("too large")])
})
