import { describe, expect, it } from "vitest"
import { problems } from "../../contract/gitbook.js"
import { base, makeWorld } from "../../support/world.js"

const settled = async ({ ask, ids }: Awaited<ReturnType<typeof makeWorld>>, text: string) => {
  const path = `/v1/orgs/${ids.organization}/openapi/pets`
  await ask("PUT", path, { body: { source: { text } } })
  while (((await (await ask("GET", path)).json()) as { processingState: string }).processingState !== "complete") {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const specification = (tag: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "2" },
    paths: { "/pets": { get: { tags: [tag], responses: { 200: { description: "All" } } } } }
  })

describe("a specification as a document", () => {
  it("is served to everybody while it is public", async () => {
    const { ask, ids } = await makeWorld()
    const path = `/v1/orgs/${ids.organization}/openapi/pets`
    const published = `/openapi/${ids.organization}/pets`
    expect((await ask("GET", published, { as: null })).status).toBe(404)
    const shown = (await (await ask("PATCH", path, { body: { visibility: "public" } })).json()) as {
      urls: { published: string }
    }
    expect(shown.urls.published).toBe(`${base}${published}`)
    const answer = await ask("GET", published, { as: null })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ openapi: "3.1.0", info: { title: "Pets" } })
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    expect(answer.headers.get("content-type")).toBe("application/json")
    const tag = answer.headers.get("etag")!
    for (const condition of [tag, "*"]) {
      const again = await ask("GET", published, { as: null, headers: { "if-none-match": condition } })
      expect([again.status, await again.text()]).toEqual([304, ""])
    }
    expect((await ask("HEAD", published, { as: null })).status).toBe(200)
    for (const absent of ["/openapi/unknown/pets", `/openapi/${ids.organization}/unknown`, `${published}%zz`]) {
      expect((await ask("GET", absent, { as: null })).status, absent).toBe(404)
    }
    await ask("DELETE", path)
    const gone = await ask("GET", published, { as: null, headers: { "if-none-match": tag } })
    expect(gone.status).toBe(404)
  })

  it("is served by the address of a version, until that is taken back", async () => {
    const { ask, ids } = await makeWorld()
    const path = `/v1/orgs/${ids.organization}/openapi/pets`
    const { url } = (await (await ask("GET", `${path}/versions/latest`)).json()) as { url: string }
    const address = url.slice(base.length)
    expect((await ask("GET", address, { as: null })).status).toBe(200)
    expect((await ask("GET", `${address}x`, { as: null })).status).toBe(404)
    await ask("PATCH", path, { body: { visibility: "public" } })
    await ask("PATCH", path, { body: { visibility: "private" } })
    expect((await ask("GET", address, { as: null })).status).toBe(404)
  })
})

describe("computed pages", () => {
  it("have the shapes of the public API, and a tag that moves with the specification", async () => {
    const world = await makeWorld()
    const { ask, ids } = world
    const content = `/v1/spaces/${ids.spaces.main}/content`
    const computed = {
      type: "builtin:openapi",
      dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } },
      props: { models: true }
    }
    const changes = [{ operation: "insert_page", title: "Reference", into: ids.page, computed }]
    expect((await ask("POST", content, { body: { changes } })).status).toBe(200)
    const reads = {
      listPages: "/pages",
      getCurrentRevision: "",
      getPageByPath: "/path/guide/reference/pets",
      getPageById: `/page/${ids.page}`
    }
    const tags = new Map<string, string>()
    for (const [operation, rest] of Object.entries(reads)) {
      for (const query of operation === "getPageByPath" ? [""] : ["", "?computed=false"]) {
        const answer = await ask("GET", `${content}${rest}${query}`)
        const body: unknown = await answer.json()
        expect(problems(operation, answer.status, body), rest + query).toEqual([])
        expect(JSON.stringify(body).includes('"type":"computed"')).toBe(query !== "")
        tags.set(`${content}${rest}${query}`, answer.headers.get("etag")!)
      }
    }
    const statuses = () =>
      Promise.all(
        [...tags].map(async ([path, tag]) => (await ask("GET", path, { headers: { "if-none-match": tag } })).status)
      )
    expect(new Set(await statuses())).toEqual(new Set([304]))
    await settled(world, specification("pets"))
    expect(new Set(await statuses())).toEqual(new Set([200]))
    await settled(world, specification("other"))
    expect((await ask("GET", `${content}/path/guide/reference/pets`)).status).toBe(404)
    expect((await ask("GET", `${content}/path/guide/reference/other`)).status).toBe(200)
  })
})
