/** PDFs of the pages of a site, for readers who may see them. */
import { PageId } from "@lectern/core/content/Page"
import { notFound } from "@lectern/core/errors/Errors"
import { cutId } from "@lectern/core/internal/content/reading/ComputedReading"
import { addressKey } from "@lectern/core/internal/foundation/ids/AddressKey"
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { PdfsService } from "@lectern/core/pdf/Pdfs"
import type { RateLimitsService } from "@lectern/core/rate-limits/RateLimits"
import { pdfAnswer } from "@lectern/http/internal/publishing/pdf/PdfDownload"
import * as Effect from "effect/Effect"
import { type Html, html, nothing } from "../html/Html.js"
import { wordsIn } from "../words/Words.js"
import type { Reading } from "./Addresses.js"
import { languageOf } from "./Language.js"
import type { makePageContext } from "./PageContext.js"
import type { SiteRequest } from "./SiteRequest.js"

/** How many PDFs a network address may fetch, by site. */
const rate = { limit: 20, windowSeconds: 60 } as const

/** Whether PDFs are made of a page: not of groups, nor of pages that are computed from others. */
const isTypeset = ({ id, page }: OutlineEntry): boolean => page !== undefined && cutId(id) === undefined

/** Links to the PDF of a page, and to the PDF of the page with the pages below it; empty if the site offers none. */
export const pdfLinks = ({ language, outline, root, site, siteSpace }: Reading, entry: OutlineEntry): Html => {
  if (!site.look.pdf.enabled || !isTypeset(entry)) return nothing
  const words = wordsIn(language)
  const href = `${root}~/pdf/${encodeURIComponent(siteSpace.id)}/${encodeURIComponent(entry.id)}`
  const hasMore = (outline.children.get(entry.id) ?? []).some(({ isHidden }) => !isHidden)
  return html`<a href="${href}" rel="nofollow">${words.pdf}</a>${hasMore && html`<a href="${href}/section" rel="nofollow">${words.pdfSection}</a>`}`
}

/** Answers requests for PDFs. */
export const makePdfAnswers = (
  { download, ofSite }: Pick<PdfsService, "download" | "ofSite">,
  { take }: Pick<RateLimitsService, "take">,
  { outlineOf }: Pick<ReturnType<typeof makePageContext>, "outlineOf">
) =>
  Effect.fnUntraced(function* ({ path, request }: SiteRequest, site: ReadSite) {
    const [, , id = "", page = "", part] = path.split("/")
    const siteSpace = site.sections.flatMap(({ siteSpaces }) => siteSpaces).find((each) => each.id === id)
    const entry = siteSpace && (yield* outlineOf(site, siteSpace)).byId.get(page)
    if (!site.look.pdf.enabled || entry === undefined || siteSpace === undefined || !isTypeset(entry)) {
      return yield* notFound("page")
    }
    const client = request.address === undefined ? "" : addressKey(request.address)
    const { exceeded } = yield* take(`pdf:${site.id}:${client}`, rate)
    if (exceeded !== undefined) return yield* exceeded
    const look = { title: entry.title.slice(0, 200).toWellFormed(), language: languageOf(site, siteSpace) }
    const { url } = yield* ofSite(site.organization, site.id, id, {
      ...look,
      page: PageId.make(page),
      only: part !== "section"
    })
    const [key = "", until = "", signature = ""] = new URL(url).pathname.split("/").slice(-4, -1)
    const pdf = yield* download(siteSpace.space, key, until, signature)
    return pdfAnswer(pdf, request, "private, no-store")
  })
