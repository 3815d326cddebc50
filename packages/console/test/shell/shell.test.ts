/** The page of the console: who gets it, and over which connections. */
import { handle } from "@lectern/http/LecternHttp"
import { webHandler } from "@lectern/http/WebHandler"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeWorldOf, type World } from "../../../http/test/support/world.js"
import { consoleOf } from "../support/consoleOf.js"

const origin = "https://docs.example"
const formToken = "0123456789abcdef0123456789abcdef"
const script = { body: "1", contentType: "text/javascript; charset=utf-8", compressed: {} }
const files = async () => ({
  script: "main-1.js",
  style: "main-1.css",
  worker: "TextWorker-1.js",
  files: new Map([["main-1.js", script]])
})

let world: World
let ask: (path: string, init?: RequestInit, secure?: boolean) => Promise<Response>
let session: string

beforeAll(async () => {
  const passwords = Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  ;({ world } = await makeWorldOf({ passwords }))
  const answering = handle(world.lectern, await consoleOf(world.lectern, origin, { files }))
  ask = (path, init = {}, secure) =>
    webHandler((request, respond) => answering({ ...request, ...(secure !== undefined && { secure }) }, respond))(
      new Request(`${origin}${path}`, init)
    )
  const { url } = await world.lectern.asSystem().accounts.createLink(world.ids.users.ada, { administrator: true })
  const set = await ask(new URL(url).pathname, {
    method: "POST",
    headers: { origin, cookie: `__Host-lectern-form=${formToken}` },
    body: new URLSearchParams({ token: formToken, password: "correct horse battery staple" })
  })
  session = set.headers.get("set-cookie")?.split(";")[0] ?? ""
})
afterAll(() => world.lectern.close())

it("is the same at every address below /app, for those who are signed in", async () => {
  for (const path of ["/app", "/app/s/nosuch/a/page"]) {
    const answer = await ask(path, { headers: { cookie: session } })
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"])
    expect(answer.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/
    )
    expect(await answer.text()).toContain(`src="${origin}/app/assets/main-1.js"`)
    const { headers, status } = await ask(path, { redirect: "manual" })
    expect([status, headers.get("location")]).toEqual([303, `${origin}/login?next=${encodeURIComponent(path)}`])
  }
  expect((await ask("/app/assets/main-1.js")).headers.get("cache-control")).toContain("immutable")
  expect((await ask("/app/assets/other.js")).status).toBe(404)
})

it("is not sent where its cookies could be read on their way", async () => {
  const answer = await ask("/app", { headers: { cookie: session } }, false)
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null])
  expect(await answer.text()).toContain("This was not encrypted")
})
