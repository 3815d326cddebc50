/** Reads texts with front matter and links, by parsers that are large modules: `TextReading` loads it when it must. */
import { coverLinks as coversOf, references } from "../markdown/ReferenceSearch.js"
import type { SectionLink } from "../markdown/TokenLinks.js"
import { derive as metadataOf, type PageMetadata } from "./PageMetadata.js"
import { patch as patched } from "./PageMetadataPatch.js"
import type { SentText } from "./TextReading.js"

/** The fields that a text states. */
export const derive = (markdown: string): PageMetadata => metadataOf(markdown)

/** The text with nothing in it that contradicts the fields wanted. */
export const patch = (markdown: string, wanted: PageMetadata): string => patched(markdown, wanted)

/** The links that the covers of a text are. */
export const coverLinks = (markdown: string): ReadonlyArray<SectionLink> => coversOf(markdown)

/** Reads a text that was sent. */
export const readSent = (markdown: string): SentText => ({
  metadata: metadataOf(markdown),
  references: references(markdown).map(({ destination, end, raw, start }) => ({ destination, end, raw, start }))
})
