/** An example request of each operation with its answer, as shown in the document. */
import { array, isObject, type Json, mapValues, object, string } from "./Json.js"

/** A request that succeeds, and its answer. */
export interface Example {
  /** As sent: percent-encoded, with its query. */
  readonly path: string
  readonly body?: unknown
  readonly status: number
  /** Absent if the answer has no body. */
  readonly answer?: unknown
}

/** The recorded examples: one of each operation by its id, and an answer of each failure status. */
export interface Recorded {
  readonly operations: Readonly<Record<string, Example>>
  readonly failures: Readonly<Record<string, unknown>>
}

/** The values of the parameters in a path, by name. */
const pathValues = (template: string, path: string): ReadonlyMap<string, string> => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => string(name))
  const pattern = template.replace(/\{(\w+)\}$/, "(.+)").replace(/\{\w+\}/g, "([^/]+)")
  const values = new RegExp(`^${pattern}$`).exec(path)?.slice(1) ?? []
  return new Map(names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]))
}

const typed = (schema: unknown, value: string): unknown => {
  const { type } = object(schema)
  if (type === "array") return [value]
  if (type === "boolean") return value === "true"
  return type === "integer" || type === "number" ? Number(value) : value
}

const withExample = (content: unknown, example: unknown): Json =>
  mapValues(content, (media, type) =>
    type === "application/json" && isObject(media) ? { ...media, example } : object(media)
  )

/** Adds its example to the operation at a path. */
export const illustrate = (operation: Json, template: string, { answer, body, path, status }: Example): Json => {
  const [place = "", search = ""] = path.split("?")
  const inPath = pathValues(template, place)
  const inQuery = new URLSearchParams(search)
  const parameters = array(operation.parameters).map((parameter) => {
    const { in: where, name, schema } = object(parameter)
    const value = (where === "path" ? inPath.get(string(name)) : inQuery.get(string(name))) ?? undefined
    return value === undefined ? object(parameter) : { ...object(parameter), example: typed(schema, value) }
  })
  const { content: sent, ...request } = object(operation.requestBody)
  const { content: answered, ...response } = object(object(operation.responses)[status])
  return {
    ...operation,
    ...(parameters.length > 0 && { parameters }),
    ...(sent !== undefined && body !== undefined && { requestBody: { ...request, content: withExample(sent, body) } }),
    ...(answered !== undefined && {
      responses: {
        ...object(operation.responses),
        [status]: { ...response, content: withExample(answered, answer) }
      }
    })
  }
}
