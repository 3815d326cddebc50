import { ChangeRequestPdfQuery } from "@lectern/core/pdf/Pdf"
import { form, integer, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

/** PDFs. */
export const resource: Resource = {
  calls: ({ changeRequest: request, organization: o, site, siteSpace, space }) => ({
    rows: {
      pdfs: {
        ofSpace: absent(space, {}),
        ofSite: absent(o, site, siteSpace, {}),
        ofChangeRequest: absent(space, request, {}),
        download: absent(space, "key", "1", "signature")
      }
    }
  }),
  recorded: {
    pdfs: { ofSpace: "content", ofSite: "content", ofChangeRequest: "content", download: "reads" }
  },
  refused: ["pdfs.download", "pdfs.ofChangeRequest", "pdfs.ofSite", "pdfs.ofSpace"],
  bounds: [
    subject("a PDF", ChangeRequestPdfQuery, {
      title: text(1, 200),
      subtitle: text(1, 200),
      version: text(1, 100),
      date: form(
        ["2026-01-31", "2024-02-29", "0001-01-01"],
        ["", "2026-02-29", "2026-13-01", "2026-1-1", "31.01.2026", "2026-01-31T00:00:00Z"]
      ),
      language: form(["en", "pt-BR", "zh-Hans-CN", "gsw"], ["", "e", "english", "en_US", "en-", "de-DE-1901-x-a-b"]),
      contentsDepth: integer(0, 6)
    })
  ]
}
