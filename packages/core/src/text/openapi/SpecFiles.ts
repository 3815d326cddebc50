/** A specification in several files, which refer to each other by URL. */
import { isObject, type Json, type JsonObject, parseExact } from "./Json.js"
import { cutReference, pointedTo, pointerStep, referencesOf, rewriteReferences } from "./References.js"

/** The files of a specification by name; `entry` is the name of the root file. */
export interface SpecFiles {
  readonly entry: string
  readonly files: JsonObject
}

const isSpecFiles = (value: unknown): value is SpecFiles =>
  typeof value === "object" &&
  value !== null &&
  "entry" in value &&
  typeof value.entry === "string" &&
  "files" in value &&
  typeof value.files === "object" &&
  value.files !== null

/**
 * The files in the JSON that a specification is stored as. Throws if it is something else. With `JSON.parse`, long
 * integers are rounded, as they are for everybody who parses JSON.
 */
export const parseSpecFiles = (text: string, parse: (text: string) => unknown = parseExact): SpecFiles => {
  const stored = parse(text)
  if (isSpecFiles(stored)) return stored
  throw new Error("a stored specification is damaged")
}

/** The name of the file that a reference in the file `from` leads to; `undefined` if it is not a URL. */
export const fileOf = (reference: string, from: string): string | undefined => {
  const { file } = cutReference(reference)
  if (file === "") return from
  const base = URL.canParse(from) ? from : undefined
  return URL.canParse(file, base) ? new URL(file, base).href : undefined
}

/** The target of a reference among the files; `undefined` if it is elsewhere. */
const target = ({ files }: SpecFiles, reference: string, from: string) => {
  const file = fileOf(reference, from)
  if (file === undefined || !Object.hasOwn(files, file)) return undefined
  return { file, fragment: cutReference(reference).fragment, document: files[file] ?? null }
}

/**
 * A message for each reference whose target does not exist in the file that it names, and for each that names nothing;
 * references to other servers are fine.
 */
export const brokenReferences = (spec: SpecFiles): ReadonlyArray<string> =>
  Object.entries(spec.files).flatMap(([from, document]) =>
    [...referencesOf(document)].flatMap((reference) => {
      const found = target(spec, reference, from)
      const isBroken =
        found === undefined
          ? fileOf(reference, from) === undefined
          : pointedTo(found.document, found.fragment) === undefined
      return isBroken ? [`${from}: nothing is at the reference ${reference}`] : []
    })
  )

/** The key of the other files in a bundle. */
const others = "x-files"

/**
 * The specification as one document: the other files are under `x-files`, and references are rewritten to point there.
 */
export const bundle = (spec: SpecFiles): JsonObject => {
  const { entry, files } = spec
  const rewritten = (from: string) =>
    rewriteReferences(files[from] ?? null, (reference) => {
      const found = target(spec, reference, from)
      if (found === undefined) return reference
      const step = found.file === entry ? "" : `/${others}/${pointerStep(found.file)}`
      return `#${step}${found.fragment}`
    })
  const document = rewritten(entry)
  const rest = Object.keys(files).filter((name) => name !== entry)
  if (!isObject(document)) return {}
  if (rest.length === 0) return document
  return { ...document, [others]: Object.fromEntries(rest.map((name): [string, Json] => [name, rewritten(name)])) }
}
