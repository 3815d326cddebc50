/** The reference of the server's own API: every operation and every schema has a page, and all of it is found. */
import { readFileSync } from "node:fs"
import * as Lectern from "@lectern/core/Lectern"
import type { JsonObject } from "@lectern/core/text/openapi/Json"
import { fetchHandler } from "@lectern/http/LecternHttp"
import { make } from "@lectern/reader/Reader"
import { makeReferencePages } from "@lectern/reader/reference/ReferencePages"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { longestTurn } from "../../node/test/workers/turns.js"
import { withoutStyle } from "./support/style.js"

const document = JSON.parse(readFileSync(new URL("../../http/openapi.json", import.meta.url), "utf8")) as JsonObject & {
  readonly components: { readonly schemas: JsonObject }
  readonly paths: Record<string, Record<string, { readonly operationId: string; readonly summary: string }>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation }))
)

const base = "https://docs.example/mounted"
const baseUrl = `${base}/`
const root = "/mounted/docs/"

let lectern: Lectern.Lectern
let handler: ReturnType<typeof fetchHandler>
const handlerOf = async () =>
  fetchHandler(lectern, {
    basePath: "/mounted",
    pages: await lectern.runtime.runPromise(make({ baseUrl, home: "manual" }))
  })
beforeAll(async () => {
  lectern = await Lectern.open({ storage: MemoryStorage.open(), baseUrl })
  handler = await handlerOf()
})
afterAll(() => lectern.close())

const ask = (path: string, headers: Record<string, string> = {}, by = handler) =>
  by(new Request(`https://docs.example${path}`, { headers }))
const text = async (path: string) => (await ask(path)).text()

/** The addresses of the links of a page, and of the resources that it loads. */
const addressesIn = (html: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(/\s(?:href|src|action)="([^"]*)"/g), ([, address = ""]) => address.replaceAll("&amp;", "&"))

