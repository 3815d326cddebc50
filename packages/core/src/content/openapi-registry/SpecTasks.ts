/** The processing of specifications, as tasks. */

import { inlineSize, type Task } from "../../foundation/workers/Workers.js"
import { hashOf } from "../../storage/blobs/BlobStore.js"
import { canonical, isObject, type Json, jsonText, parseJson } from "../../text/openapi/Json.js"
import { referencesOf } from "../../text/openapi/References.js"
import { brokenReferences, bundle, parseSpecFiles, type SpecFiles } from "../../text/openapi/SpecFiles.js"
import { type SpecPages, specPages } from "../../text/openapi/SpecPages.js"
import { specificationProblem } from "../../text/openapi/SpecValidation.js"

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The reason why a text is not a specification. */
interface Problem {
  readonly problem: string
}

/** The texts of a specification's files by their names, in UTF-8; `entry` names the root file. */
export interface SpecTexts {
  readonly entry: string
  readonly texts: Readonly<Record<string, Uint8Array>>
}

/** A specification as stored: its {@link SpecFiles} in JSON. `digest` is equal for equal specifications. */
export interface KeptSpec {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly digest: string
}

const parsed = (name: string, text: Uint8Array): { readonly document: Json } | Problem => {
  try {
    return { document: parseJson(decoder.decode(text)) }
  } catch (error) {
    return { problem: `${name}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** The references in the text of a file. */
export const referencesTask: Task<
  { readonly name: string; readonly text: Uint8Array },
  Problem | { readonly references: ReadonlyArray<string> }
> = {
  name: "specification/references",
  size: ({ text }) => text.length,
  run: ({ name, text }) => {
    const file = parsed(name, text)
    return "problem" in file ? file : { references: [...referencesOf(file.document)] }
  }
}

/**
 * Validating even a small specification loads the whole schema of OpenAPI, which is too slow for the caller's thread.
 */
const checkingSize = inlineSize

/** Parses texts as a specification, if they are one. */
export const readingTask: Task<SpecTexts, Problem | KeptSpec> = {
  name: "specification/reading",
  size: ({ texts }) => Object.values(texts).reduce((length, text) => length + text.length, checkingSize),
  run: async ({ entry, texts }) => {
    const files: Record<string, Json> = {}
    for (const [name, text] of Object.entries(texts)) {
      const file = parsed(name, text)
      if ("problem" in file) return file
      files[name] = file.document
    }
    const spec: SpecFiles = { entry, files }
    const document = files[entry]
    if (!isObject(document)) return { problem: `${entry}: expected an object` }
    const [broken] = brokenReferences(spec)
    if (broken !== undefined) return { problem: broken }
    const problem = await specificationProblem(document)
    if (problem !== undefined) return { problem: `${entry}: ${problem}` }
    const bytes = encoder.encode(jsonText({ ...spec }))
    return { bytes, hash: hashOf(bytes), digest: hashOf(encoder.encode(canonical({ ...spec }))) }
  }
}

const filesIn = (bytes: Uint8Array): SpecFiles => parseSpecFiles(decoder.decode(bytes))

/** The files of a stored specification. */
export const filesTask: Task<Uint8Array, SpecFiles> = {
  name: "specification/files",
  size: ({ length }) => length,
  run: (bytes) => parseSpecFiles(decoder.decode(bytes), JSON.parse)
}

/** A stored specification as one document, as JSON in UTF-8, which is transferred between threads without a copy. */
export const bundleTask: Task<Uint8Array, Uint8Array> = {
  name: "specification/bundle",
  size: ({ length }) => length,
  run: (bytes) => encoder.encode(jsonText(bundle(filesIn(bytes))))
}

/** The pages of a stored specification. */
export const pagesOf = ({ bytes, models, slug }: KeptPages): SpecPages =>
  specPages(bundle(filesIn(bytes)), slug, models)

/** A stored specification, its slug, and whether its schemas have a page. */
export interface KeptPages {
  readonly bytes: Uint8Array
  readonly slug: string
  readonly models: boolean
}
