/** A sample request of an operation, in parts, so that it can be rendered in any language. */
import type { JsonObject } from "../../text/openapi/Json.js"
import { listIn, objectIn, resolve, textIn } from "../../text/openapi/NamedSpecs.js"
import {
  bodyOf,
  contentOf,
  type OperationName,
  operationIn,
  parametersOf,
  serverOf
} from "../../text/openapi/OperationBlocks.js"
import { sampleOf } from "../../text/openapi/SchemaSamples.js"

/** A value of a request that a reader may fill in. */
export interface RequestField {
  readonly name: string
  readonly place: "path" | "query" | "header"
  readonly isRequired: boolean
  /** Whether it is a credential. */
  readonly isSecret: boolean
  /** The value in the sample; empty if it has none. */
  readonly value: string
}

/** The values that a reader may fill in to send a request, where the specification has a fixed server. */
export interface RequestForm {
  /** The absolute http or https URL of the server, without a slash at the end. */
  readonly server: string
  /** The path below it, with the names of parameters in braces. */
  readonly path: string
  readonly fields: ReadonlyArray<RequestField>
  /** The content type of the body; absent if the operation has none. */
  readonly contentType?: string
}

/** A sample request. */
export interface RequestSample {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** The body as JSON, or as the text of another type. */
  readonly body?: string
  /** Absent if the specification has no server, or one whose URL has variables. */
  readonly form?: RequestForm
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
  return value === undefined || typeof value === "object" ? undefined : textOf(value)
}

/** The URL of a server that is the same for everybody; `undefined` if it is relative or has variables. */
const fixedServer = (server: string): string | undefined => {
  if (/[{}\\@?#\s]/.test(server) || !URL.canParse(server)) return undefined
  const { href, protocol } = new URL(server)
  return protocol === "https:" || protocol === "http:" ? href.replace(/\/+$/, "") : undefined
}

/** Headers that a request has from its transport, or that readers must not set. */
const ownHeaders =
  /^(?:accept-encoding|connection|content-(?:length|type)|cookie|expect|host|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|via|forwarded|x-forwarded-.*)$/i

const places: ReadonlySet<unknown> = new Set(["path", "query", "header"])

/** The values of an operation's parameters and credentials that a reader may fill in. */
const fieldsOf = (
  document: JsonObject,
  parameters: ReadonlyArray<JsonObject>,
  proof: ReturnType<typeof credentials>
): ReadonlyArray<RequestField> => {
  const secret =
    (place: "query" | "header") =>
    ([name]: readonly [string, string]): RequestField => ({
      name,
      place,
      isRequired: false,
      isSecret: true,
      value: ""
    })
  const own = parameters.flatMap((parameter): ReadonlyArray<RequestField> => {
    if (!places.has(parameter.in)) return []
    const value = parameter.required === true ? valueOf(document, parameter) : undefined
    const place = parameter.in as RequestField["place"]
    return [
      {
        name: textIn(parameter.name),
        place,
        isRequired: parameter.required === true,
        isSecret: false,
        value: value ?? ""
      }
    ]
  })
  const all = [...proof.headers.map(secret("header")), ...proof.query.map(secret("query")), ...own]
  return all.filter(
    ({ name, place }, index) =>
      name !== "" &&
      (place !== "header" || (/^[\w-]+$/.test(name) && !ownHeaders.test(name))) &&
      all.findIndex((each) => each.name === name && each.place === place) === index
  )
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
  const fixed = fixedServer(server)
  return {
    method: asked.method.toUpperCase(),
    url: `${server === "" ? "https://example.com" : server}${path}${search === "" ? "" : `?${search}`}`,
    headers,
    ...(text !== undefined && text.length <= bodyLimit && { body: text }),
    ...(fixed !== undefined && {
      form: {
        server: fixed,
        path: asked.name,
        fields: fieldsOf(document, parameters, proof),
        ...(media !== undefined && { contentType: media })
      }
    })
  }
}
