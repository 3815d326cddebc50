import { describe, expect, it } from "vitest"
import { base, makeWorld } from "../../support/world.js"

describe("entity tags of content", () => {
  const paths = (ids: Awaited<ReturnType<typeof makeWorld>>["ids"]) => {
    const space = `/v1/spaces/${ids.spaces.main}`
    const reads = (at: string) => [
      `${at}/pages`,
      `${at}/files`,
      `${at}/page/${ids.page}`,
      `${at}/page/${ids.page}?evaluated=true`
    ]
    return {
      head: [
        `${space}/content`,
        ...reads(`${space}/content`),
        `${space}/content/path/guide`,
        `${space}/content/files/${ids.file}`
      ],
      revision: [
        `${space}/revisions/${ids.oldRevision}`,
        `${space}/revisions/${ids.oldRevision}/changes`,
        `${space}/revisions/${ids.oldRevision}/changes?compare=${ids.revision}`,
        ...reads(`${space}/revisions/${ids.oldRevision}`)
      ],
      space
    }
  }

  it("spare the work while nothing changes, and change with the head", async () => {
    const { ask, ids } = await makeWorld()
    const { head, revision, space } = paths(ids)
    const tags = new Map<string, string>()
    for (const path of [...head, ...revision]) {
      const tag = (await ask("GET", path)).headers.get("etag")
      expect(tag, path).toMatch(/^"[\w-]+"$/)
      tags.set(path, tag!)
      expect((await ask("GET", path, { headers: { "if-none-match": tag! } })).status, path).toBe(304)
    }
    expect(new Set(tags.values()).size).toBe(tags.size)
    const changes = [{ operation: "update_page", page: ids.page, title: "Changed" }]
    expect((await ask("POST", `${space}/content`, { body: { changes } })).status).toBe(200)
    for (const [path, tag] of tags) {
      const again = await ask("GET", path, { headers: { "if-none-match": tag } })
      expect(again.status, path).toBe(revision.includes(path) ? 304 : 200)
    }
  })

  it("are no way around access or existence", async () => {
    const { ask, ids } = await makeWorld()
    const { head, revision } = paths(ids)
    for (const path of [...head, ...revision]) {
      const tag = (await ask("GET", path)).headers.get("etag")!
      for (const condition of [tag, "*"]) {
        expect((await ask("GET", path, { as: "eve", headers: { "if-none-match": condition } })).status).toBe(404)
        expect((await ask("GET", path, { as: null, headers: { "if-none-match": condition } })).status).toBe(401)
      }
    }
    const missing = `/v1/spaces/${ids.spaces.main}/content/page/unknown`
    expect((await ask("GET", missing, { headers: { "if-none-match": "*" } })).status).toBe(404)
  })

  it("go with compressed answers too", async () => {
    const { ask, ids } = await makeWorld()
    const path = `/v1/spaces/${ids.spaces.main}/content`
    const compressed = await ask("GET", path, { headers: { "accept-encoding": "gzip" } })
    const tag = compressed.headers.get("etag")!
    expect(compressed.headers.get("content-encoding")).toBe("gzip")
    expect(tag).toMatch(/-gzip"$/)
    const again = await ask("GET", path, { headers: { "accept-encoding": "gzip", "if-none-match": tag } })
    expect([again.status, again.headers.get("etag")]).toEqual([304, tag])
  })
})

describe("a batch of changes", () => {
  it("takes up to 32 MB", async () => {
    const { ask, ids } = await makeWorld()
    const path = `/v1/spaces/${ids.spaces.main}/content`
    const page = (size: number) => ({
      operation: "insert_page",
      title: "Big",
      document: { markdown: "x".repeat(size) }
    })
    const pages = (count: number) => ({ changes: Array.from({ length: count }, () => page(1024 * 1024)) })
    expect((await ask("POST", path, { body: pages(3) })).status).toBe(200)
    expect((await ask("POST", path, { body: pages(33) })).status).toBe(413)
  })

  it("answers what it changed and the revision that it made", async () => {
    const { ask, ids } = await makeWorld()
    const path = `/v1/spaces/${ids.spaces.main}/content`
    const changes = [{ operation: "insert_page", title: "New", document: { markdown: "# New\n" }, ref: "new" }]
    const made = (await (await ask("POST", path, { body: { changes } })).json()) as {
      revision: string
      changes: [{ page: { id: string; urls: { location: string } } }]
    }
    expect(made.revision).not.toBe(ids.revision)
    const [{ page }] = made.changes
    const changed = { object: "created_page", ref: "new", page }
    expect(made).toEqual({ object: "content-update", revision: made.revision, changes: [changed], insertedFiles: [] })
    const now = (await (await ask("GET", path)).json()) as { id: string; pages: Array<unknown> }
    expect(now.id).toBe(made.revision)
    expect(now.pages.at(-1)).toMatchObject({ id: page.id, title: "New", path: "new" })
    expect((await ask("GET", page.urls.location.slice(base.length))).status).toBe(200)
  })
})

describe("file downloads", () => {
  const fileOf = async () => {
    const world = await makeWorld()
    const file = await world.ask("GET", `/v1/spaces/${world.ids.spaces.main}/content/files/${world.ids.file}`)
    const { downloadURL } = (await file.json()) as { downloadURL: string }
    expect(downloadURL.startsWith(`${base}/files/`)).toBe(true)
    return { ...world, path: downloadURL.slice(base.length) }
  }

  it("work without a token and are kept for good", async () => {
    const { ask, path } = await fileOf()
    const response = await ask("GET", path, { as: null })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe("<svg/>")
    expect(response.headers.get("content-type")).toBe("image/svg+xml")
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    const tag = response.headers.get("etag")!
    expect(tag).toBe(`"${path.split("/")[4]}"`)
    expect((await ask("GET", path, { as: null, headers: { "if-none-match": tag } })).status).toBe(304)
    const part = await ask("GET", path, { as: null, headers: { range: "bytes=1-3" } })
    expect([part.status, await part.text()]).toEqual([206, "svg"])
    const head = await ask("HEAD", path, { as: null })
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "6"])
  })

  it("never let markup run as this origin", async () => {
    const { ask, path } = await fileOf()
    const { headers } = await ask("GET", path, { as: null })
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("content-disposition")).toBe(`attachment; filename="dot.svg"; filename*=UTF-8''dot.svg`)
    expect(headers.get("content-security-policy")).toContain("sandbox")
  })

  it("call markup that says it is a picture plain text", async () => {
    const { ask, ids } = await makeWorld()
    const space = `/v1/spaces/${ids.spaces.main}/content`
    const base64 = btoa("<script>alert(1)</script>")
    const files = [{ name: "dot.png", contentType: "image/png", base64 }]
    await ask("POST", space, { body: { changes: [{ operation: "insert_files", files }] } })
    const list = (await (await ask("GET", `${space}/files`)).json()) as {
      items: Array<{ name: string; contentType: string; downloadURL: string }>
    }
    const { contentType, downloadURL } = list.items.find((file) => file.name === "dot.png")!
    expect(contentType).toBe("text/plain")
    const { headers } = await ask("GET", downloadURL.slice(base.length), { as: null })
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
  })

  it("need the right signature, hash, file and space", async () => {
    const { ask, ids, path } = await fileOf()
    const parts = path.split("/")
    for (const [index, wrong] of [
      [2, ids.spaces.second],
      [3, ids.page],
      [4, "0".repeat(64)],
      [5, "AAAAAAAAAAAAAAAAAAAAAA"]
    ] as const) {
      const other = parts.with(index, wrong).join("/")
      const response = await ask("GET", other, { as: null, headers: { "if-none-match": "*" } })
      expect(response.status, other).toBe(404)
      expect(await response.json()).toEqual({ error: { code: 404, message: "file not found" } })
    }
    expect((await ask("GET", parts.with(5, "%zz").join("/"), { as: null })).status).toBe(400)
  })

  it("name the file exactly, whatever its name is", async () => {
    const { ask, ids } = await makeWorld()
    const space = `/v1/spaces/${ids.spaces.main}/content`
    const name = `"ä' \\ %2F.png`
    const base64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
    const files = [{ name, contentType: "image/png", base64 }]
    await ask("POST", space, { body: { changes: [{ operation: "insert_files", files }] } })
    const list = (await (await ask("GET", `${space}/files`)).json()) as {
      items: Array<{ name: string; downloadURL: string }>
    }
    const { downloadURL } = list.items.find((file) => file.name === name)!
    const { headers, status } = await ask("GET", downloadURL.slice(base.length), { as: null })
    expect(status).toBe(200)
    const [, plain, exact] = /^inline; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(
      headers.get("content-disposition")!
    )!
    expect(plain).toBe("__' _ _2F.png")
    expect(decodeURIComponent(exact!)).toBe(name)
  })
})
