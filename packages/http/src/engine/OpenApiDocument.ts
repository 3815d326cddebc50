/**
 * The OpenAPI 3.1 document of the API, derived from its declaration.
 * @since 0.1.0
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import { OpenToVisitors, ReadsOnly } from "../foundation/dispatcher/Annotations.js"
import { statuses } from "../foundation/errors/WireError.js"
import { illustrate, type Recorded } from "./document/Examples.js"
import { array, type Json, mapValues, nameOf, object, string } from "./document/Json.js"
import { pathParameters } from "./document/PathParameters.js"
import { discriminated, tidy } from "./document/Schemas.js"
import { LecternApi } from "./LecternApi.js"

const header = (description: string) => ({ description, schema: { type: "string" } })
const retryAfter = header("How many seconds to wait before the next attempt.")
const headersOf: Readonly<Record<string, object>> = {
  "401": { "WWW-Authenticate": header("Always `Bearer`: the way to authenticate.") },
  "429": {
    "X-RateLimit-Limit": header("How many requests the token has in a window."),
    "X-RateLimit-Remaining": header("How many of them are left; 0 in this answer."),
    "X-RateLimit-Reset": header("When the window ends, in seconds since 1970."),
    "Retry-After": retryAfter
  },
  "503": { "Retry-After": retryAfter }
}

const failed = (status: string, description: string, examples: Json) => ({
  description,
  ...(status in headersOf && { headers: headersOf[status] }),
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Error" },
      ...(status in examples && { example: examples[status] })
    }
  }
})

/** The header of every operation that is done at most once under a key. */
const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A random key, 1 to 255 visible ASCII characters, under which the request is done at most once: sent again within 24 hours, it gets the first answer, with `Idempotency-Replayed: true`. It gets 409 if that is not finished or was not kept, because it has a secret or is too large.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}

const keyReused = "The `Idempotency-Key` was used for a request with another body."

const defect = "The server failed. Its log has the cause, under the id of the request."

/** The responses of all failures, by name; each operation refers to its own. */
const failures: ReadonlyMap<string, string> = new Map(
  [...Object.entries(statuses), ["Defect", 500] as const].map(([name, status]) => [String(status), name])
)

/** Whether a body may be omitted: no field of it is required. */
const isOptional = (schema: unknown, schemas: Json): boolean => {
  const { $ref, required, type } = object(schema)
  if (typeof $ref === "string") return isOptional(schemas[nameOf($ref)], schemas)
  return type === "object" && array(required).length === 0
}

const tidyContent = (content: unknown): Json =>
  mapValues(content, (media) => ({ ...object(media), schema: tidy(object(media).schema) }))

const tidyParameter = (parameter: unknown): Json => {
  const { description, in: where, name, schema, ...rest } = object(parameter)
  const { description: said, ...plain } = tidy(schema)
  const known = said ?? (where === "path" ? pathParameters[string(name)] : undefined)
  return { name, in: where, ...(known !== undefined && { description: known }), ...rest, schema: plain }
}

/** A response without a description gets the description of its schema. */
const tidyResponse = (status: string, response: unknown, schemas: Json): Json => {
  const { content, description } = object(response)
  const { $ref } = object(object(object(content)["application/json"]).schema)
  const shape = $ref === undefined ? {} : object(schemas[nameOf($ref)])
  const said = string(description).endsWith(".") ? description : shape.description
  return {
    description: status === "204" ? "Done. The answer has no body." : (said ?? "One of several shapes."),
    ...(content !== undefined && { content: tidyContent(content) })
  }
}

/** The names of the operations that visitors read without a token, and of those that take a key. */
const annotated = (): { readonly open: ReadonlySet<string>; readonly keyed: ReadonlySet<string> } => {
  const [open, keyed] = [new Set<string>(), new Set<string>()]
  HttpApi.reflect(LecternApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      if (Context.get(mergedAnnotations, OpenToVisitors) !== undefined) open.add(endpoint.name)
      if (endpoint.method === "POST" && !Context.get(mergedAnnotations, ReadsOnly)) keyed.add(endpoint.name)
    }
  })
  return { open, keyed }
}

const complete = (operation: Json, schemas: Json, isOpen: boolean, isKeyed: boolean): Json => {
  const { parameters, requestBody, responses, security: _, ...rest } = operation
  const always = { "500": undefined, ...(isKeyed && { "422": undefined }) }
  const described = Object.entries({ ...object(responses), ...always }).map(([status, response]) => {
    const name = failures.get(status)
    return [
      status,
      name === undefined ? tidyResponse(status, response, schemas) : { $ref: `#/components/responses/${name}` }
    ]
  })
  const { content } = object(requestBody)
  return {
    ...rest,
    ...(isOpen && { security: [{ bearer: [] }, {}] }),
    ...((array(parameters).length > 0 || isKeyed) && {
      parameters: [
        ...array(parameters).map(tidyParameter),
        ...(isKeyed ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [])
      ]
    }),
    ...(content !== undefined && {
      requestBody: {
        required: !isOptional(object(object(content)["application/json"]).schema, schemas),
        content: tidyContent(content)
      }
    }),
    responses: Object.fromEntries(described)
  }
}

const failedResponses = (operations: ReadonlyArray<Json>, examples: Json): Json => {
  const found = new Map<string, object>([
    ["Defect", failed("500", defect, examples)],
    ["KeyReused", failed("422", keyReused, examples)]
  ])
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(object(responses))) {
      const name = failures.get(status)
      if (name !== undefined) found.set(name, failed(status, string(object(response).description), examples))
    }
  }
  return Object.fromEntries([...found].sort())
}

/** The document, with its recorded examples. */
export const document = ({ failures: examples, operations }: Recorded = { failures: {}, operations: {} }): object => {
  const { components, info, paths, security, tags } = OpenApi.fromApi(LecternApi, {
    additionalPropertiesStrategy: "allow"
  })
  const schemas = mapValues(components.schemas, tidy)
  const { keyed, open } = annotated()
  const completed = mapValues(paths, (methods, path) =>
    mapValues(methods, (given) => {
      const name = string(object(given).operationId)
      const operation = object(
        discriminated(complete(object(given), schemas, open.has(name), keyed.has(name)), schemas)
      )
      const example = operations[string(operation.operationId)]
      return example === undefined ? operation : illustrate(operation, path, example)
    })
  )
  const responses = failedResponses(
    Object.values(paths).flatMap((methods) => Object.values(methods).map(object)),
    examples
  )
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: "/" }],
    security,
    tags,
    paths: completed,
    components: {
      ...components,
      schemas: discriminated(schemas, schemas),
      responses,
      parameters: { IdempotencyKey: idempotencyKey }
    }
  }
}
