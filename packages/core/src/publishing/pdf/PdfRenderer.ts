/**
 * Typesetting: the port that turns a document given as data into a PDF.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Conflict, type Unavailable } from "../../foundation/errors/Errors.js"
import type { PdfDocument } from "../../text/blocks/BlockDocument.js"

/** A typeset PDF: its bytes, and messages for people about content that it could not show faithfully. */
export interface RenderedPdf {
  readonly bytes: Uint8Array
  readonly problems: ReadonlyArray<string>
}

/** Typesets documents. */
export interface PdfRendererService {
  /** Changes whenever the same document may be rendered differently, so that earlier PDFs are made again. */
  readonly version: string
  /** Typesets a document. `Conflict` if that would exceed the limits of time or memory. */
  readonly render: (document: PdfDocument) => Effect.Effect<RenderedPdf, Conflict | Unavailable>
}

/** The typesetter of an engine. */
export class PdfRenderer extends Context.Tag("@lectern/core/PdfRenderer")<PdfRenderer, PdfRendererService>() {}

/** The implementation of an engine without a typesetter: fails with `Conflict`. */
export const none: PdfRendererService = {
  version: "none",
  render: () => new Conflict({ message: "this engine does not support PDF" })
}

/** {@link none} as a layer. */
export const layerNone: Layer.Layer<PdfRenderer> = Layer.succeed(PdfRenderer, none)
