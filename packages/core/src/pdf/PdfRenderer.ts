/** Typesetting: the port that turns a document given as data into a PDF. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Conflict, type Unavailable } from "../errors/Errors.js"
import type { PdfDocument } from "./PdfDocument.js"

/**
 * A PDF as it was typeset: its bytes, and for people what it could not show as it is.
 * @since 0.1.0
 */
export interface RenderedPdf {
  readonly bytes: Uint8Array
  readonly problems: ReadonlyArray<string>
}

/**
 * Typesets documents.
 * @since 0.1.0
 */
export interface PdfRendererService {
  /** Differs wherever the same document could come out differently: a PDF made before is then made again. */
  readonly version: string
  /** Typesets a document. `Conflict` where it would take more time or memory than is allowed. */
  readonly render: (document: PdfDocument) => Effect.Effect<RenderedPdf, Conflict | Unavailable>
}

/**
 * The typesetter of an engine.
 * @since 0.1.0
 */
export class PdfRenderer extends Context.Tag("@lectern/core/PdfRenderer")<PdfRenderer, PdfRendererService>() {}

/**
 * For an engine that typesets nothing: `Conflict`.
 * @since 0.1.0
 */
export const none: PdfRendererService = {
  version: "none",
  render: () => new Conflict({ message: "this engine makes no PDF" })
}

/**
 * {@link none} as a layer.
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<PdfRenderer> = Layer.succeed(PdfRenderer, none)
