import * as Schema from "effect/Schema"
import { PageId } from "../content/Page.js"
import { optional } from "../schema/Input.js"

/** What of some content becomes a PDF: all of it, or a page with those below it, or with `only` without them. */
export const PdfQuery = Schema.Struct({ page: optional(PageId), only: optional(Schema.Boolean) })
/** @see {@link PdfQuery} */
export type PdfQuery = typeof PdfQuery.Type

/** What of a change request becomes a PDF; with `changes`, what it changed is marked. */
export const ChangeRequestPdfQuery = Schema.Struct({ ...PdfQuery.fields, changes: optional(Schema.Boolean) })
/** @see {@link ChangeRequestPdfQuery} */
export type ChangeRequestPdfQuery = typeof ChangeRequestPdfQuery.Type

/** Where a PDF can be fetched for an hour without a token. */
export const PdfAddress = Schema.Struct({ url: Schema.String }).annotations({ identifier: "PdfAddress" })
/** @see {@link PdfAddress} */
export type PdfAddress = typeof PdfAddress.Type
