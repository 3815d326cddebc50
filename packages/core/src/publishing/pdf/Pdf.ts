/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { PageId } from "../../content/pages/Page.js"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"

const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const isDay = (value: string): boolean => {
  const time = day.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

const language = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

/** The layout of a PDF: its cover, its table of contents and its numbering. */
const settings = {
  title: optional(text(1, 200), "The title on the cover; that of the space when omitted."),
  subtitle: optional(text(1, 200), "What stands below the title; for a change request its subject when omitted."),
  version: optional(text(1, 100), "The version that the cover names, such as `2.1`."),
  date: optional(
    Schema.String.pipe(Schema.filter((value) => isDay(value) || "expected a date such as 2026-01-31")).annotations({
      jsonSchema: { format: "date" }
    }),
    "The date on the cover, such as `2026-01-31`; that of the last change when omitted."
  ),
  language: optional(
    Schema.String.pipe(
      Schema.filter((value) => language.test(value) || "expected a language tag such as en or pt-BR")
    ).annotations({ jsonSchema: { pattern: language.source } }),
    "The language of the document as a BCP 47 tag, such as `de`; `en` when omitted."
  ),
  numbered: optional(Schema.Boolean, "`true` numbers pages and headings: 1, 1.1, 1.1.1."),
  contentsDepth: optional(
    Schema.Number.pipe(
      Schema.filter(
        (depth) => (Number.isInteger(depth) && depth >= 0 && depth <= 6) || "expected an integer from 0 to 6"
      )
    ).annotations({ jsonSchema: { type: "integer", minimum: 0, maximum: 6 } }),
    "How many levels of pages and headings the table of contents has, from 0 (none) to 6; 2 when omitted."
  )
}

/** The content of a PDF and its layout: everything, or a page with its descendants, or with `only` just that page. */
export const PdfQuery = Schema.Struct({ page: optional(PageId), only: optional(Schema.Boolean), ...settings })
export type PdfQuery = typeof PdfQuery.Type

/** The content of a change request's PDF; with `changes`, its changes are marked. */
export const ChangeRequestPdfQuery = Schema.Struct({ ...PdfQuery.fields, changes: optional(Schema.Boolean) })
export type ChangeRequestPdfQuery = typeof ChangeRequestPdfQuery.Type

/** A URL from which a PDF can be fetched for an hour without a token. */
export const PdfAddress = Schema.Struct({
  url: described(Schema.String, "The address of the PDF, which needs no token and works for one hour."),
  problems: optional(
    Schema.Array(Schema.String),
    "What the PDF could not show as it is, such as letters that no installed font has. Absent if there is nothing."
  )
}).annotations({ identifier: "PdfAddress", description: "Where to fetch a PDF." })
export type PdfAddress = typeof PdfAddress.Type
