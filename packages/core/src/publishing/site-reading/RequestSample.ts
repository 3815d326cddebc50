/** A sample request of an operation, in parts, so that it can be rendered in any language. */
import { type BodyPart, type BodySample, bodySample } from "../../text/openapi/BodyTexts.js"
import { isObject, type Json, type JsonObject } from "../../text/openapi/Json.js"
import { listIn, objectIn, resolve, textIn } from "../../text/openapi/NamedSpecs.js"
import { bodyOf, contentOf, type OperationName, operationIn, parametersOf } from "../../text/openapi/OperationBlocks.js"
import { parameterText, valueText } from "../../text/openapi/ParameterTexts.js"
import { contentSample, madeUpText } from "../../text/openapi/SchemaSamples.js"
import { serversOf } from "../../text/openapi/Servers.js"

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
  /** The absolute http or https URLs of the servers to choose from, without a slash at the end. */
  readonly servers: readonly [string, ...ReadonlyArray<string>]
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
  /** The body as it is sent; its content type is among the headers. */
  readonly body?: string
  /** The parts of a form with files, which is the body. */
  readonly parts?: ReadonlyArray<BodyPart>
  /** The URLs of the servers that `url` may begin with instead; it begins with the first. */
  readonly servers: ReadonlyArray<string>
  /** Absent if the specification has no server that is the same for everybody. */
  readonly form?: RequestForm
}

/** The maximum length of a body in UTF-16 units: what every shell takes as one argument. */
const bodyLimit = 32_000

type Pair = readonly [name: string, value: string]

/** The credentials of a request, by the first security requirement of an operation. */
const credentials = (document: JsonObject, operation: JsonObject) => {
  const schemes = objectIn(objectIn(document.components).securitySchemes ?? document.securityDefinitions)
  const headers: Array<Pair> = []
  const query: Array<Pair> = []
  const cookies: Array<Pair> = []
  for (const name of Object.keys(objectIn(listIn(operation.security ?? document.security)[0]))) {
    const { in: place, name: parameter, scheme, type } = resolve(document, schemes[name]).value
    const key: Pair = [textIn(parameter), "YOUR_API_KEY"]
    if (type === "apiKey" && place === "header") headers.push(key)
    else if (type === "apiKey" && place === "query") query.push(key)
    else if (type === "apiKey" && place === "cookie") cookies.push(key)
    else if (type === "basic" || (type === "http" && scheme === "basic"))
      headers.push(["Authorization", "Basic YOUR_CREDENTIALS"])
    else if (type === "http" || type === "oauth2" || type === "openIdConnect")
      headers.push(["Authorization", "Bearer YOUR_TOKEN"])
  }
  return { headers, query, cookies }
}

/** The example of a parameter; `undefined` if it would be made up. */
const exampleOf = (document: JsonObject, parameter: JsonObject): Json | undefined => {
  const [media] = Object.values(objectIn(parameter.content)).map(objectIn)
  const { example, examples } = parameter
  const schema = parameter.schema ?? media?.schema ?? parameter
  const content = { ...media, ...(example !== undefined && { example }), ...(isObject(examples) && { examples }) }
  const value = contentSample(document, { ...content, schema }, { direction: "request" })
  return value === madeUpText ? undefined : value
}

