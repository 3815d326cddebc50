/**
 * The module from which a server answers `/openapi.json`. It is made from `packages/http/openapi.json`, and not in git.
 * A program that imported the JSON itself would take ten times as long to load it, and old versions of Node would warn.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const document = fileURLToPath(new URL("../../packages/http/openapi.json", import.meta.url))
const module = fileURLToPath(new URL("../../packages/http/src/engine/document/ServedDocument.ts", import.meta.url))

/** A value as JSON, with each member down to this depth on a line of its own. */
const lines = (value, depth) => {
  if (depth === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${lines(each, depth - 1)}`)
  return `{\n${members.join(",\n")}\n}`
}

const unicode = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** The source of the module that serves a document. */
export const servedDocument = (document) => {
  // In ASCII, it takes half as long to load and to parse.
  const text = lines(document, 3).replaceAll(/[^ -~\n]/g, unicode)
  return [
    "/** The OpenAPI document as the server sends it: made from `openapi.json` by `npm run prepare`, and by every build. */",
    'import { shortHash } from "../../foundation/dispatcher/EntityTag.js"',
    "",
    "/** The document, in JSON. */",
    `export const text: string = \`${text.replaceAll(/[`\\]|\$(?=\{)/g, "\\$&")}\``,
    "",
    "/** Its entity tag. */",
    "export const tag: string = shortHash(text)",
    ""
  ].join("\n")
}

/** Writes the module, unless it matches the committed document already. */
export const writeServedDocument = () => {
  const source = servedDocument(JSON.parse(readFileSync(document, "utf8")))
  if (!existsSync(module) || readFileSync(module, "utf8") !== source) writeFileSync(module, source)
}
