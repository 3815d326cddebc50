import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect } from "vitest"
import { type Drive, drives, ids, served } from "./drive.js"

served(["--fetch-allow", "127.0.0.0/8"])

const specification = (path: string) => `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths: { ${path}: { $ref: "paths.yaml#/all" } }
`
const pages: Record<string, string> = {
  "/openapi.yaml": specification("/pets"),
  "/paths.yaml": "all: { get: { summary: All of them, responses: { 200: { description: Fine } } } }\n"
}
const source = createServer((request, response) => {
  const body = pages[request.url ?? ""]
  response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/yaml" }).end(body)
})
let address = ""

beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve))
  address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/openapi.yaml`
})
afterAll(() => void source.close())

/** The specification once it is processed. */
const processed = async (call: Drive, organization: string, slug: string) => {
  for (;;) {
    const spec = await call("getOpenAPISpecBySlug", organization, slug)
    if (spec.processingState === "complete") return spec
  }
}

drives("openapi-specs", async (call, id) => {
  const made = await call("createOpenAPISpec", id, { slug: "pets", source: { url: address } })
  expect(made).toMatchObject({ slug: "pets", sourceURL: address, processingState: "pending" })
  const spec = await processed(call, id, "pets")
  expect(spec).not.toHaveProperty("lastProcessErrorCode")
  const version = await call("getLatestOpenAPISpecVersion", id, "pets")
  expect(version.id).toBe(spec.lastVersion)
  expect(await call("getOpenAPISpecVersionById", id, "pets", version.id)).toEqual(version)
  const content = await call("getLatestOpenAPISpecVersionContent", id, "pets")
  expect(await call("getOpenAPISpecVersionContentById", id, "pets", version.id)).toEqual(content)
  const operation = { summary: "All of them", responses: { 200: { description: "Fine" } } }
  expect(content.filesystem).toEqual({
    [address]: {
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths: { "/pets": { $ref: "paths.yaml#/all" } }
    },
    [address.replace("openapi.yaml", "paths.yaml")]: { all: { get: operation } }
  })
  const served = await fetch(String(version.url))
  expect(await served.json()).toMatchObject({
    paths: { "/pets": { $ref: expect.stringMatching(/^#\/x-files\/.*\/all$/) } }
  })

  const text = JSON.stringify({ openapi: "3.0.3", info: { title: "Pets", version: "2" }, paths: {} })
  expect(await call("createOrUpdateOpenAPISpecBySlug", id, "pets", { source: { text } })).not.toHaveProperty(
    "sourceURL"
  )
  await processed(call, id, "pets")
  expect((await call("listOpenAPISpecVersions", id, "pets", { limit: 10 })).count).toBe(2)
  const shown = await call("updateOpenAPISpecBySlug", id, "pets", { visibility: "public" })
  const { published } = shown.urls as { readonly published: string }
  const first = await fetch(published)
  expect([first.status, first.headers.get("access-control-allow-origin")]).toEqual([200, "*"])
  expect(await first.text()).toBe(text)
  const tag = first.headers.get("etag") ?? ""
  expect((await fetch(published, { headers: { "if-none-match": tag } })).status).toBe(304)

  await call("createOpenAPISpec", id, { slug: "text", source: { text: "nothing of the kind" } })
  expect(await processed(call, id, "text")).toMatchObject({ lastProcessErrorCode: "PARSE_ERROR" })
  expect(ids(await call("listOpenAPISpecs", id, {}))).toEqual([spec.id, expect.any(String)])
  await call("deleteOpenAPISpecBySlug", id, "pets")
  await call("deleteOpenAPISpecBySlug", id, "pets")
  expect((await fetch(published)).status).toBe(404)
})
