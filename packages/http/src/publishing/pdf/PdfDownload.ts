/** The bytes of PDFs, at temporary URLs that work without a token: the signature in them is the permission. */
import { tags } from "@lectern/core/internal/engine/Services"
import type { PdfDownload } from "@lectern/core/pdf/Pdfs"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import { disposition } from "../../content/files/FileDownload.js"
import { isKnownTo } from "../../foundation/dispatcher/EntityTag.js"
import type { Answer, HttpRequest } from "../../foundation/dispatcher/Exchange.js"
import type { PlainRoute } from "../../foundation/dispatcher/Route.js"

/** The answer with the bytes of a PDF. */
export const pdfAnswer = ({ bytes, hash, name }: PdfDownload, request: HttpRequest, cacheControl: string): Answer => {
  const headers = {
    "cache-control": cacheControl,
    "content-disposition": disposition("application/pdf", name),
    "content-security-policy": "default-src 'none'; sandbox"
  }
  return isKnownTo(request, hash)
    ? { status: 304, tag: hash, headers }
    : { status: 200, tag: hash, headers, contentType: "application/pdf", body: bytes }
}

/** The route of PDFs. */
export const routes = Effect.map(
  tags.pdfs,
  (pdfs): ReadonlyArray<PlainRoute> => [
    {
      kind: "plain",
      method: "GET",
      path: "/pdf/:spaceId/:key/:until/:signature/:name",
      operation: "downloadPDF",
      answer: ({ key = "", signature = "", spaceId = "", until = "" }, request) =>
        Effect.map(pdfs.download(SpaceId.make(spaceId), key, until, signature), (pdf) =>
          pdfAnswer(pdf, request, "private, max-age=3600")
        )
    }
  ]
)
