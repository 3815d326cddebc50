/** How an operation is reached, as blocks: its servers, its security, and its further documentation. */
import type { PdfBlock, PdfBlocks, PdfField, PdfInlines } from "../blocks/BlockDocument.js"
import type { JsonObject } from "./Json.js"
import { listIn, objectIn, resolve, textIn } from "./NamedSpecs.js"
import { fieldOf, type Showing } from "./SchemaBlocks.js"
import type { serversOf } from "./Servers.js"

const none: ReadonlySet<JsonObject> = new Set()

const plain = (text: string): PdfInlines => [{ type: "text", text }]
const caption = (text: string): PdfBlock => ({ type: "caption", level: 1, children: plain(text) })

/** How a credential is obtained and sent: the flows of OAuth 2 with their addresses and scopes. */
const flowLines = (scheme: JsonObject): ReadonlyArray<string> => {
  const older = scheme.flow === undefined ? {} : { [textIn(scheme.flow)]: scheme }
  return Object.entries(objectIn(scheme.flows ?? older)).map(([name, given]) => {
    const flow = objectIn(given)
    const addresses = [flow.authorizationUrl, flow.tokenUrl, flow.refreshUrl].map(textIn).filter((url) => url !== "")
    return [name, ...addresses].join(" ")
  })
}

/** The security of an operation: the schemes of one requirement joined, and the requirements below each other. */
export const securityBlocks = (show: Showing, operation: JsonObject): PdfBlocks => {
  const { document, words } = show
  const schemes = objectIn(objectIn(document.components).securitySchemes ?? document.securityDefinitions)
  const schemeOf = (name: string) => resolve(document, Object.hasOwn(schemes, name) ? schemes[name] : undefined).value
  const requirements = listIn(operation.security ?? document.security).map(objectIn)
  const items = requirements.map((requirement) => {
    const names = Object.entries(requirement).map(([name, scopes]) => {
      const { bearerFormat, in: place, name: parameter, openIdConnectUrl, scheme, type } = schemeOf(name)
      const parts = [type, scheme, bearerFormat, place, parameter, openIdConnectUrl]
      const how = parts.map(textIn).filter((part) => part !== "")
      const asked = listIn(scopes).map(String)
      return `${name}${how.length === 0 ? "" : ` (${how.join(", ")})`}${asked.length === 0 ? "" : `: ${asked.join(", ")}`}`
    })
    const about = Object.keys(requirement).flatMap((name): PdfBlocks => {
      const scheme = schemeOf(name)
      const flows = flowLines(scheme).map((line) => ({ type: "paragraph" as const, children: plain(line) }))
      return [...show.text(textIn(scheme.description)), ...flows]
    })
    // An empty requirement makes the security optional.
    const said: PdfBlock = {
      type: "paragraph",
      children: plain(names.length === 0 ? words.anonymous : names.join(" + "))
    }
    return { children: [said, ...about] }
  })
  if (requirements.every((requirement) => Object.keys(requirement).length === 0)) return []
  return [caption(words.authorization), { type: "list", items }]
}

/** The servers of an operation, where there are several, or one with variables or a description. */
export const serverBlocks = (show: Showing, servers: ReturnType<typeof serversOf>): PdfBlocks => {
  const [only] = servers
  if (servers.length === 1 && only.description === "" && Object.keys(only.variables).length === 0) return []
  const fields = servers.map(({ description, url, variables }): PdfField => {
    const inside = Object.entries(variables).map(([name, given]) =>
      fieldOf(show, { name, schema: { type: "string", ...objectIn(given) }, required: false }, none)
    )
    const children: PdfBlocks = [
      ...show.text(description),
      ...(inside.length === 0 ? [] : ([{ type: "fields", fields: inside }] satisfies PdfBlocks))
    ]
    return { name: url === "" ? "/" : url, kind: "", flags: [], children }
  })
  return [caption(show.words.servers), { type: "fields", fields }]
}

/** The link to further documentation of an operation. */
export const externalDocs = ({ externalDocs }: JsonObject): PdfBlocks => {
  const { description, url } = objectIn(externalDocs)
  const address = textIn(url)
  if (!/^https?:\/\//i.test(address)) return []
  const link = {
    type: "link" as const,
    to: { kind: "url" as const, url: address },
    children: plain(textIn(description) || address)
  }
  return [{ type: "paragraph", children: [link] }]
}
