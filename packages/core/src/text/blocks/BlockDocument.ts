/**
 * A document to be typeset, as data: its content without any styling.
 * @since 0.1.0
 */

/** The style of a text. */
export type PdfMark = "bold" | "italic" | "strikethrough" | "code" | "underline" | "mark" | "sub" | "sup" | "kbd"

/** The target of a link: out of the document, or a place in it, which a page or a heading has as its `place`. */
export type PdfTarget =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "place"; readonly place: string }

/** A picture: one of the document's files, or one that is only linked to; `width` is in pixels or in per cent. */
export interface PdfImage {
  readonly type: "image"
  readonly alt: string
  readonly file?: string
  readonly url?: string
  readonly width?: { readonly unit: "px" | "%"; readonly value: number }
}

/** Inline content. */
export type PdfInline =
  | { readonly type: "text"; readonly text: string; readonly marks?: ReadonlyArray<PdfMark> }
  | { readonly type: "break" }
  | { readonly type: "link"; readonly to: PdfTarget; readonly children: PdfInlines }
  /** A formula in LaTeX. */
  | { readonly type: "math"; readonly formula: string }
  | { readonly type: "footnote"; readonly children: PdfInlines }
  | { readonly type: "change"; readonly change: "added" | "removed"; readonly children: PdfInlines }
  | PdfImage

/** @see {@link PdfInline} */
export type PdfInlines = ReadonlyArray<PdfInline>

/** A cell of a table. */
export interface PdfCell {
  readonly header: boolean
  readonly align?: "left" | "center" | "right"
  readonly colspan: number
  readonly rowspan: number
  readonly children: PdfBlocks
}

/** An item of a list; `checked` in lists of tasks. */
export interface PdfItem {
  readonly checked?: boolean
  readonly children: PdfBlocks
}

/** Block content. */
export type PdfBlock =
  | { readonly type: "paragraph"; readonly align?: NonNullable<PdfCell["align"]>; readonly children: PdfInlines }
  /**
   * `level` is as written, from 1 to 6. `depth` counts from 1 below the page and skips no level. `number` is the
   * section's number, where sections are numbered.
   */
  | {
      readonly type: "heading"
      readonly level: number
      readonly depth: number
      readonly place: string
      readonly number?: string
      readonly children: PdfInlines
    }
  | { readonly type: "list"; readonly start?: number; readonly items: ReadonlyArray<PdfItem> }
  | { readonly type: "quote"; readonly children: PdfBlocks }
  | {
      readonly type: "code"
      readonly text: string
      readonly language?: string
      readonly title?: string
      readonly numbered?: true
    }
  /** Every row covers `columns` columns; the first `headers` rows are repeated on every printed page. */
  | {
      readonly type: "table"
      readonly columns: number
      readonly headers: number
      readonly rows: ReadonlyArray<ReadonlyArray<PdfCell>>
    }
  | { readonly type: "divider" }
  | { readonly type: "figure"; readonly images: ReadonlyArray<PdfImage>; readonly caption: PdfInlines }
  | { readonly type: "math"; readonly formula: string }
  | { readonly type: "hint"; readonly style: "info" | "success" | "warning" | "danger"; readonly children: PdfBlocks }
  | { readonly type: "tabs"; readonly tabs: ReadonlyArray<PdfTitled> }
  | { readonly type: "steps"; readonly steps: ReadonlyArray<PdfBlocks> }
  /** `width` of a column is in percent of the whole. */
  | {
      readonly type: "columns"
      readonly columns: ReadonlyArray<{ readonly width?: number; readonly children: PdfBlocks }>
    }
  | { readonly type: "details"; readonly summary: PdfInlines; readonly children: PdfBlocks }
  /** Content that only a screen can show, as its URL. */
  | { readonly type: "embed"; readonly label: string; readonly to?: PdfTarget; readonly caption: PdfInlines }
  | { readonly type: "change"; readonly change: "added" | "removed" | "edited"; readonly children: PdfBlocks }
  /** The method and the path of an operation; `server` is the URL of the API. */
  | {
      readonly type: "endpoint"
      readonly method: string
      readonly path: string
      readonly server?: string
      readonly deprecated?: true
    }
  /** A title inside a section that is not in the table of contents; `level` is 1 or 2. */
  | { readonly type: "caption"; readonly level: 1 | 2; readonly children: PdfInlines }
  /** Parameters of an operation, or properties of a schema. */
  | { readonly type: "fields"; readonly fields: ReadonlyArray<PdfField> }
  /**
   * In place of fields that are not shown: words that say so, the place of their schema in the specification as a JSON
   * pointer, and the direction in which its values are sent.
   */
  | {
      readonly type: "more"
      readonly label: string
      readonly place: string
      readonly direction?: "request" | "response"
    }

/**
 * A parameter or a property: its name, its type as text and the place where the type is described, words such as
 * "required", and its description.
 */
export interface PdfField {
  readonly name: string
  readonly kind: string
  readonly to?: PdfTarget
  readonly flags: ReadonlyArray<string>
  readonly children: PdfBlocks
}

/** @see {@link PdfBlock} */
export type PdfBlocks = ReadonlyArray<PdfBlock>

/** Blocks with a title. */
export interface PdfTitled {
  readonly title: string
  readonly children: PdfBlocks
}

/** A page of the document; its descendants come later with a greater depth. */
export interface PdfPage {
  readonly place: string
  readonly title: string
  /** What the table of contents shows in place of the title. */
  readonly label?: string
  readonly depth: number
  readonly type: "document" | "group" | "link"
  readonly emoji?: string
  readonly description?: string
  /** The number of the page, such as `1.2`, if sections are numbered. */
  readonly number?: string
  /** The change of the page by a change request, if its changes are marked. */
  readonly change?: "added" | "edited"
  readonly children: PdfBlocks
}

/** A file that the document shows. */
export interface PdfFile {
  readonly id: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** The document to typeset. The same document always yields the same bytes. */
export interface PdfDocument {
  readonly title: string
  /** The organization. */
  readonly author: string
  /** The text below the title, such as the change request. */
  readonly subtitle?: string
  /** The version shown on the cover. */
  readonly version?: string
  readonly revision: string
  /** The date of the document, ISO 8601: when the revision was created, unless another date was requested. */
  readonly date: string
  /** The language of the document, as a BCP 47 tag. */
  readonly language: string
  /** The number of levels of pages and headings in the table of contents; 0 for none. */
  readonly contentsDepth: number
  readonly pages: ReadonlyArray<PdfPage>
  /** The titles of pages that a change request removed, if its changes are marked. */
  readonly removed: ReadonlyArray<string>
  readonly files: ReadonlyArray<PdfFile>
}
