/** The specifications that the texts of a document name: the organization's specifications, and files of the space. */
import { isObject, type Json, type JsonObject, parseJson } from "./Json.js"
import { cutReference, pointedTo } from "./References.js"
import { bundle, parseSpecFiles } from "./SpecFiles.js"

/** A specification as bytes: stored files as JSON, or one file as it was uploaded. */
export interface SpecBytes {
  readonly bytes: Uint8Array
  readonly kind: "kept" | "file"
}

/** The key under which a document states the address that it was fetched from. */
export const addressKey = "x-address"

const decoder = new TextDecoder()

/** The specification in some bytes, as one document; `undefined` if they are not one. */
export const readSpec = ({ bytes, kind }: SpecBytes): JsonObject | undefined => {
  try {
    const text = decoder.decode(bytes)
    if (kind === "kept") {
      const spec = parseSpecFiles(text)
      return { ...bundle(spec), ...(URL.canParse(spec.entry) && { [addressKey]: spec.entry }) }
    }
    const document = parseJson(text)
    return isObject(document) ? document : undefined
  } catch {
    return undefined
  }
}

/** The maximum length of a chain of references. */
const hopLimit = 10

/** A value of a specification, after following references, and the name from the reference. */
export interface Resolved {
  readonly value: JsonObject
  readonly name?: string
}

const lastStep = (reference: string): string => {
  const step = reference.slice(reference.lastIndexOf("/") + 1)
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")
  } catch {
    return step
  }
}

/**
 * Follows the references of a value within its document. A value in another document is an empty object with its name.
 */
export const resolve = (document: JsonObject, value: Json | undefined): Resolved => {
  let current: Json | undefined = value
  let name: string | undefined
  for (let hops = 0; isObject(current) && typeof current.$ref === "string"; hops++) {
    const { $ref: reference, ...beside }: JsonObject & { readonly $ref?: Json } = current
    name ??= lastStep(String(reference))
    const { file, fragment } = cutReference(String(reference))
    const found: Json | undefined = file === "" && hops < hopLimit ? pointedTo(document, fragment) : undefined
    if (!isObject(found)) return { value: beside, name }
    current = found
  }
  return { value: isObject(current) ? current : {}, ...(name !== undefined && { name }) }
}

/** A text of a specification, trimmed; empty if there is none. */
export const textIn = (value: Json | undefined): string => (typeof value === "string" ? value.trim() : "")

/** An object of a specification; empty if there is none. */
export const objectIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

/** A list of a specification; empty if there is none. */
export const listIn = (value: Json | undefined): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])
