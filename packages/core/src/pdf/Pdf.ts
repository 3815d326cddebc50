import * as Schema from "effect/Schema"
import { PageId } from "../content/Page.js"
import { described } from "../schema/Described.js"
import { optional } from "../schema/Input.js"

/**
 * What of some content becomes a PDF: all of it, or a page with those below it, or with `only` without them.
 * @since 0.1.0
 */
export const PdfQuery = Schema.Struct({ page: optional(PageId), only: optional(Schema.Boolean) })
/**
 * @see {@link PdfQuery}
 * @since 0.1.0
 */
export type PdfQuery = typeof PdfQuery.Type

/**
 * What of a change request becomes a PDF; with `changes`, what it changed is marked.
 * @since 0.1.0
 */
export const ChangeRequestPdfQuery = Schema.Struct({ ...PdfQuery.fields, changes: optional(Schema.Boolean) })
/**
 * @see {@link ChangeRequestPdfQuery}
 * @since 0.1.0
 */
export type ChangeRequestPdfQuery = typeof ChangeRequestPdfQuery.Type

/**
 * Where a PDF can be fetched for an hour without a token.
 * @since 0.1.0
 */
export const PdfAddress = Schema.Struct({
  url: described(Schema.String, "An address of the PDF that needs no token and works for one hour.")
}).annotations({ identifier: "PdfAddress", description: "Where to fetch a PDF." })
/**
 * @see {@link PdfAddress}
 * @since 0.1.0
 */
export type PdfAddress = typeof PdfAddress.Type
