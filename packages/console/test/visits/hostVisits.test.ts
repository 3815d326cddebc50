/** The window of the console where an embedding host signs people in: its page, and what is there besides it. */

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Lectern from "@lectern/core/Lectern"
import { fetchHandler, type HostAuthenticate } from "@lectern/http/LecternHttp"
import { nodeListener } from "@lectern/http/node/NodeListener"
import type { WebHandler } from "@lectern/http/WebHandler"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeWorld, type Person, type World } from "../../../http/test/support/world.js"
import { consoleOf } from "../support/consoleOf.js"

const baseUrl = "http://app.example/docs"
const signInUrl = "/sign-in?from=docs"
const script = { body: "1", contentType: "text/javascript; charset=utf-8", compressed: {} }
const files = async () => ({
  script: "main-1.js",
  style: "main-1.css",
  worker: "TextWorker-1.js",
  files: new Map([["main-1.js", script]])
})

/** The host's cookie is the id of the user. */
const authenticate: HostAuthenticate = ({ headers }) => /(?:^|; )host=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1]

let world: World
const closers: Array<() => Promise<unknown>> = []
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  await world.lectern.close()
})

const servers: Readonly<Record<string, (options: { readonly signInUrl?: string }) => Promise<WebHandler>>> = {
  "a web handler": async (options) => {
    const made = await consoleOf(world.lectern, baseUrl, { files, authenticate, ...options })
    return fetchHandler(world.lectern, { ...made, authenticate, basePath: "/docs" })
  },
  "a server of Node": async (options) => {
    const made = await consoleOf(world.lectern, baseUrl, { files, authenticate, ...options })
    const listener = nodeListener(world.lectern, { ...made, authenticate, basePath: "/docs" })
    const server = createServer(listener).listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    closers.push(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
    const { port } = server.address() as AddressInfo
    return (request) =>
      fetch(new Request(request.url.replace("http://app.example", `http://127.0.0.1:${port}`), request), {
        redirect: "manual"
      })
  }
}

describe.each(Object.keys(servers))("over %s", (over) => {
  const asking = async (options: { readonly signInUrl?: string } = { signInUrl }) => {
    const send = await servers[over]!(options)
    return (who: Person | "nobody", path: string, init: RequestInit = {}) =>
      send(
        new Request(`${baseUrl}${path}`, {
          ...init,
          headers: { ...(who !== "nobody" && { cookie: `host=${world.ids.users[who]}` }), ...init.headers }
        })
      )
  }

  it("the page is for whom the host knows; others are sent to it, and come back", async () => {
    const ask = await asking()
    for (const path of ["/app", "/app/s/nosuch/a/page?b=c"]) {
      const answer = await ask("rex", path)
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"])
      expect(answer.headers.has("set-cookie")).toBe(false)
      const page = await answer.text()
      expect(page).toContain('data-base="/docs" data-sign-in="http://app.example/sign-in?from=docs"')
      expect(page).not.toContain("data-form")
      expect(page).not.toContain("/account")
      const { headers, status } = await ask("nobody", path)
      expect([status, headers.get("location")]).toEqual([
        303,
        `http://app.example/sign-in?from=docs&next=${encodeURIComponent(`/docs${path}`)}`
      ])
    }
    const login = await ask("rex", "/login?next=%2Fapp%2Fs%2Fa")
    expect(login.headers.get("location")).toBe("http://app.example/sign-in?from=docs&next=%2Fdocs%2Fapp%2Fs%2Fa")
    const away = await ask("rex", "/login?next=https%3A%2F%2Fevil.example")
    expect(away.headers.get("location")).toBe("http://app.example/sign-in?from=docs&next=%2Fdocs%2Fapp")
  })

  it("without an address to sign in at, a page says that nobody is signed in", async () => {
    const ask = await asking({})
    for (const path of ["/app", "/login"]) {
      const answer = await ask("nobody", path)
      expect(answer.status).toBe(401)
      expect(await answer.text()).toContain("You are not signed in")
    }
    expect(await (await ask("rex", "/app")).text()).toContain('data-sign-in=""')
  })

  it("none of the pages of our own accounts is there", async () => {
    const ask = await asking()
    for (const path of ["/account", "/admin", "/admin/audit", "/login/confirm", "/login/reset", "/saml/a/start"]) {
      expect([path, (await ask("ada", path)).status]).toEqual([path, 404])
    }
    const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" }
    for (const path of ["/login", "/logout", "/app/session", "/account/password"]) {
      const { status } = await ask("ada", path, { method: "POST", body: "{}", headers })
      expect([path, status]).toEqual([path, expect.toBeOneOf([404, 405])])
    }
  })

  it("what the window asks the API for is answered to the host's session", async () => {
    const ask = await asking()
    const own = { "x-lectern-request": "1" }
    expect(await (await ask("rex", "/v1/user", { headers: own })).json()).toMatchObject({ displayName: "rex" })
    const spaces = await ask("rex", `/v1/orgs/${world.ids.organization}/spaces`, { headers: own })
    expect(JSON.stringify(await spaces.json())).toContain(world.ids.spaces.main)
    expect((await ask("nobody", "/v1/user", { headers: own })).status).toBe(401)
  })
})

it("who lacks a second factor that the server requires is told so", async () => {
  const lectern = await Lectern.open({ storage: MemoryStorage.open(), signIn: { secondFactor: "required" } })
  const { id: user } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  const statusOf = async (secondFactor: boolean) => {
    const known = () => ({ user, secondFactor })
    const handler = fetchHandler(lectern, await consoleOf(lectern, baseUrl, { files, authenticate: known }))
    const answer = await handler(new Request("http://app.example/app"))
    return [answer.status, (await answer.text()).includes("A second factor is required")]
  }
  expect([await statusOf(false), await statusOf(true)]).toEqual([
    [403, true],
    [200, false]
  ])
  await lectern.close()
})
