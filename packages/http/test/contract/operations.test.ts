import { document } from "@lectern/http/OpenApiDocument"
import { describe, expect, it } from "vitest"
import { textOf } from "../support/streams.js"
import { type Ids, reusableWorld, type Trouble } from "../support/world.js"
import { hasOperation, problems } from "./gitbook.js"
import { resources } from "./resources.js"
import { never, type Operation, type Row } from "./rows.js"
import { operations } from "./table.js"

const freshWorld = reusableWorld()
const strictWorld = reusableWorld({ limits: { token: { limit: 0, windowSeconds: 60 } } })

interface Declared {
  readonly method: string
  readonly path: string
  readonly statuses: ReadonlyArray<number>
}

const declared = new Map<string, Declared>()
const { paths } = document() as {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
}
for (const [path, methods] of Object.entries(paths)) {
  for (const [method, { operationId, responses }] of Object.entries(methods)) {
    const statuses = Object.keys(responses).map(Number)
    declared.set(operationId, { method: method.toUpperCase(), path, statuses })
  }
}

const perform = async (operation: Operation, row: Row & { trouble?: Trouble; strict?: true; bare?: RequestInit }) => {
  const world = await (row.strict ? strictWorld() : freshWorld())
  const prepare = row.prepare ?? operation.prepare
  if (prepare !== undefined) await prepare(world)
  const path = (row.path ?? operation.path)(world.ids)
  if (row.trouble !== undefined) world.fail(row.trouble)
  const response =
    row.bare === undefined
      ? await world.ask(operation.method, path, {
          ...(row.as !== undefined && { as: row.as }),
          ...(row.headers !== undefined && { headers: row.headers(world.ids) }),
          ...body(row.body ?? operation.body, world.ids)
        })
      : await world.handler(
          new Request(`http://x${path}`, {
            method: operation.method,
            ...row.bare,
            headers: { authorization: `Bearer ${world.tokens.ada}`, ...row.bare.headers }
          })
        )
  const text = await textOf(response)
  return { response, text, path, log: world.log.join("\n") }
}

const body = (make: Row["body"], ids: Ids) => (make === undefined ? {} : { body: make(ids) })

const expectEnvelope = (status: number, { response, text, log }: Awaited<ReturnType<typeof perform>>) => {
  expect(response.status, `${text}\n${log}`).toBe(status)
  expect(response.headers.get("content-type")).toBe("application/json")
  expect(JSON.parse(text)).toEqual({ error: { code: status, message: expect.stringMatching(/^.{3,200}$/) } })
  expect(text).not.toMatch(/select \*|node_modules|\bat .*:\d+/)
}

it("the table has every declared operation, with its method and path", async () => {
  expect(Object.keys(operations).sort()).toEqual([...declared.keys()].sort())
  const { ids } = await freshWorld()
  for (const [name, operation] of Object.entries(operations)) {
    const { method, path } = declared.get(name)!
    const pattern = new RegExp(`^${path.replace("{pagePath}", ".+").replace(/\{\w+\}/g, "[^/]+")}$`)
    expect(operation.method, name).toBe(method)
    expect(operation.path(ids).split("?")[0], name).toMatch(pattern)
  }
})

describe.each(Object.entries(operations))("%s", (name, operation) => {
  const { statuses } = declared.get(name)!
  const takesBody = ["POST", "PATCH", "PUT"].includes(operation.method)

  it.each([operation satisfies Row, ...(operation.more ?? [])].map((row, index) => [index, row] as const))(
    `${operation.status} (%i)`,
    async (_, row) => {
      const { response, text, path, log } = await perform(operation, row)
      expect(response.status, `${text}\n${log}`).toBe(operation.status)
      expect(statuses).toContain(operation.status)
      if (operation.status === 204) {
        expect(text).toBe("")
        return
      }
      if (response.headers.get("content-type") === "text/event-stream; charset=utf-8") {
        expect(text).toBe(":\n\n")
        return
      }
      expect(response.headers.get("content-type")).toBe("application/json")
      const value: unknown = JSON.parse(text)
      const ownNodes = path.includes("format=document")
      expect(ownNodes ? [] : problems(name, operation.status, value)).toEqual([])
      expect(text).not.toContain("null,null")
      if (operation.status === 201) {
        const { urls } = value as { urls?: { location: string } }
        expect(response.headers.get("location")).toBe(urls?.location ?? null)
      }
    }
  )

  it.each(Object.entries(operation.others ?? {}))("%s", async (status, row) => {
    const { response, text, log } = await perform(operation, row)
    expect(response.status, `${text}\n${log}`).toBe(Number(status))
    expect(statuses).toContain(Number(status))
  })

  for (const [status, row] of Object.entries(operation.failures)) {
    if (row === never.unlessSet) continue
    if (typeof row === "string") {
      it(`never ${status}: ${row}`, () => expect(statuses).not.toContain(Number(status)))
    } else {
      it(status, async () => {
        expectEnvelope(Number(status), await perform(operation, row))
        expect(statuses).toContain(Number(status))
      })
    }
  }

  it("401", async () => {
    const missing = await perform(operation, { bare: { headers: { authorization: "" } } })
    expectEnvelope(401, missing)
    expect(missing.response.headers.get("www-authenticate")).toBe("Bearer")
    expectEnvelope(401, await perform(operation, { bare: { headers: { authorization: "Bearer lct_unknown" } } }))
    expect(statuses).toContain(401)
  })

  it("429", async () => {
    const refused = await perform(operation, { strict: true })
    expectEnvelope(429, refused)
    expect(Number(refused.response.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(statuses).toContain(429)
  })

  it("503", async () => {
    expectEnvelope(503, await perform(operation, { trouble: "away" }))
    expect(statuses).toContain(503)
  })

  it("500", async () => {
    const failed = await perform(operation, { trouble: "broken" })
    expectEnvelope(500, failed)
    expect(failed.log).toContain("select * from secret")
    expect(statuses).toContain(500)
  })

  if (takesBody && operation.failures[413] === undefined) {
    it("413", async () => {
      const headers = { "content-type": "application/json", "content-length": String(64 * 1024 * 1024) }
      expectEnvelope(413, await perform(operation, { bare: { headers, body: "{}" } }))
      expect(statuses).toContain(413)
    })
    it("415", async () => {
      expectEnvelope(415, await perform(operation, { bare: { headers: { "content-type": "text/plain" }, body: "x" } }))
      expect(statuses).toContain(415)
    })
  } else if (!takesBody) {
    it("never 413 and 415: it takes no body", () => {
      expect(statuses).not.toContain(413)
      expect(statuses).not.toContain(415)
    })
  }

  if (operation.failures[412] === undefined) {
    it("never 412: it has no preconditions", () => expect(statuses).not.toContain(412))
  }

  it("declares 422 if it takes an idempotency key", () => {
    expect(statuses.includes(422)).toBe(operation.method === "POST" && name !== "openStream")
  })

  it("declares no other status", () => {
    const covered = [
      operation.status,
      ...Object.keys({ ...operation.failures, ...operation.others }).map(Number),
      401,
      412,
      413,
      415,
      422,
      429,
      500,
      503
    ]
    expect(statuses.filter((status) => !covered.includes(status))).toEqual([])
  })
})

it("knows which operations the public API has", () => {
  const missing = Object.keys(operations).filter((name) => !hasOperation(name))
  expect(missing.sort()).toEqual(resources.flatMap(({ own = [] }) => own).sort())
})
