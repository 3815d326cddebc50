/** Sites and previews for people whom an embedding host has signed in. */

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { HostAuthenticate } from "@lectern/http/LecternHttp"
import { nodeListener } from "@lectern/http/node/NodeListener"
import type { WebHandler } from "@lectern/http/WebHandler"
import { fetchHandler, make } from "@lectern/reader/Reader"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { base, makeSite, type TestSite } from "./support/site.js"

const files = { "README.md": "# Welcome\n\nFor members.\n", "more.md": "# More\n\nAlso for them.\n" }
const signInUrl = "https://app.example/sign-in?from=docs"

/** The host's cookie is the id of the user. */
const authenticate: HostAuthenticate = ({ headers }) => /(?:^|; )host=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1]

let site: TestSite
let users: Readonly<Record<"ada" | "rex" | "eve", string>>
let preview: string
const closers: Array<() => Promise<unknown>> = []
beforeAll(async () => {
  site = await makeSite(files)
  const { ada, lectern, organization, space, user } = site
  const { members, users: all } = lectern.asSystem()
  const rex = (await all.create({ displayName: "Rex", email: "rex@example.com" })).id
  const eve = (await all.create({ displayName: "Eve", email: "eve@example.com" })).id
  await members.add(organization, rex, "read")
  users = { ada: user, rex, eve }
  const { number } = await ada.changeRequests.create(space, { subject: "Better words" })
  preview = `/preview/${space}/${number}/`
})
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  await site.lectern.close()
})

const servers: Readonly<Record<string, (options?: { readonly signInUrl?: string }) => Promise<WebHandler>>> = {
  "the reader alone": async (options = {}) => fetchHandler(site.lectern, { baseUrl: base, authenticate, ...options }),
  "a server of Node": async (options = {}) => {
    const pages = await site.lectern.runtime.runPromise(make({ baseUrl: base, authenticate, ...options }))
    const server = createServer(nodeListener(site.lectern, { pages, authenticate })).listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    closers.push(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
    const { port } = server.address() as AddressInfo
    return (request) =>
      fetch(new Request(request.url.replace(base, `http://127.0.0.1:${port}`), request), { redirect: "manual" })
  }
}

type Who = keyof typeof users | "nobody"
const cookieOf = (who: Who): Record<string, string> => (who === "nobody" ? {} : { cookie: `a=b; host=${users[who]}` })

describe.each(Object.keys(servers))("through %s", (name) => {
  const asking = async (options?: { readonly signInUrl?: string }) => {
    const send = await servers[name]!(options)
    return (who: Who, path: string, init: RequestInit = {}) =>
      send(new Request(`${base}${path}`, { ...init, headers: { ...cookieOf(who), ...init.headers } }))
  }

  it("a site for known visitors is read by its members, and by nobody else", async () => {
    await site.ada.sites.update(site.organization, site.site, { visibility: "visitor-auth" })
    const ask = await asking()
    for (const path of [
      "/sites/handbook/",
      "/sites/handbook/more",
      "/sites/handbook/more.md",
      "/sites/handbook/llms.txt"
    ]) {
      for (const [who, status] of [
        ["ada", 200],
        ["rex", 200],
        ["eve", 404],
        ["nobody", 404]
      ] as const) {
        const answer = await ask(who, path)
        expect([path, who, answer.status]).toEqual([path, who, status])
        expect(answer.headers.get("cache-control")).toBe("private, no-store")
        expect(answer.headers.has("access-control-allow-origin")).toBe(false)
        expect((await answer.text()).includes("members")).toBe(
          status === 200 && !path.includes("more") && !path.includes("llms")
        )
      }
    }
    expect((await ask("rex", "/sites/handbook/nosuch")).status).toBe(404)
    expect(await (await ask("rex", "/sites/handbook/search?q=members")).text()).toContain("Welcome")
  })

  it("who is not signed in is sent to the host, whether or not there is a site", async () => {
    const ask = await asking({ signInUrl })
    for (const path of ["/sites/handbook/more?a=b", "/sites/nosuch/more?a=b", `${preview}?a=b`]) {
      const answer = await ask("nobody", path)
      expect([answer.status, answer.headers.get("location")]).toEqual([
        303,
        `${signInUrl}&next=${encodeURIComponent(path)}`
      ])
      expect((await ask("eve", path)).status).toBe(404)
    }
    for (const who of ["nobody", "rex"] as const) {
      const headers = { "x-lectern-request": "1", "content-type": "application/json" }
      const { status } = await ask(who, "/sites/handbook/~/mcp", { method: "POST", body: "{}", headers })
      expect([who, status]).toEqual([who, 401])
    }
  })

  it("a preview is for whoever may read the change request", async () => {
    const ask = await asking()
    const statuses = []
    for (const who of ["ada", "rex", "eve", "nobody"] as const) statuses.push((await ask(who, preview)).status)
    expect(statuses).toEqual([200, 200, 404, 404])
  })

  it("a rule of the organization holds, and says so to its members alone", async () => {
    const { organizations } = site.lectern.asSystem()
    await organizations.update(site.organization, { secondFactor: "required" })
    const ask = await asking()
    const statuses = []
    for (const who of ["rex", "eve", "nobody"] as const) statuses.push((await ask(who, "/sites/handbook/")).status)
    expect(statuses).toEqual([403, 404, 404])
    await organizations.update(site.organization, { secondFactor: "optional" })
  })

  it("a form of a page counts as its reader's only from a page of its origin", async () => {
    const ask = await asking()
    await site.ada.customizations.set(site.organization, site.site, { feedback: { enabled: true } })
    const [siteSpace] = (await site.ada.siteSpaces.list(site.organization, site.site, {})).items
    const [page] = (await site.ada.contents.pages(site.space)).pages
    const body = new URLSearchParams({ page: page!.id, siteSpace: siteSpace!.id, helpful: "true" })
    const post = (who: Who, headers: Record<string, string>) =>
      ask(who, "/sites/handbook/~/feedback", { method: "POST", body, headers })
    expect((await post("rex", {})).status).toBe(404)
    expect((await post("rex", { "sec-fetch-site": "same-site" })).status).toBe(404)
    expect((await post("rex", { "sec-fetch-site": "same-origin" })).status).toBe(303)
    expect((await post("nobody", { "sec-fetch-site": "same-origin" })).status).toBe(404)
  })

  it("a public site asks the host nothing, and is the same for everybody", async () => {
    await site.ada.sites.update(site.organization, site.site, { visibility: "public" })
    const ask = await asking({ signInUrl })
    const [known, unknown] = [await ask("rex", "/sites/handbook/"), await ask("nobody", "/sites/handbook/")]
    expect([known.status, unknown.status, await known.text()]).toEqual([200, 200, await unknown.text()])
    expect(known.headers.get("cache-control")).toBe("public, no-cache")
    expect((await ask("nobody", "/sites/handbook/nosuch")).status).toBe(404)
  })
})
