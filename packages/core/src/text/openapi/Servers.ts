/** The servers of operations, as the addresses that requests go to. */
import type { Json, JsonObject } from "./Json.js"
import { addressKey, listIn, objectIn, textIn } from "./NamedSpecs.js"

/** A server of an operation. */
export interface SpecServer {
  /**
   * Its address without a slash at the end: variables have their defaults, and a relative one is resolved against the
   * address of the document, if that is known. Empty for the root of an unknown server.
   */
  readonly url: string
  readonly description: string
  /** Its variables by their names, as the specification describes them. */
  readonly variables: JsonObject
}

/** A text with the default of each variable, or else its first allowed value, in place of its name in braces. */
const withDefaults = (text: string, variables: JsonObject): string =>
  text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? objectIn(variables[name]) : {}
    const value = variable.default ?? listIn(variable.enum)[0]
    return value === undefined || value === null ? whole : String(value)
  })

/** An address resolved against that of its document; unchanged if either is no address. */
const resolved = (url: string, document: JsonObject): string => {
  const base = textIn(document[addressKey])
  return base !== "" && !url.includes("{") && URL.canParse(url, base) ? new URL(url, base).href : url
}

/** The servers that Swagger 2 states by their parts, as servers of OpenAPI 3. */
const olderServers = ({ basePath, host, schemes }: JsonObject): ReadonlyArray<Json> => {
  const path = textIn(basePath)
  if (typeof host !== "string") return path === "" ? [] : [{ url: path }]
  const [first = "https", ...others] = listIn(schemes)
  return [first, ...others].map((scheme) => ({ url: `${String(scheme)}://${host}${path}` }))
}

/** The servers of an operation, the first one being the usual one; never empty. */
export const serversOf = (
  document: JsonObject,
  item: JsonObject,
  operation: JsonObject
): readonly [SpecServer, ...ReadonlyArray<SpecServer>] => {
  const declared = [operation.servers, item.servers, document.servers].map(listIn).find((some) => some.length > 0)
  const [first = { url: "/" }, ...others] = declared ?? olderServers(document)
  const read = (given: Json): SpecServer => {
    const server = objectIn(given)
    const variables = objectIn(server.variables)
    const url = resolved(withDefaults(textIn(server.url), variables), document)
    return { url: url.replace(/\/+$/, ""), description: textIn(server.description), variables }
  }
  return [read(first), ...others.map(read)]
}
