/** Conflicts that have no place in a text, as a caller of the HTTP API meets them. */
import { describe, expect, it } from "vitest"
import { makeWorld } from "../../support/world.js"

interface Conflicts {
  readonly conflicts: ReadonlyArray<{ readonly item: string; readonly kind: string; readonly where: string }>
}

const setUp = async () => {
  const world = await makeWorld()
  const space = `/v1/spaces/${world.ids.spaces.main}`
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await world.ask(method, `${space}${path}`, body === undefined ? {} : { body })
    expect(response.status).toBeLessThan(300)
    return response
  }
  const json = async <A>(method: string, path: string, body?: object): Promise<A> =>
    (await (await send(method, path, body)).json()) as A
  const { id } = await json<{ readonly id: string }>("POST", "/change-requests", {})
  const request = `/change-requests/${id}`
  const edit = (path: string, change: object) => send("POST", `${path}/content`, { changes: [change] })
  const page = (fields: object) => ({ operation: "update_page", page: world.ids.page, ...fields })
  const result = async (step: "merge" | "update" | "resolve", body?: object) =>
    (await json<{ readonly result: string }>("POST", `${request}/${step}`, body)).result
  const open = async () =>
    (await json<Conflicts>("GET", `${request}/changes`)).conflicts.map(({ kind, where }) => `${kind} ${where}`)
  const read = async (path: string) => json<object>("GET", `${path}/content/page/${world.ids.page}`)
  return { world, request, edit, page, result, open, read }
}

describe("a conflict without a place in a text", () => {
  it("is listed and keeps a request from being merged until it is resolved", async () => {
    const { world, request, edit, open, page, read, result } = await setUp()
    await edit(request, page({ description: "of the request" }))
    await edit("", page({ description: "of main" }))
    const steps = ["merge", "update", "merge", "update", "merge"] as const
    const results = ["conflicts", "conflicts", "conflicts", "update", "conflicts"]
    for (const [index, step] of steps.entries()) {
      expect([step, await result(step)]).toEqual([step, results[index]])
      expect(await open()).toEqual(["field description"])
      expect(await read("")).toMatchObject({ description: "of main" })
    }
    const resolutions = [{ item: world.ids.page, where: "description", take: "request" }]
    expect(await result("resolve", { resolutions })).toBe("update")
    expect(await open()).toEqual([])
    expect(await result("merge")).toBe("merge")
    expect(await read("")).toMatchObject({ description: "of the request" })
  })

  it("is decided by setting that very thing, and open again when main changes it", async () => {
    const { request, edit, open, page, read, result } = await setUp()
    await edit(request, page({ description: "of the request" }))
    await edit("", page({ description: "of main" }))
    await result("update")
    await edit(request, page({ emoji: "1f600" }))
    expect(await result("merge")).toBe("conflicts")
    await edit(request, page({ description: "of the request" }))
    expect(await open()).toEqual([])
    await edit("", page({ description: "of main again" }))
    expect(await open()).toEqual(["field description"])
    expect(await result("merge")).toBe("conflicts")
    expect(await result("update")).toBe("conflicts")
    await edit(request, page({ description: null }))
    expect(await result("merge")).toBe("merge")
    expect(await read("")).not.toHaveProperty("description")
  })

  it("keeps main's deletion until the request decides", async () => {
    const { world, request, edit, open, page, result } = await setUp()
    await edit(request, page({ description: "of the request" }))
    await edit("", { operation: "delete_page", page: world.ids.page })
    for (const step of ["update", "merge"] as const) expect(await result(step)).toBe("conflicts")
    expect(await open()).toEqual(["item item"])
    await edit(request, { operation: "delete_page", page: world.ids.page })
    expect(await result("merge")).toBe("merge")
    const gone = await world.ask("GET", `/v1/spaces/${world.ids.spaces.main}/content/page/${world.ids.page}`)
    expect(gone.status).toBe(404)
  })
})
