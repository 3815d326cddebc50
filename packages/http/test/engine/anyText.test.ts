/** Any text over HTTP, in and out of an engine on Node: it is answered or refused, and nothing breaks. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { writeLayout } from "@lectern/core/git-layout/WriteLayout"
import * as Lectern from "@lectern/core/Lectern"
import { fetchHandler } from "@lectern/http/LecternHttp"
import * as Importers from "@lectern/importers/Importers"
import { parseRanges } from "@lectern/node/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import * as TypstPdf from "@lectern/node/pdf/TypstPdf"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { contents, folder } from "../../../core/test/content/git-layout/space.js"
import { markdown } from "../../../core/test/engine/texts/grammar.js"
import { archive } from "../../../importers/test/archives/reading.js"
import { p, run, word } from "../../../importers/test/docx/Word.js"
import { textOf } from "../support/streams.js"

const base = "http://lectern.test"
const numRuns = runs(1)
const timeout = 120_000 + 10_000 * numRuns

interface Answer {
  readonly status: number
  readonly body: { readonly [name: string]: unknown }
}

/** The content type and the body that a text is served as, by the path of its address. */
const served: Readonly<Record<string, (text: string) => readonly [type: string, body: string | Uint8Array]>> = {
  "/a.md": (text) => ["text/markdown; charset=utf-8", text],
  "/a.html": (text) => ["text/html; charset=utf-8", text],
  "/site/": (text) => [
    "text/html; charset=utf-8",
    `<!doctype html><title>T</title><main><h1>T</h1><p>Words of a page.</p>\n${text}</main>`
  ],
  "/a.zip": (text) => [
    "application/zip",
    archive({ "README.md": text, "b.html": text, "SUMMARY.md": text, "c/d.md": text })
  ],
  "/a.docx": (text) => ["application/octet-stream", word(p(run(escaped(text))))],
  "/a.yaml": (text) => ["application/yaml", text]
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, " ")

const sources = [
  ["markdown", "/a.md"],
  ["html", "/a.html"],
  ["website", "/site/"],
  ["zip", "/a.zip"],
  ["docx", "/a.docx"],
  ["notion", "/a.zip"],
  ["confluence", "/a.zip"],
  ["google-docs", "/a.html"]
] as const

let lectern: Lectern.Lectern
let handler: ReturnType<typeof fetchHandler>
let site: Server
let shown = ""
let address = ""
let token = ""
let ada: ReturnType<Lectern.Lectern["as"]>
let organization = ""

