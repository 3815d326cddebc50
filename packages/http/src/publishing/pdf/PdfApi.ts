/** The endpoints that make PDFs of content. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { PageId } from "@lectern/core/content/Page"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { PdfAddress, PdfQuery } from "@lectern/core/pdf/Pdf"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get } from "../../foundation/declaration/Endpoint.js"
import { ConflictError, ReadErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { flag, IntegerParam } from "../../foundation/params/QueryParams.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const RequestPath = Schema.Struct({
  ...SpacePath.fields,
  changeRequestId: segment(ChangeRequestRef).annotations({ description: "The id, or the number in the space." })
})

const selection = {
  page: optional(
    PageId.annotations({ jsonSchema: { type: "string", description: "Only this page and those below it." } })
  ),
  only: optional(flag("`true` leaves out the pages below `page`.")),
  title: PdfQuery.fields.title,
  subtitle: PdfQuery.fields.subtitle,
  version: PdfQuery.fields.version,
  date: PdfQuery.fields.date,
  language: PdfQuery.fields.language,
  numbered: optional(flag("`true` numbers pages and headings: 1, 1.1, 1.1.1.")),
  contentsDepth: optional(
    Schema.compose(IntegerParam, PdfQuery.fields.contentsDepth.from).annotations({
      jsonSchema: {
        type: "integer",
        minimum: 0,
        maximum: 6,
        description: "How many levels of pages and headings the table of contents has, 0 for none; 2 when omitted."
      }
    })
  )
}

const about = "Returns an address that works for an hour without a token. The PDF is made once for each revision."

/** Content as PDF. */
export class PdfApi extends HttpApiGroup.make("pdf")
  .add(
    get(
      "getChangeRequestPDF",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/pdf",
      "Get a change request as PDF",
      about
    )
      .setPath(RequestPath)
      .setUrlParams(
        Schema.Struct({ ...selection, changes: optional(flag("`true` marks what the change request changed.")) })
      )
      .addSuccess(PdfAddress)
      .addError(ReadErrors)
      .addError(ConflictError)
  )
  .add(
    get("getSpacePDF", "/v1/spaces/:spaceId/pdf", "Get a space as PDF", about)
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct(selection))
      .addSuccess(PdfAddress)
      .addError(ReadErrors)
      .addError(ConflictError)
  )
  .annotateContext(OpenApi.annotations({ title: "PDF", description: "Pages typeset as a PDF." })) {}
