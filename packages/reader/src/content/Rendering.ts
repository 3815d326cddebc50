/** What the content of a page is rendered with. */
import type { DocumentNode } from "@lectern/core/internal/markdown/DocumentNode"
import type { DocumentReference } from "@lectern/core/internal/markdown/DocumentReference"
import type { RequestSample } from "@lectern/core/internal/site-reading/RequestSample"
import type { PdfBlocks } from "@lectern/core/pdf/PdfDocument"
import type { Html } from "../html/Html.js"

/** Where something leads: its address, and the title of what is there where that is known. */
export interface Link {
  readonly href: string
  readonly title?: string
  readonly description?: string
  /** Of a file, in bytes. */
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

/**
 * A part of a specification: as blocks, and the example of a request of it; `shown` is absent if there is no such part.
 */
export interface ShownOperation {
  readonly shown: PdfBlocks | undefined
  readonly request: RequestSample | undefined
}

/** What the nodes of one page are rendered with; it counts what needs names. */
export interface Rendering {
  readonly link: (reference: DocumentReference) => Link | undefined
  readonly picture: (reference: DocumentReference) => Picture | undefined
  readonly anchorOf: (heading: DocumentNode) => string | undefined
  /** What a tag shows of a specification, with an example of a request. */
  readonly operation: (tag: DocumentNode) => ShownOperation | undefined
  /** Some nodes as blocks: what stands in a line among them is a paragraph, unless it is to be set without. */
  readonly blocks: (nodes: ReadonlyArray<DocumentNode>, inParagraphs?: boolean) => Html
  /** A number that nothing else of the page has. */
  readonly next: () => number
  /** The number of a footnote by its label; `undefined` if there is none. */
  readonly footnote: (label: string) => number | undefined
  /** A diagram from its source; `undefined` if it is shown as code. */
  readonly diagram?: ((source: string) => Html | undefined) | undefined
  /** The icon of a name; `undefined` if there is none. */
  readonly icon: (name: string) => Html | undefined
}
