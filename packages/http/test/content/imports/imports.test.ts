/** Imports over HTTP, by the importers and the fetch of a server, of sites that are served here. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate } from "node:timers/promises"
import type { Import } from "@lectern/core/imports/Import"
import * as Lectern from "@lectern/core/Lectern"
import { fetchHandler } from "@lectern/http/LecternHttp"
import * as Importers from "@lectern/importers/Importers"
import { parseRanges } from "@lectern/node/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterEach, describe, expect, it } from "vitest"

const base = "http://lectern.test"

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

const page = (title: string, body: string) => `<!doctype html><title>${title} - Docs</title>
<nav class="sidebar"><ul>
  <li><a href="/docs/">Home</a></li>
  <li><a href="/docs/guide/">Guide</a><ul><li><a href="/docs/guide/install/">Install</a></li></ul></li>
</ul></nav>
<main><h1>${title}</h1>${body}</main>`

const pages: Readonly<Record<string, string>> = {
  "/docs/": page("Home", '<p>Begin with the <a href="guide/">guide</a>.</p><p><img src="dot.png" alt="Dot"></p>'),
  "/docs/guide/": page("Guide", '<p>First <a href="install/#linux">install</a>.</p>'),
  "/docs/guide/install/": page("Install", '<h2 id="linux">Linux</h2><pre><code class="language-sh">make</code></pre>')
}

const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const serve = async (listener: RequestListener): Promise<string> => {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const site: RequestListener = ({ url = "" }, response) => {
  if (url === "/docs/dot.png") response.setHeader("content-type", "image/png").end(pixel)
  else if (pages[url] === undefined) response.writeHead(404).end()
  else response.setHeader("content-type", "text/html; charset=utf-8").end(pages[url])
}

/** A workspace whose engine may reach `allow`. */
const workspace = async (allow: string) => {
  const lectern = await Lectern.open({
    storage: MemoryStorage.open(),
    baseUrl: base,
    outbound: GuardedFetch.layer({ allow: parseRanges(allow) ?? [] }),
    importer: Importers.layer
  })
  closing.push(() => lectern.close())
  const { apiTokens, users } = lectern.asSystem()
  const { id } = await users.create({ displayName: "Ada", email: "ada@example.com" })
  const { token } = await apiTokens.create(id, { label: "test" })
  const own = lectern.as(id)
  const organization = await own.organizations.create({ title: "Example" })
  const space = (await own.spaces.create(organization.id, { title: "Docs" })).id
  const handler = fetchHandler(lectern, { verifyAnswers: true })
  const ask = (method: string, path: string, body?: unknown, more: RequestInit = {}) =>
    handler(
      new Request(new URL(path, base), {
        method,
        ...more,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...more.headers },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    )
  const content = () => own.contents.current(space)
  return { own, space, ask, content, into: `/v1/spaces/${space}/content/import` }
}

const asynchronous = { headers: { prefer: "respond-async" } }

describe("imports over HTTP", () => {
  it("land as one revision: pages in the order of the navigation, links among them, pictures", async () => {
    const docs = await serve(site)
    const { ask, content, into, own, space } = await workspace("127.0.0.0/8")
    const before = await content()
    const response = await ask("POST", into, { url: `${docs}/docs/`, source: "website" })
    expect(response.status, await response.clone().text()).toBe(201)
    const after = await content()
    expect(after.parents).toEqual([before.id])
    expect(await response.json()).toEqual({ revision: after.id, importedResources: 4, totalResources: 4 })
    const [home, guide] = after.pages.flatMap((one) => (one.type === "document" ? [one] : []))
    expect([home?.title, guide?.title, guide?.pages[0]?.title]).toEqual(["Home", "Guide", "Install"])
    const text = async (id: string | undefined) => {
      const found = await own.contents.page(space, id as never)
      return found.type === "document" ? found.markdown : undefined
    }
    expect(await text(home?.id)).toContain(`(/pages/${guide?.id})`)
    expect(await text(home?.id)).toContain(`(/files/${after.files[0]?.id}`)
    expect(await text(guide?.id)).toContain(`(/pages/${guide?.pages[0]?.id}#linux)`)
    expect(after.files).toMatchObject([{ name: "dot.png", contentType: "image/png", dimensions: { width: 1 } }])
  })

  it("go on in the background where the client does not wait, and can be looked up", async () => {
    const docs = await serve(site)
    const { ask, content, into } = await workspace("127.0.0.0/8")
    const input = { url: `${docs}/docs/`, source: "website" }
    const response = await ask("POST", into, input, asynchronous)
    expect(response.status, await response.clone().text()).toBe(202)
    const started = (await response.json()) as Import
    const location = response.headers.get("location") ?? ""
    expect(location).toBe(`/v1/imports/${started.id}`)
    expect(response.headers.get("preference-applied")).toBe("respond-async")
    expect(started).toMatchObject({ object: "import", status: "pending", ...input })
    const look = async (): Promise<Import> => (await (await ask("GET", location)).json()) as Import
    let found = await look()
    while (found.status === "pending" || found.status === "running") {
      await setImmediate()
      found = await look()
    }
    expect(found).toMatchObject({
      status: "complete",
      progress: { found: 4, read: 4 },
      result: { revision: (await content()).id, importedResources: 4, totalResources: 4 }
    })
    expect((await ask("DELETE", location)).status).toBe(204)
    expect(await look()).toEqual(found)
  })

  it("are refused with one sentence where nothing may be or can be read, and change nothing", async () => {
    const docs = await serve(site)
    const { ask, content, into } = await workspace("")
    const before = await content()
    for (const url of [
      `${docs}/docs/`,
      "http://localhost/",
      "http://169.254.169.254/",
      "http://[::1]/",
      "http://x.invalid/"
    ]) {
      const response = await ask("POST", into, { url, source: "website" })
      expect(response.status, url).toBe(400)
      const { error } = (await response.json()) as { readonly error: { readonly message: string } }
      expect(error.message).toMatch(/^url: .+/)
    }
    expect(await content()).toEqual(before)
  })

  it("end where the client goes away, or cancels them", async () => {
    let hanging = 0
    const docs = await serve((request, response) => {
      if (request.url !== "/docs/guide/") return site(request, response)
      hanging++
      response.on("close", () => hanging--)
    })
    const { ask, content, into } = await workspace("127.0.0.0/8")
    const before = await content()
    const input = { url: `${docs}/docs/`, source: "website" }
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await setImmediate()
    }
    const gone = new AbortController()
    const waiting = ask("POST", into, input, { signal: gone.signal })
    await until(() => hanging === 1)
    gone.abort()
    await expect(waiting).rejects.toThrow()
    await until(() => hanging === 0)
    const location = (await ask("POST", into, input, asynchronous)).headers.get("location") ?? ""
    await until(() => hanging === 1)
    expect((await ask("DELETE", location)).status).toBe(204)
    await until(() => hanging === 0)
    expect(await (await ask("GET", location)).json()).toMatchObject({ status: "cancelled" })
    expect(await content()).toEqual(before)
  })
})
