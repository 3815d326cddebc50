import { Pdfs } from "@lectern/core/pdf/Pdfs"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { PdfApi } from "./PdfApi.js"

/** The handlers of {@link PdfApi}. */
export const handlers = Effect.map(
  Pdfs,
  (pdfs): GroupHandlers<typeof PdfApi> => ({
    getChangeRequestPDF: ({ path, urlParams }) => pdfs.ofChangeRequest(path.spaceId, path.changeRequestId, urlParams),
    getSpacePDF: ({ path, urlParams }) => pdfs.ofSpace(path.spaceId, urlParams)
  })
)
