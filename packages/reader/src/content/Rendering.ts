/** The context for rendering the content of a page. */

import type { RequestSample } from "@lectern/core/internal/publishing/site-reading/RequestSample"
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import type { DocumentReference } from "@lectern/core/internal/text/markdown/DocumentReference"
import type { PdfBlock, PdfBlocks } from "@lectern/core/pdf/PdfDocument"
import type { Highlight } from "../html/Code.js"
import type { Html } from "../html/Html.js"
import type { Formula } from "../html/MathMl.js"
import type { Words } from "../words/English.js"

/** The target of a link: its URL, and its title if known. */
export interface Link {
  readonly href: string
  readonly title?: string
  readonly description?: string
  /** The size of a file, in bytes. */
  readonly size?: number
  readonly isFile?: true
}

/** A picture. */
export interface Picture {
  readonly src: string
  readonly width?: number
  readonly height?: number
}

/** A heading for the table of contents. */
export interface Heading {
  readonly level: number
  readonly anchor: string
  readonly text: string
}

/** A part of a specification: its blocks, and a sample request; `shown` is absent if there is no such part. */
export interface ShownOperation {
  readonly shown: PdfBlocks | undefined
  readonly request: RequestSample | undefined
  /** The form that sends such a request; empty if there is none. */
  readonly form: Html
  /** The address of fields that are not shown; there is none when absent. */
  readonly more?: MoreFields | undefined
}

/** The address at which a reader finds fields that a page does not show. */
export type MoreFields = (fields: Extract<PdfBlock, { readonly type: "more" }>) => string

/** The context for rendering the nodes of one page, which generates unique names. */
export interface Rendering {
  /** The language of the page, as a BCP 47 tag, and its words. */
  readonly language: string
  readonly words: Words
  /** Colours the code of the page. */
  readonly highlight: Highlight
  /** Renders the formulas of the page. */
  readonly formula: Formula
  readonly link: (reference: DocumentReference) => Link | undefined
  readonly picture: (reference: DocumentReference) => Picture | undefined
  readonly anchorOf: (heading: ContentNode) => string | undefined
  /** The id that a heading has besides its anchor. */
  readonly furtherIdOf: (heading: ContentNode) => string | undefined
  /** The id of a place that the text names, as it is written; `undefined` if the page has it already. */
  readonly takes: (id: string) => string | undefined
  /** The part of a specification that a tag shows, with a sample request. */
  readonly operation: (tag: ContentNode) => ShownOperation | undefined
  /** Renders nodes as blocks. Inline nodes among them become a paragraph, unless `inParagraphs` is false. */
  readonly blocks: (nodes: ReadonlyArray<ContentNode>, inParagraphs?: boolean) => Html
  /** A number that is unique in the page. */
  readonly next: () => number
  /** The number of a footnote by its label, and whether this is its first use; `undefined` if there is none. */
  readonly footnote: (label: string) => { readonly number: number; readonly isFirst: boolean } | undefined
  /** Renders the form that sends a request of an operation, given its number on the page. There is none when absent. */
  readonly tryForm?: ((request: RequestSample, operation: number) => Html) | undefined
  /** The address of fields that an operation, given its number on the page, does not show. There is none when absent. */
  readonly moreFields?: ((operation: number) => MoreFields) | undefined
  /** A diagram from its source; `undefined` if it is shown as code. */
  readonly diagram?: ((source: string) => Html | undefined) | undefined
  /** The icon with this name; `undefined` if there is none. */
  readonly icon: (name: string) => Html | undefined
  /** Whether running text is that of a link or of code, in which no address becomes a link. */
  readonly isVerbatim?: true
}
