/**
 * The data that the engine extracts from the text of a page, in one pass. Both readings are plain data, usable in any
 * thread. The parsers of front matter and of links are large, and loaded for the first text that needs them.
 */

import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import type { Task } from "../../foundation/workers/Workers.js"
import { split, type TextProblem } from "../../text/markdown/FrontMatter.js"
import type { Reading } from "../../text/markdown/Reading.js"
import { mayRefer } from "../../text/markdown/References.js"
import { type Section, sections } from "../../text/markdown/Sections.js"
import type { SectionLink } from "../../text/markdown/TokenLinks.js"
import { type IndexedSection, indexed } from "../../text/search-index/PageIndex.js"
import { documentHash } from "../items/DocumentHash.js"
import type { PageMetadata } from "./PageMetadata.js"
import { headingTitle } from "./PageTitle.js"
import type { SentText } from "./TextReader.js"

/** A link in a stored text, with the anchor of its section, which is empty before the first heading. */
export interface TextLink extends SectionLink {
  readonly anchor: string
}

/** The data that search and links extract from a text. */
export interface IndexedText {
  /** In characters. */
  readonly length: number
  readonly sections: ReadonlyArray<IndexedSection>
  readonly links: ReadonlyArray<TextLink>
}

const reader = lazy("the reader of front matter and links", () => import("./TextReader.js"))

/** Whether a text can be read without a parser: it has no front matter and no references. */
export const isPlain = (markdown: string): boolean => {
  const { bodyStart, yaml } = split(markdown)
  return yaml === undefined && !mayRefer(markdown, bodyStart)
}

const plainMetadata = (markdown: string): PageMetadata => {
  const title = headingTitle(markdown)
  return title === undefined ? {} : { title }
}

const plainText = (markdown: string): SentText => ({ metadata: plainMetadata(markdown), references: [] })

/** Whether the front matter of a text may name a cover, which is a link. */
const mayHaveCover = (markdown: string): boolean => {
  const { yaml } = split(markdown)
  return yaml !== undefined && markdown.slice(yaml.start, yaml.end).includes("cover")
}

/** Loads the parsers of texts that are not plain, so that a transaction does not have to. */
export const loadReader: Effect.Effect<void, Unavailable> = Effect.asVoid(reader.load)

/** Reads a text that a caller sent. */
export const readSent = (markdown: string): Effect.Effect<SentText, Unavailable> =>
  Effect.suspend(() =>
    isPlain(markdown)
      ? Effect.succeed(plainText(markdown))
      : Effect.map(reader.load, ({ readSent }) => readSent(markdown))
  )

/** The fields that a text states. */
export const metadataOf = (markdown: string): Effect.Effect<PageMetadata, Unavailable> =>
  Effect.suspend(() =>
    split(markdown).yaml === undefined
      ? Effect.succeed(plainMetadata(markdown))
      : Effect.map(reader.load, ({ derive }) => derive(markdown))
  )

/** The first problem of a text's front matter, which is not valid YAML then. */
export const frontMatterProblem = (markdown: string): Effect.Effect<TextProblem | undefined, Unavailable> =>
  Effect.suspend(() =>
    split(markdown).yaml === undefined
      ? Effect.succeed(undefined)
      : Effect.map(reader.load, ({ frontMatterProblem }) => frontMatterProblem(markdown))
  )

/** A text that contradicts no field of a page, see `patch` of `PageMetadataPatch`. */
export const agreeing = (markdown: string, wanted: PageMetadata & { readonly title: string }) =>
  Effect.suspend((): Effect.Effect<string, Unavailable> => {
    const named = split(markdown).yaml === undefined ? (headingTitle(markdown) ?? wanted.title) : undefined
    return named === wanted.title
      ? Effect.succeed(markdown)
      : Effect.map(reader.load, ({ patch }) => patch(markdown, wanted))
  })

/** The links of each section of a text, after the links to its covers. */
const linksIn = (found: ReadonlyArray<Section>, covers: ReadonlyArray<SectionLink>): ReadonlyArray<TextLink> => [
  ...covers.map((link) => ({ ...link, anchor: "" })),
  ...found.flatMap(({ anchor, links }) => links.map((link) => ({ ...link, anchor })))
]

const withCovers = <A>(markdown: string, read: (covers: ReadonlyArray<SectionLink>) => A): A | Promise<Awaited<A>> =>
  mayHaveCover(markdown) ? reader.use(({ coverLinks }) => read(coverLinks(markdown))) : read([])

/** The links of a text. */
export const textLinks = (
  markdown: string,
  reading: Reading
): ReadonlyArray<TextLink> | Promise<ReadonlyArray<TextLink>> =>
  withCovers(markdown, (covers) => linksIn(sections(markdown, reading), covers))

const indexedIn = (markdown: string, reading: Reading, covers: ReadonlyArray<SectionLink>): IndexedText => {
  const found = sections(markdown, reading)
  return { length: markdown.length, sections: indexed(found), links: linksIn(found, covers) }
}

/** Reads a stored text whose id is known. */
export const readText = (markdown: string, reading: Reading): IndexedText | Promise<IndexedText> =>
  withCovers(markdown, (covers) => indexedIn(markdown, reading, covers))

/** {@link readSent} as a task. */
export const sentTask: Task<string, SentText> = {
  name: "content/sent-text",
  size: (markdown) => markdown.length,
  run: (markdown) => (isPlain(markdown) ? plainText(markdown) : reader.use(({ readSent }) => readSent(markdown)))
}

/** Computes the id of a body. */
export const hashTask: Task<string, string> = {
  name: "content/hash",
  size: (markdown) => markdown.length,
  run: documentHash
}
