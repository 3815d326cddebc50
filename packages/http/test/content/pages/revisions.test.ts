import { describe, expect, it } from "vitest"
import { makeWorld } from "../../support/world.js"

describe("revisions over HTTP", () => {
  it("are listed newest first, and bring a deleted page back to main and to a change request", async () => {
    const { ask, ids } = await makeWorld()
    const space = `/v1/spaces/${ids.spaces.main}`
    const request = `${space}/change-requests/${ids.changeRequest}`
    const json = async (method: string, path: string, body?: unknown) => {
      const response = await ask(method, path, body === undefined ? {} : { body })
      expect(response.status, path).toBe(200)
      return (await response.json()) as Record<string, unknown> & { readonly items: ReadonlyArray<{ id: string }> }
    }
    const listed = async (path: string) => (await json("GET", path)).items.map(({ id }) => id)
    const status = async (path: string) => (await ask("GET", path)).status
    const before = await listed(`${space}/revisions`)
    expect(before[0]).toBe(ids.revision)
    expect(before).toContain(ids.oldRevision)
    expect((await listed(`${request}/revisions`))[0]).toBe(ids.changeRequestRevision)

    const changes = [{ operation: "delete_page", page: ids.page }]
    for (const [line, more] of [
      [space, {}],
      [request, { changeRequest: ids.changeRequest }]
    ] as const) {
      const { revision } = await json("POST", `${line}/content?compat=false`, { changes })
      const page = `${line}/content/page/${ids.page}`
      expect(await status(page)).toBe(404)
      const body = { pages: [ids.page], ...more }
      const restored = await json("POST", `${space}/revisions/${ids.revision}/restore`, body)
      expect(restored).toMatchObject({ object: "revision-summary", type: "rollback", parents: [revision] })
      expect(await status(page)).toBe(200)
      expect((await listed(`${line}/revisions`)).slice(0, 2)).toEqual([restored.id, revision])
      const again = await json("POST", `${space}/revisions/${ids.revision}/restore`, body)
      expect(again.id).toBe(restored.id)
    }
    const ofPage = await listed(`${space}/revisions?changedPage=${ids.page}`)
    const all = await listed(`${space}/revisions`)
    expect(ofPage.slice(0, 2)).toEqual(all.slice(0, 2))
    expect(ofPage.length).toBeLessThan(all.length)
  })

  it("page their lists with tokens of their own", async () => {
    const { ask, ids } = await makeWorld()
    const space = `/v1/spaces/${ids.spaces.main}`
    const first = (await (await ask("GET", `${space}/revisions?limit=1`)).json()) as {
      readonly next: { readonly page: string }
    }
    const page = encodeURIComponent(first.next.page)
    expect((await ask("GET", `${space}/revisions?page=${page}`)).status).toBe(200)
    for (const other of [
      `${space}/revisions?changedPage=${ids.page}&page=${page}`,
      `${space}/change-requests?page=${page}`
    ]) {
      expect((await ask("GET", other)).status).toBe(400)
    }
  })
})
