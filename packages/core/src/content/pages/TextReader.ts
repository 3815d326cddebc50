/**
 * Reads and patches texts with front matter and links, using parsers that are large modules: `TextReading` loads all of
 * them together when needed.
 */
import type { TextProblem } from "../../text/markdown/FrontMatter.js"
import { references } from "../../text/markdown/ReferenceSearch.js"
import type { Reference } from "../../text/markdown/References.js"
import { parse } from "../../text/markdown/Yaml.js"
import { derive, type PageMetadata } from "./PageMetadata.js"

export { coverLinks } from "../../text/markdown/ReferenceSearch.js"
export { derive } from "./PageMetadata.js"
export { patch } from "./PageMetadataPatch.js"

/** Reads a text that a caller sent. */
export const readSent = (markdown: string): SentText => ({
  metadata: derive(markdown),
  references: references(markdown).map(({ destination, end, raw, start }) => ({ destination, end, raw, start }))
})

/** The first problem of a text's front matter. */
export const frontMatterProblem = (markdown: string): TextProblem | undefined => parse(markdown).problems[0]

/** The data that an edit extracts from a text that was sent. */
export interface SentText {
  readonly metadata: PageMetadata
  readonly references: ReadonlyArray<WrittenReference>
}

/** The position of a reference in a text. */
export type WrittenReference = Pick<Reference, "start" | "end" | "raw" | "destination">
