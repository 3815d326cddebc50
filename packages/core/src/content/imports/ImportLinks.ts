/** Turns links of imported pages from the keys that importers write into the stored form. */

import { references } from "../../text/markdown/ReferenceSearch.js"
import { rewrite } from "../../text/markdown/References.js"
import type { WrittenReference } from "../pages/TextReader.js"

/** The destination of the imported part with a key: `/pages/<id>` or `/files/<id>`. */
export type KeyTarget = (key: string) => string | undefined

const archiveScheme = "import:"

const decoded = (target: string): string => {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

const stored = (raw: string, destination: string, targetOf: KeyTarget): string | undefined => {
  const hash = destination.indexOf("#")
  const key = hash < 0 ? destination : destination.slice(0, hash)
  const target = targetOf(key) ?? targetOf(decoded(key))
  if (target !== undefined) return hash < 0 ? target : target + destination.slice(hash)
  return raw.startsWith(archiveScheme) ? raw.slice(archiveScheme.length) : undefined
}

/**
 * A text in which every destination that is the key of something imported is replaced by its stored form, with the
 * anchor kept. A destination inside an archive that leads nowhere loses its scheme; any other stays. `written` are the
 * destinations and where they were read.
 */
export const storedLinks = (
  markdown: string,
  targetOf: KeyTarget,
  written: ReadonlyArray<WrittenReference> = references(markdown)
): string =>
  rewrite(
    markdown,
    written.flatMap(({ destination, end, raw, start }) => {
      const text = stored(raw, destination, targetOf)
      return text === undefined ? [] : [{ start, end, text }]
    })
  )
