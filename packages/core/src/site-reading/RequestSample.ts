/** A sample request of an operation, in parts, so that it can be rendered in any language. */
import type { JsonObject } from "../openapi/Json.js"
import { bodyOf, contentOf, type OperationName, operationIn, parametersOf, serverOf } from "../pdf/PdfOperations.js"
import { sampleOf } from "../pdf/PdfSamples.js"
import { listIn, objectIn, resolve, textIn } from "../pdf/PdfSpecs.js"

/** A sample request. */
export interface RequestSample {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** The body as JSON, or as the text of another type. */
  readonly body?: string
}

/** The maximum length of a body, in UTF-16 units. */
const bodyLimit = 4_000

/**
 * The credentials of a request, by the first security requirement of an operation that is a header or a query
 * parameter.
 */
const credentials = (document: JsonObject, operation: JsonObject) => {
  const schemes = objectIn(objectIn(document.components).securitySchemes ?? document.securityDefinitions)
  const headers: Array<readonly [string, string]> = []
  const query: Array<readonly [string, string]> = []
  for (const name of Object.keys(objectIn(listIn(operation.security ?? document.security)[0]))) {
    const { in: place, name: parameter, scheme, type } = resolve(document, schemes[name]).value
    if (type === "apiKey" && place === "header") headers.push([textIn(parameter), "YOUR_API_KEY"])
    else if (type === "apiKey" && place === "query") query.push([textIn(parameter), "YOUR_API_KEY"])
    else if (type === "basic" || (type === "http" && scheme === "basic"))
      headers.push(["Authorization", "Basic YOUR_CREDENTIALS"])
    else if (type === "http" || type === "oauth2" || type === "openIdConnect")
      headers.push(["Authorization", "Bearer YOUR_TOKEN"])
  }
  return { headers, query }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** The value of a parameter in the sample. */
const valueOf = (document: JsonObject, parameter: JsonObject): string | undefined => {
  const given = parameter.example ?? Object.values(objectIn(parameter.examples)).map((each) => objectIn(each).value)[0]
  const value = given ?? sampleOf(document, parameter.schema ?? parameter)
  return value === undefined || value === null || typeof value === "object" ? undefined : textOf(value)
}

/** A sample request of an operation; `undefined` if the specification has no such operation. */
export const requestSample = (document: JsonObject, asked: OperationName): RequestSample | undefined => {
  const found = asked.kind === "paths" ? operationIn(document, asked) : undefined
  if (found === undefined) return undefined
  const { item, operation } = found
  const parameters = parametersOf(document, item, operation)
  const proof = credentials(document, operation)
  const query = [...proof.query]
  const headers = [...proof.headers]
  for (const parameter of parameters) {
    if (parameter.required !== true) continue
    const name = textIn(parameter.name)
    const value = valueOf(document, parameter) ?? `YOUR_${name.toUpperCase().replaceAll(/\W+/g, "_")}`
    if (parameter.in === "query") query.push([name, value])
    else if (parameter.in === "header") headers.push([name, value])
  }
  const path = asked.name.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((each) => each.in === "path" && each.name === name)
    const given = parameter?.example ?? objectIn(parameter?.schema).example
    return given === undefined ? whole : encodeURIComponent(textOf(given))
  })
  const body = bodyOf(document, operation, parameters)
  const [media, content] = Object.entries(body === undefined ? {} : contentOf(body, operation.consumes))[0] ?? []
  const inside = objectIn(content)
  const example = Object.values(objectIn(inside.examples)).map((each) => resolve(document, each).value.value)[0]
  const isJson = media !== undefined && /json/i.test(media)
  const value = inside.example ?? example ?? (isJson ? sampleOf(document, inside.schema) : undefined)
  if (media !== undefined) headers.push(["Content-Type", media])
  const text = value === undefined ? undefined : isJson ? JSON.stringify(value, null, 2) : textOf(value)
  const search = query.map(([name, each]) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`).join("&")
  const server = serverOf(document, item, operation).replace(/\/+$/, "")
  return {
    method: asked.method.toUpperCase(),
    url: `${server === "" ? "https://example.com" : server}${path}${search === "" ? "" : `?${search}`}`,
    headers,
    ...(text !== undefined && text.length <= bodyLimit && { body: text })
  }
}