/** The value of a parameter in the sample; a text without an example is for readers to replace. */
const valueOf = (document: JsonObject, parameter: JsonObject): Json =>
  exampleOf(document, parameter) ?? `YOUR_${textIn(parameter.name).toUpperCase().replaceAll(/\W+/g, "_")}`

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
  proof: Pick<ReturnType<typeof credentials>, "headers" | "query">
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
    const value = parameter.required === true ? exampleOf(document, parameter) : undefined
    const place = parameter.in as RequestField["place"]
    return [
      {
        name: textIn(parameter.name),
        place,
        isRequired: parameter.required === true,
        isSecret: false,
        value: value === undefined || typeof value === "object" ? "" : valueText(value)
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

/** The first sample of a body that is not too long: the stated one, a generated one, or only what it must have. */
const bodyOfLength = (document: JsonObject, media: string, content: JsonObject): BodySample | undefined => {
  const { example: _, examples: __, ...bare } = content
  for (const [shown, isMinimal] of [
    [content, false],
    [bare, false],
    [bare, true]
  ] as const) {
    const sample = bodySample(document, media, shown, { direction: "request", isMinimal })
    if (sample !== undefined && sample.text.length <= bodyLimit) return sample
  }
  return undefined
}

/** A path with the values of its parameters, without a fragment; nothing of it has a meaning for a shell or for curl. */
const pathOf = (document: JsonObject, path: string, parameters: ReadonlyArray<JsonObject>): string =>
  path
    .replace(/#.*$/s, "")
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      if (!part.startsWith("{") || !part.endsWith("}")) return encodeURI(part.toWellFormed()).replaceAll("%25", "%")
      const name = part.slice(1, -1)
      const parameter = parameters.find((each) => each.in === "path" && each.name === name) ?? { in: "path", name }
      return parameterText(parameter, valueOf(document, parameter))
    })
    .join("")
    .replaceAll(/[{}[\]]/g, encodeURIComponent)

/** A sample request of an operation; `undefined` if the specification has no such operation. */
export const requestSample = (document: JsonObject, asked: OperationName): RequestSample | undefined => {
  const found = asked.kind === "paths" ? operationIn(document, asked) : undefined
  if (found === undefined) return undefined
  const { item, operation } = found
  const parameters = parametersOf(document, item, operation)
  const proof = credentials(document, operation)
  const needed = (place: string) =>
    parameters
      .filter((parameter) => parameter.required === true && parameter.in === place)
      .map((parameter) => [textIn(parameter.name), parameterText(parameter, valueOf(document, parameter))] as const)
  const query = [
    ...proof.query.map(([name, value]) => `${encodeURIComponent(name)}=${value}`),
    ...needed("query").map(([, text]) => text)
  ].join("&")
  const cookies = [...proof.cookies.map((pair) => pair.join("=")), ...needed("cookie").map(([, text]) => text)]
  const body = bodyOf(document, operation, parameters)
  const [media, content] = Object.entries(body === undefined ? {} : contentOf(body, operation.consumes))[0] ?? []
  // A body has no meaning with HEAD, and most programs send none.
  const isSent = media !== undefined && asked.method.toLowerCase() !== "head"
  const sample = !isSent ? undefined : bodyOfLength(document, media, objectIn(content))
  const headers = [
    ...proof.headers,
    ...needed("header"),
    ...(cookies.length === 0 ? [] : [["Cookie", cookies.join("; ")] as const]),
    ...(sample === undefined ? [] : [["Content-Type", sample.contentType] as const])
  ]
  // A server that is not known, or whose address is relative to one that is not, has an address that is an example.
  const declared = serversOf(document, item, operation)
  const servers = declared.map(({ url }) => (/^(?:\/|$)/.test(url) ? `https://example.com${url}` : url))
  const [first, ...others] = declared.flatMap(({ url }) => fixedServer(url) ?? [])
  const path = pathOf(document, asked.name, parameters)
  return {
    method: asked.method.toUpperCase(),
    url: `${servers[0] ?? ""}${path}${query === "" ? "" : `${path.includes("?") ? "&" : "?"}${query}`}`,
    headers,
    servers,
    ...(sample !== undefined && { body: sample.text }),
    ...(sample?.parts !== undefined && { parts: sample.parts }),
    ...(first !== undefined && {
      form: {
        servers: [first, ...others],
        path: asked.name,
        fields: fieldsOf(document, parameters, proof),
        ...(isSent && { contentType: sample?.contentType ?? media })
      }
    })
  }
}