beforeAll(async () => {
  site = createServer((request, response) => {
    const [type, body] = served[request.url ?? ""]?.(shown) ?? []
    if (body === undefined) response.writeHead(404).end()
    else response.writeHead(200, { "content-type": type }).end(body)
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  lectern = await Lectern.open({
    storage: MemoryStorage.open(),
    baseUrl: base,
    outbound: GuardedFetch.layer({ allow: parseRanges("127.0.0.0/8") ?? [] }),
    importer: Importers.layer,
    pdf: TypstPdf.layer()
  })
  handler = fetchHandler(lectern)
  const { id } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
  token = (await lectern.asSystem().apiTokens.create(id, { label: "test" })).token
  ada = lectern.as(id)
  organization = (await ada.organizations.create({ title: "Example" })).id
})
afterAll(async () => {
  site.close()
  await lectern.close()
})

/** Sends a request, which is answered, or refused as the wire says with one of the given statuses. */
const ask = async (
  method: string,
  path: string,
  body?: unknown,
  refusals: ReadonlyArray<number> = []
): Promise<Answer> => {
  const response = await handler(
    new Request(`${base}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
  )
  const text = await textOf(response)
  const what = `${method} ${path} ${JSON.stringify(body) ?? ""} answered ${response.status}: ${text.slice(0, 500)}`
  if (response.status >= 300) {
    expect(refusals, what).toContain(response.status)
    expect(JSON.parse(text), what).toEqual({ error: { code: response.status, message: expect.any(String) } })
  }
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) }
}

const newSpace = async (): Promise<string> =>
  `/spaces/${(await ask("POST", `/orgs/${organization}/spaces`, { title: "Texts" })).body.id}`
const insert = (place: string, text: string, refusals?: ReadonlyArray<number>) =>
  ask(
    "POST",
    `${place}/content`,
    { changes: [{ operation: "insert_page", title: "T", document: { markdown: text } }] },
    refusals
  )

const pagesOf = async (place: string): Promise<ReadonlyArray<string>> => {
  const { pages } = (await ask("GET", `${place}/content/pages`)).body
  const ids = (level: unknown): ReadonlyArray<string> =>
    (level as ReadonlyArray<{ readonly id: string; readonly type: string; readonly pages?: unknown }>).flatMap(
      ({ id, pages, type }) => [...(type === "document" ? [id] : []), ...ids(pages ?? [])]
    )
  return ids(pages)
}

/** Reads all that a space has. */
const readAll = async (place: string): Promise<void> => {
  for (const page of await pagesOf(place)) {
    for (const query of ["format=document", "format=markdown&evaluated=true"]) {
      await ask("GET", `${place}/content/page/${page}?${query}`)
    }
    await ask("GET", `${place}/content/page/${page}/links`)
  }
  await ask("GET", `${place}/links`)
  await ask("GET", `${place}/content`)
}

/** The beginning of a text in a URL, which cannot have half of a character. */
const inUrl = (text: string): string => encodeURIComponent(Buffer.from(text.slice(0, 100)).toString())

const property = (test: (...texts: [string, string]) => Promise<void>) =>
  fc.assert(fc.asyncProperty(markdown, markdown, test), { numRuns })

describe("any text over HTTP", { timeout }, () => {
  it("is written, read, searched, commented on, compared and merged", () =>
    property(async (first, second) => {
      const place = await newSpace()
      await insert(place, first)
      const [page = ""] = await pagesOf(place)
      const request = `${place}/change-requests/${(await ask("POST", `${place}/change-requests`, {})).body.id}`
      const changes = (text: string) => ({
        changes: [{ operation: "update_page", page, document: { markdown: text } }]
      })
      for (const [at, text] of [
        [request, second],
        [place, `${second}\n\n${first}`]
      ] as const) {
        const { body, status } = await ask("POST", `${at}/content`, changes(text), [400])
        // Only where the page has fields that its text cannot state beside front matter that is not valid YAML.
        if (status === 400) expect(JSON.stringify(body)).toContain("mend the front matter")
      }
      const fields = { operation: "update_page", page, title: first, description: second, slug: second }
      await ask("POST", `${place}/content`, { changes: [fields] }, [400])
      await readAll(place)
      await ask("GET", `${place}/search?query=${inUrl(first)}`, undefined, [400])
      await ask("GET", `${place}/content/path/${inUrl(second)}`, undefined, [400, 404])
      for (const text of [first, second]) {
        const { body, status } = await ask("POST", `${place}/comments`, { page, body: { markdown: text } }, [400])
        if (status < 300) await ask("GET", `${place}/comments/${body.id}?format=document`)
      }
      await ask("GET", `${request}/changes`)
      await ask("POST", `${request}/merge`, {}, [409])
      await ask("POST", `${request}/update`, {}, [409])
      await readAll(request)
    }))

  it("is imported from addresses of every kind, and read", () =>
    property(async (first, second) => {
      const place = await newSpace()
      for (const [index, [source, path]] of sources.entries()) {
        shown = index % 2 === 0 ? first : second
        await ask("POST", `${place}/content/import`, { url: `${address}${path}`, source }, [400])
      }
      await readAll(place)
    }))

  it("is imported as a folder, and exported as it was", () =>
    property(async (first, second) => {
      const place = await newSpace()
      const space = place.slice("/spaces/".length) as Parameters<typeof ada.contentSync.folder>[0]
      const files = { "README.md": first, "a/b.md": second, "SUMMARY.md": second, ".gitbook.yaml": first }
      const { problems, tree } = readLayout(folder(files))
      const { revision } = await ada.contentSync.apply(space, tree)
      const written = writeLayout(await ada.contentSync.snapshot(space))
      const refused = new Set(problems.filter(({ severity }) => severity === "error").map(({ file }) => file))
      const out = contents(written)
      for (const [path, text] of Object.entries(files)) {
        if (!refused.has(path)) expect([path, out[path]]).toEqual([path, text])
      }
      const again = await ada.contentSync.apply(space, readLayout(written).tree)
      expect(again).toEqual({ revision, inserted: 0, updated: 0, removed: 0 })
      await readAll(place)
    }))

  it("is a specification, or part of one, and its pages are read", () =>
    property(async (first, second) => {
      const place = await newSpace()
      const slug = `s${place.slice(-12).toLowerCase()}`
      const specifications = `/orgs/${organization}/openapi`
      const document = {
        openapi: "3.1.0",
        info: { title: first, version: second, description: first },
        tags: [{ name: first, description: second }],
        paths: {
          "/a": {
            get: { tags: [first], summary: second, description: first, responses: { 200: { description: second } } }
          },
          [`/${second}`]: { post: { operationId: first, responses: { [first]: { description: second } } } }
        },
        components: {
          schemas: { A: { type: "object", description: first, properties: { [second]: { example: first } } } }
        }
      }
      shown = first
      const given: ReadonlyArray<object> = [
        { text: JSON.stringify(document) },
        { text: second },
        {
          text: `openapi: 3.0.0\ninfo: {title: T, version: "1"}\npaths: {}\nx: |\n  ${first.replaceAll("\n", "\n  ")}\n${second}`
        },
        { url: `${address}/a.yaml` }
      ]
      for (const source of given) {
        const { status } = await ask("PUT", `${specifications}/${slug}`, { source }, [400])
        if (status >= 300) continue
        for (;;) {
          const { body } = await ask("GET", `${specifications}/${slug}`)
          if (body.processingState === "complete") break
          await new Promise((resolve) => setImmediate(resolve))
        }
        await ask("GET", `${specifications}/${slug}/versions/latest`, undefined, [404])
        await ask("GET", `${specifications}/${slug}/versions/latest/content`, undefined, [404])
      }
      const dependencies = { spec: { ref: { kind: "openapi", spec: slug } } }
      const computed = { type: "builtin:openapi", dependencies, props: { models: true } }
      await ask("POST", `${place}/content`, { changes: [{ operation: "insert_page", title: "API", computed }] }, [400])
      await insert(
        place,
        `{% openapi-operation spec="${slug}" path="/a" method="get" %}\n${first}\n{% endopenapi-operation %}\n`
      )
      await readAll(place)
    }))

  it.runIf(process.env.LECTERN_RUNS !== undefined)("is printed", () =>
    fc.assert(
      fc.asyncProperty(fc.array(markdown, { minLength: 1, maxLength: 8 }), async (texts) => {
        const place = await newSpace()
        for (const text of texts) await insert(place, text)
        const { url } = (await ask("GET", `${place}/pdf`)).body
        const found = await handler(new Request(String(url)))
        expect(new TextDecoder("latin1").decode(await found.arrayBuffer())).toMatch(/^%PDF-/)
      }),
      { numRuns: runs(1, 0.1) }
    )
  )
})
