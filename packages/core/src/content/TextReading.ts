/** What the engine takes from the text of a page, read in one go. Both readings are plain data, for any thread. */

import { type Reference, references } from "../markdown/References.js"
import { type Section, sections } from "../markdown/Sections.js"
import type { SectionLink } from "../markdown/TokenLinks.js"
import { type IndexedSection, indexed } from "../search-index/PageIndex.js"
import type { Task } from "../workers/Workers.js"
import { documentHash } from "./DocumentRepository.js"
import { derive, type PageMetadata } from "./PageMetadata.js"

/** Where a text refers to something. */
export type WrittenReference = Pick<Reference, "start" | "end" | "raw" | "destination">

/** What an edit takes from a text as it was sent. */
export interface SentText {
  readonly metadata: PageMetadata
  readonly references: ReadonlyArray<WrittenReference>
}

/** A link of a stored text, and the anchor of the section that it stands in, empty before the first heading. */
export interface TextLink extends SectionLink {
  readonly anchor: string
}

/** What is kept of a text as it is stored. */
export interface StoredText {
  /** The id of the body. */
  readonly document: string
  /** In characters. */
  readonly length: number
  readonly sections: ReadonlyArray<IndexedSection>
  readonly links: ReadonlyArray<TextLink>
}

/** What was read of stored texts, by the id of the body. */
export type Readings = ReadonlyMap<string, StoredText>

/** The links of the sections of a text. */
export const textLinks = (found: ReadonlyArray<Section>): ReadonlyArray<TextLink> =>
  found.flatMap(({ anchor, links }) => links.map((link) => ({ ...link, anchor })))

/** Reads a text that was sent. */
export const readSent = (markdown: string): SentText => ({
  metadata: derive(markdown),
  references: references(markdown).map(({ destination, end, raw, start }) => ({ destination, end, raw, start }))
})

/** Reads a text that is stored. */
export const readStored = (markdown: string): StoredText => {
  const found = sections(markdown)
  return {
    document: documentHash(markdown),
    length: markdown.length,
    sections: indexed(found),
    links: textLinks(found)
  }
}

/** {@link readSent} as a task. */
export const sentTask: Task<string, SentText> = {
  name: "content/sent-text",
  size: (markdown) => markdown.length,
  run: readSent
}

/** {@link readStored} as a task. */
export const storedTask: Task<string, StoredText> = {
  name: "content/stored-text",
  size: (markdown) => markdown.length,
  run: readStored
}

/** Gives the id of a body. */
export const hashTask: Task<string, string> = {
  name: "content/hash",
  size: (markdown) => markdown.length,
  run: documentHash
}
