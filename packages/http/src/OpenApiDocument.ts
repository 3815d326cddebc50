/** The OpenAPI 3.1 document of the API, derived from its declaration. */
import { OpenApi } from "@effect/platform"
import { statuses } from "./errors/WireError.js"
import { LecternApi } from "./LecternApi.js"

type Specification = OpenApi.OpenAPISpec
type Operation = OpenApi.OpenAPISpecOperation

const header = (description: string) => ({ description, schema: { type: "string" } })
const retryAfter = header("Seconds to wait.")
const headersOf: Readonly<Record<string, object>> = {
  "401": { "WWW-Authenticate": header("`Bearer`.") },
  "429": {
    "X-RateLimit-Limit": header("Requests that a token has in a window."),
    "X-RateLimit-Remaining": header("How many of them are left."),
    "X-RateLimit-Reset": header("When the window ends, in seconds since 1970."),
    "Retry-After": retryAfter
  },
  "503": { "Retry-After": retryAfter }
}

const failed = (status: string, description: string) => ({
  description,
  ...(status in headersOf && { headers: headersOf[status] }),
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
})

const defect = "The server failed; nothing more is told."

/** The answers of all failures, by name; every operation refers to those that it has. */
const failures: ReadonlyMap<string, string> = new Map(
  [...Object.entries(statuses), ["Defect", 500] as const].map(([name, status]) => [String(status), name])
)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Whether a body may be left out: no field of it is required. */
const isOptional = (schema: unknown, schemas: Readonly<Record<string, unknown>>): boolean => {
  if (!isObject(schema)) return false
  if (typeof schema.$ref === "string") return isOptional(schemas[schema.$ref.split("/").at(-1) ?? ""], schemas)
  return schema.type === "object" && (!Array.isArray(schema.required) || schema.required.length === 0)
}

const complete = (operation: Operation, schemas: Specification["components"]["schemas"]): object => {
  const { parameters, requestBody, responses, security: _, ...rest } = operation
  const described = Object.entries({ ...responses, "500": undefined }).map(([status, response]) => {
    const name = failures.get(status)
    return [status, name === undefined ? response : { $ref: `#/components/responses/${name}` }]
  })
  return {
    ...rest,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && {
      requestBody: {
        required: !isOptional(requestBody.content["application/json"]?.schema, schemas),
        content: requestBody.content
      }
    }),
    responses: Object.fromEntries(described)
  }
}

const failedResponses = (operations: ReadonlyArray<Operation>): object => {
  const found = new Map<string, object>([["Defect", failed("500", defect)]])
  for (const { responses } of operations) {
    for (const [status, { description }] of Object.entries(responses)) {
      const name = failures.get(status)
      if (name !== undefined) found.set(name, failed(status, description))
    }
  }
  return Object.fromEntries([...found].sort())
}

const make = (): object => {
  const { components, info, paths, security, tags } = OpenApi.fromApi(LecternApi, {
    additionalPropertiesStrategy: "allow"
  })
  const completed = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, complete(operation, components.schemas)])
    )
  ])
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: "/" }],
    security,
    tags,
    paths: Object.fromEntries(completed),
    components: { ...components, responses: failedResponses(Object.values(paths).flatMap(Object.values)) }
  }
}

let made: object | undefined

/** The document; the same object every time. */
export const document = (): object => {
  made ??= make()
  return made
}
