/** The statements of the manual about every operation. */
import { document } from "@lectern/http/OpenApiDocument"
import { describe, expect, it } from "vitest"
import { reusableWorld } from "../support/world.js"
import { operations } from "./table.js"

const freshWorld = reusableWorld()

/** An operation of the OpenAPI document, with its answer to a success. */
interface Declared {
  readonly method: string
  readonly path: string
  readonly answer: { readonly properties?: object; readonly required?: ReadonlyArray<string> }
  readonly parameters: ReadonlyArray<string>
}

interface Schema {
  readonly $ref?: string
  readonly properties?: object
  readonly required?: ReadonlyArray<string>
}

const { components, paths } = document() as {
  components: { schemas: Readonly<Record<string, Schema>> }
  paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            parameters?: ReadonlyArray<{ name?: string }>
            responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>
          }
        >
      >
    >
  >
}

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(components.schemas[schema.$ref.split("/").at(-1)!] ?? {})

const declared: ReadonlyArray<Declared> = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], responses }]) => ({
    method: method.toUpperCase(),
    path,
    answer: resolved(responses[200]?.content?.["application/json"]?.schema ?? {}),
    parameters: parameters.flatMap(({ name = "" }) => [name])
  }))
)

describe("every operation", () => {
  it.each(Object.entries(operations))(
    "%s answers with an id and with the headers for browsers",
    async (_, operation) => {
      const world = await freshWorld()
      await operation.prepare?.(world)
      const path = operation.path(world.ids)
      const request = {
        ...(operation.as && { as: operation.as }),
        ...(operation.headers && { headers: operation.headers(world.ids) }),
        ...(operation.body && { body: operation.body(world.ids) })
      }
      const answer = await world.ask(operation.method, path, request)
      expect(answer.status).toBe(operation.status)
      expect(answer.headers.get("x-request-id")).toMatch(/^.{8,}$/)
      expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'/)
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
      expect(answer.headers.get("referrer-policy")).toMatch(/^(?:no-referrer|same-origin)$/)
      expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin")
      if (operation.method !== "GET") return
      const head = await world.ask("HEAD", path, request)
      const headers = ({ headers }: Response) =>
        [...headers].filter(([name]) => !/^(?:date|x-request-id|x-ratelimit|ratelimit)/.test(name))
      expect([head.status, headers(head), await head.text()]).toEqual([answer.status, headers(answer), ""])
    }
  )
})

describe("the document", () => {
  it("has lists of one shape, but for two that are never long and those of events, which never end", () => {
    const lists = declared.filter(
      ({ answer: { properties = {} }, method }) => method === "GET" && "items" in properties
    )
    const others = lists.filter(
      ({ answer: { properties = {}, required = [] }, parameters }) =>
        !("next" in properties && required.includes("items") && required.includes("count")) ||
        !(parameters.includes("page") && parameters.includes("limit"))
    )
    expect(lists.length).toBeGreaterThan(50)
    expect(others.map(({ path }) => path).sort()).toEqual([
      "/v1/orgs/{organizationId}/events",
      "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions",
      "/v1/orgs/{organizationId}/sso",
      "/v1/spaces/{spaceId}/events"
    ])
  })

  it("has the same operations on the content of a change request as on that of a space", () => {
    const below = (prefix: string) =>
      declared
        .filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
        .map(({ method, path }) => `${method} ${path.slice(prefix.length)}`)
        .sort()
    const space = "/v1/spaces/{spaceId}"
    expect(below(`${space}/content`)).toContain("POST ")
    expect(below(`${space}/change-requests/{changeRequestId}/content`)).toEqual(below(`${space}/content`))
  })
})