describe("the reference", () => {
  it("has a page of every operation and of every schema, and leads only to what it has", async () => {
    const { outline } = makeReferencePages(document, base, true)
    const paths = new Set([root, ...[...outline.byPath.keys()].map((path) => `${root}${path}`)])
    const names = Object.keys(document.components.schemas)
    // There are many schemas, and pages as markdown: one of each so many is looked at.
    const isFollowed = (path: string): boolean => {
      const at = names.indexOf(path.slice(`${root}schemas/`.length))
      return path.endsWith(".md") ? path === `${root}spaces.md` : at % 12 === 0 || !path.startsWith(`${root}schemas/`)
    }
    const known = new Map<string, string>()
    const seen = new Set<string>()
    const found = [root]
    for (let path = found.pop(); path !== undefined; path = found.pop()) {
      const answer = await ask(path)
      expect([path, answer.status]).toEqual([path, 200])
      const html = await answer.text()
      if (answer.headers.get("content-type")?.startsWith("text/html") === true) known.set(path, html)
      for (const address of new Set(addressesIn(html))) {
        const { hash, origin, pathname } = new URL(address, `https://docs.example${path}`)
        if (hash !== "") expect(html).toContain(`id="${decodeURIComponent(hash.slice(1))}"`)
        if (seen.has(pathname)) continue
        seen.add(pathname)
        expect([address, origin]).toEqual([address, "https://docs.example"])
        if (paths.has(pathname.replace(/\.md$/, ""))) {
          if (isFollowed(pathname)) found.push(pathname)
        } else if (pathname.startsWith(`${root}~/`)) found.push(pathname)
        else expect(["/mounted/", "/mounted/openapi.json", `${root}search`]).toContain(pathname)
      }
    }
    const byOperation = new Map(Array.from(known, ([path, html]) => [path.split("/").at(-1), html]))
    for (const { method, operationId, path } of operations) {
      const page = byOperation.get(operationId) ?? ""
      const plain = page.replaceAll(/<[^>]*>/g, "")
      const samples = [
        method === "GET" ? "curl &#39;" : `curl -X ${method} `,
        "await fetch(",
        "requests.",
        "http.NewRequest("
      ]
      const missing = samples.filter((sample) => !plain.includes(sample))
      expect([operationId, page.includes(`<span>${base}</span>${path}</code>`), missing]).toEqual([
        operationId,
        true,
        []
      ])
    }
    expect(paths.size).toBeGreaterThan(operations.length + names.length)
    for (const name of names.filter((_, at) => at % 12 === 0)) {
      expect([name, known.get(`${root}schemas/${name}`)?.includes(`<span>${name}</span></h1>`)]).toEqual([name, true])
    }
    const deep = [...known].flatMap(([path, html]) => {
      const [, href] = /<a class="more" href="([^"]*)"/.exec(html) ?? []
      return href === undefined ? [] : [`${path}${href.replaceAll("&amp;", "&")}`]
    })
    expect(deep).not.toEqual([])
    for (const path of deep.slice(0, 3)) {
      const part = await text(`${path}&part=1`)
      expect([path, part]).toEqual([path, expect.stringContaining('<ul class="fields">')])
      expect(await text(path)).toContain(part)
    }
    for (const [path, html] of known) {
      expect([
        path,
        /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))|<style|\sstyle=|\son\w+="/.exec(withoutStyle(html))
      ]).toEqual([path, null])
      expect([path, html.length < 300_000]).toEqual([path, true])
    }
  })

  it("answers with tags, and as markdown", async () => {
    for (const path of ["/mounted/docs", root, `${root}spaces`, `${root}schemas/Space`]) {
      const answer = await ask(path)
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"])
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
      expect((await ask(path, { "if-none-match": answer.headers.get("etag") ?? "" })).status).toBe(304)
    }
    // Each operation was once a section of its tag's page.
    expect(await text(`${root}spaces`)).toMatch(/<li id="getSpaceById">[^\n]*?>Get a space<\/a>/)
    expect(await text(`${root}spaces.md`)).toContain("* [Get a space](/mounted/docs/spaces/getSpaceById.md): ")
    expect(await text(`${root}spaces/getSpaceById.md`)).toMatch(
      /^# Get a space\n\n`GET https:\/\/docs\.example\/mounted\/v1\/spaces\/\{spaceId\}`\n\n[\s\S]*#### `200`\n/
    )
    expect((await ask(`${root}start`)).headers.get("location")).toBe(root)
  })

  it("finds operations by their words, paths and ids, and schemas by their names", async () => {
    for (const [query, first] of [
      ["create a space", "spaces/createSpace"],
      ["post /orgs/{organizationId}/spaces", "spaces/createSpace"],
      ["getspacebyid", "spaces/getSpaceById"],
      ["ChangeRequestList", "schemas/ChangeRequestList"]
    ] as const) {
      const part = await text(`${root}search?part=1&q=${encodeURIComponent(query)}`)
      expect([query, addressesIn(part)[0]]).toEqual([query, `${root}${first}`])
      expect(await text(`${root}search?q=${encodeURIComponent(query)}`)).toContain(part)
    }
    expect(await text(`${root}search?q=nosuchword`)).toContain("Nothing was found")
    const absent = await ask(`${root}spaces/get-space`)
    expect(absent.status).toBe(404)
    expect(await absent.text()).toContain(`href="${root}spaces/getSpaceById"`)
    expect((await ask(`${root}%ff`)).status).toBe(404)
  })

  it("shows text as text", () => {
    const attack = "<script>alert(1)</script>"
    const operation = { operationId: "a", tags: ["<t>"], summary: attack, description: attack, responses: { 200: {} } }
    const hostile: JsonObject = {
      info: { title: "<b>", version: attack, description: attack },
      tags: [{ name: "<t>", description: attack }],
      paths: { "/<i>": { get: operation } },
      components: { schemas: { A: { description: attack, properties: { [attack]: { enum: [attack] } } } } }
    }
    const { pages, read, render } = makeReferencePages(hostile, base, false)
    expect(pages.size).toBe(5)
    for (const page of pages.values()) {
      const html = render(page, read(page)).body.replaceAll(/<script (?:src=|type="application\/ld\+json")/g, "")
      expect(html).not.toMatch(/<script|<t>|<i>|<b>/)
    }
  })

  it("holds up nobody for long, not even with its first page", async () => {
    await text(root)
    const fresh = await handlerOf()
    const paths = ["/mounted/openapi.json", root, `${root}sites/updateSiteById`, `${root}schemas/ContentLocation`]
    const asked = Effect.forEach(paths, (path) => Effect.promise(async () => (await ask(path, {}, fresh)).text()))
    expect(await Effect.runPromise(longestTurn(asked))).toBeLessThan(50)
  })
})
