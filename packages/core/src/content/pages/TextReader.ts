/**
 * Reads and patches texts with front matter and links, using parsers that are large modules: `TextReading` loads all of
 * it at once when needed.
 */
import { references } from "../../text/markdown/ReferenceSearch.js"
import { derive } from "./PageMetadata.js"
import type { SentText } from "./TextReading.js"

export { coverLinks } from "../../text/markdown/ReferenceSearch.js"
export { derive } from "./PageMetadata.js"
export { patch } from "./PageMetadataPatch.js"

/** Reads a text that a caller sent. */
export const readSent = (markdown: string): SentText => ({
  metadata: derive(markdown),
  references: references(markdown).map(({ destination, end, raw, start }) => ({ destination, end, raw, start }))
})
