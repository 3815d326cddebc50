/** Answers requests for a published site from readers with access. */
import { Actor, type ActorValue, visitor as asVisitor } from "@lectern/core/access/Actor"
import { Forbidden, type LecternError, notFound } from "@lectern/core/errors/Errors"
import type { AskedFields } from "@lectern/core/internal/publishing/site-reading/ReadingTask"
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry, SiteOutline } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { SitePages } from "@lectern/core/internal/publishing/site-reading/SitePages"
import { Pdfs } from "@lectern/core/pdf/Pdfs"
import { RateLimits } from "@lectern/core/rate-limits/RateLimits"
import { Search } from "@lectern/core/search/Search"
import { SiteFeedbacks } from "@lectern/core/sites/feedback/SiteFeedbacks"
import { fileAnswer } from "@lectern/http/internal/content/files/FileDownload"
import type { Answer, HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import type { Limiter } from "@lectern/http/internal/foundation/dispatcher/RateLimit"
import * as Effect from "effect/Effect"
import { askedBy, fieldsPage } from "../content/MoreFields.js"
import { type Html, html, trusted } from "../html/Html.js"
import { layout } from "../theme/Layout.js"
import { sheetOf } from "../theme/Theme.js"
import { filled } from "../words/Filled.js"
import { wordsIn } from "../words/Words.js"
import { absentView, wordsOfPath } from "./AbsentView.js"
import { pageHref, placesOf, type Reading, spaceHref } from "./Addresses.js"
import { htmlAnswer, movedPage, movedTo, sheetAnswer, streamedAnswer, textAnswer } from "./Answers.js"
import { makeCardAnswers } from "./CardAnswers.js"
import { givenFeedback } from "./FeedbackForm.js"
import { type ListName, ownPrefix } from "./Generated.js"
import { languageOf } from "./Language.js"
import { isList, lists, streamedPages } from "./MachineLists.js"
import { llms, pageMarkdown, resultText } from "./MachineReadable.js"
import type { SiteTools } from "./Mcp.js"
import { makePageAnswers, type PageOptions } from "./PageAnswers.js"
import { makePageContext } from "./PageContext.js"
import { makePdfAnswers } from "./PdfAnswers.js"
import { results, searchForm } from "./SearchView.js"
import { audienceOf, type SiteRequest } from "./SiteRequest.js"
import { makeTrying, triedBy } from "./TryIt.js"

/** Whether a request comes from a page of another origin, which must not use its reader's permissions. */
const isForeign = ({ header }: HttpRequest, own: string): boolean => {
  const origin = header("origin")
  return origin !== undefined && origin !== own
}

export type { SiteRequest }

/** The options of serving sites. */
export interface ServeOptions extends PageOptions {
  /** The SVG of an icon by its name. */
  readonly icons: (name: string) => string | undefined
  /** Limits what all readers of a site cost together; they are not limited when absent. */
  readonly limiter?: Pick<Limiter, "site"> | undefined
}

/** Answers requests for sites, over the services of the context. */
export const makeServe = ({ icons, limiter, ...options }: ServeOptions) =>
  Effect.gen(function* () {
    const icon = (name: string): Html | undefined => {
      const svg = icons(name)
      return svg === undefined ? undefined : trusted(svg)
    }
    const pages = yield* SitePages
    const search = yield* Search
    const feedbacks = yield* SiteFeedbacks
    const limits = yield* RateLimits
    const trying = makeTrying(pages, limits)
    const surrounding = makePageContext(pages, icon)
    const pdfAnswer = makePdfAnswers(yield* Pdfs, limits, surrounding)
    const cardAnswer = makeCardAnswers(pages, limits, options.cards)
    const { around, destinationsOf, outlineOf } = surrounding
    const { answer: pageAnswer, fields, read } = makePageAnswers(pages, surrounding, options)

    const listed = (site: ReadSite) =>
      Effect.forEach(
        site.sections.flatMap(({ siteSpaces }) => siteSpaces),
        (siteSpace) => Effect.map(outlineOf(site, siteSpace), (outline) => ({ siteSpace, outline }))
      )

    const found = Effect.fnUntraced(function* (site: ReadSite, query: string) {
      if (query.trim() === "") return { query, spaces: [], outlines: new Map<string, SiteOutline>() }
      const { items } = yield* search.site(site.organization, site.id, { query: query.slice(0, 512), limit: 10 })
      const outlines = new Map<string, SiteOutline>()
      for (const { id } of items) {
        const siteSpace = site.sections.flatMap(({ siteSpaces }) => siteSpaces).find(({ space }) => space === id)
        if (siteSpace !== undefined) outlines.set(id, yield* outlineOf(site, siteSpace))
      }
      return { query, spaces: items, outlines }
    })

    /** The results for a query that a person typed into the search. A query without results is recorded. */
    const foundTyped = Effect.fnUntraced(function* (site: ReadSite, query: string) {
      const all = yield* found(site, query)
      if (all.spaces.length === 0 && query.trim() !== "" && site.look.searches.enabled) {
        yield* feedbacks.searched(site.organization, site.id, { query })
      }
      return all
    })

    const searchAnswer = Effect.fnUntraced(function* (asked: SiteRequest, site: ReadSite) {
      const { query, request, root } = asked
      const words = query.get("q") ?? ""
      const audience = { ...audienceOf(asked, site), isListed: false }
      const { language, ...places } = yield* around(root, site, "")
      const texts = wordsIn(language)
      const list = results(site, root, yield* foundTyped(site, words), texts)
      // Results may depend on conditions in pages, which the site's settings do not show.
      const own = { ...audience, isPersonal: true }
      if (query.get("part") !== null) return textAnswer(request, own, "text/html", list.text)
      const body = layout({
        site,
        root,
        language,
        title: words === "" ? texts.search : filled(texts.searchFor, words),
        isListed: false,
        query: words,
        ...places,
        main: html`<h1>${texts.search}</h1>${searchForm(`${root}${places.generated("search")}`, words, texts)}${list}`
      })
      return htmlAnswer(request, own, body)
    })

    const absent = Effect.fnUntraced(function* (asked: SiteRequest, site: ReadSite) {
      const { path, request, root } = asked
      const words = wordsOfPath(path)
      const near = words === "" ? undefined : yield* found(site, words)
      const { language, ...places } = yield* around(root, site, path)
      const texts = wordsIn(language)
      const list = near !== undefined && near.spaces.length > 0 ? results(site, root, near, texts, 5) : undefined
      const body = layout({
        site,
        root,
        language,
        title: texts.absent,
        isListed: false,
        ...places,
        main: absentView(
          { root, search: `${root}${places.generated("search")}`, title: site.title },
          words,
          list,
          texts
        )
      })
      return htmlAnswer(request, { isPersonal: true, isListed: false }, body, { status: 404 })
    })

    const fileOf = Effect.fnUntraced(function* (asked: SiteRequest, site: ReadSite) {
      const [, , siteSpace = "", file = "", hash = ""] = asked.path.split("/")
      const read = yield* pages.file(site.organization, site.id, siteSpace, file)
      const { isPersonal } = audienceOf(asked, site)
      const isExact = hash !== "" && read.hash.startsWith(hash)
      const place = site.sections.flatMap(({ siteSpaces }) => siteSpaces).find(({ id }) => id === siteSpace)
      const outline = place === undefined ? undefined : yield* outlineOf(site, place)
      const keeping =
        isPersonal || outline?.isConditional === true
          ? "private, no-store"
          : isExact
            ? "public, max-age=3600, stale-while-revalidate=86400"
            : "public, no-cache"
      return yield* fileAnswer(read, read.hash, asked.request, keeping)
    })

    /** The page at a path, which may have the extension of markdown. */
    const pageAt = Effect.fnUntraced(function* ({ path, root }: Pick<SiteRequest, "path" | "root">, site: ReadSite) {
      for (const { rest, section, siteSpace } of placesOf(site, path)) {
        const outline = yield* outlineOf(site, siteSpace)
        const reading: Reading = {
          icon,
          site,
          root,
          section,
          siteSpace,
          outline,
          language: languageOf(site, siteSpace)
        }
        const exact = rest === "" ? outline.first : outline.byPath.get(rest)
        if (exact !== undefined) return { reading, entry: exact, asMarkdown: false }
        const plain = rest.endsWith(".md") ? rest.slice(0, -3) : undefined
        const entry =
          plain === undefined
            ? undefined
            : (outline.byPath.get(plain) ?? (plain === "readme" ? outline.first : undefined))
        if (entry !== undefined) return { reading, entry, asMarkdown: true }
      }
      return undefined
    })

    /** The MCP tools of a site, with the permissions of the reader. */
    const toolsOn = (site: ReadSite, root: string): SiteTools => ({
      search: (query) => Effect.map(found(site, query), (all) => resultText(site, root, all)),
      list: Effect.map(listed(site), (spaces) => llms(site, root, spaces)),
      read: Effect.fnUntraced(function* (path) {
        const at = yield* pageAt({ path, root }, site)
        if (at === undefined) return undefined
        return yield* pageMarkdown(pages.compute, at.reading, at.entry, yield* read(at.reading, at.entry))
      })
    })

    /** Stores a reader's feedback on a page, and shows the page again. */
    const feedbackAnswer = Effect.fnUntraced(function* (request: HttpRequest, site: ReadSite, root: string) {
      const given = yield* givenFeedback(request)
      yield* feedbacks.give(site.organization, site.id, given)
      const siteSpace = site.sections.flatMap(({ siteSpaces }) => siteSpaces).find(({ id }) => id === given.siteSpace)
      if (siteSpace === undefined) return yield* notFound("site space")
      const outline = yield* outlineOf(site, siteSpace)
      const entry = outline.byId.get(given.page)
      const href = entry === undefined ? spaceHref(root, siteSpace) : pageHref(root, siteSpace, outline, entry)
      return movedTo(`${href}#~thanks`, 303)
    })

    /** Sends a request of an operation for a reader, and shows the answer: as a page, or as a part of one. */
    const tryAnswer = Effect.fnUntraced(function* ({ query, request, root }: SiteRequest, site: ReadSite) {
      const tried = yield* triedBy(request)
      const place = site.sections
        .flatMap((section) => section.siteSpaces.map((siteSpace) => ({ section, siteSpace })))
        .find(({ siteSpace }) => siteSpace.id === tried.siteSpace)
      const outline = place && (yield* outlineOf(site, place.siteSpace))
      const entry = outline?.byId.get(tried.page)
      if (place === undefined || outline === undefined || entry === undefined) return yield* notFound("page")
      const { language, ...places } = yield* around(root, site, place.siteSpace.path)
      const words = wordsIn(language)
      const { shown, ...answered } = yield* trying(request, site, tried, words)
      const own = { isPersonal: true, isListed: false }
      if (query.get("part") !== null) return textAnswer(request, own, "text/html", shown.text, answered)
      const href = pageHref(root, place.siteSpace, outline, entry)
      const main = html`<h1>${entry.title}</h1><div class="text">${shown}</div><p><a href="${href}">${filled(words.backTo, entry.title)}</a></p>`
      const body = layout({ site, root, language, title: entry.title, isListed: false, ...places, main })
      return htmlAnswer(request, own, body, answered)
    })

    /** Shows fields of an operation that its page does not show: as a page, or as a part of one. */
    const fieldsAnswer = Effect.fnUntraced(function* (
      asked: SiteRequest,
      reading: Reading,
      entry: OutlineEntry,
      wanted: AskedFields
    ) {
      const { query, request, root } = asked
      const { language, outline, site, siteSpace } = reading
      const { isConditional, shown } = yield* fields(reading, entry.id, wanted)
      const audience = audienceOf(asked, site, outline)
      const own = { isPersonal: audience.isPersonal || isConditional, isListed: false }
      if (query.has("part")) return textAnswer(request, own, "text/html", shown)
      const href = pageHref(root, siteSpace, outline, entry)
      const main = fieldsPage(entry.title, shown, href, wordsIn(language))
      const places = yield* around(root, site, siteSpace.path)
      const body = layout({ site, root, title: entry.title, isListed: false, ...places, language, main })
      return htmlAnswer(request, own, body)
    })

    const postAnswer = Effect.fnUntraced(function* (asked: SiteRequest, site: ReadSite) {
      const { path, request, root } = asked
      if (isForeign(request, new URL(site.address).origin))
        return yield* new Forbidden({ message: "pages of other origins may not use this" })
      if (path === "~/feedback") return yield* feedbackAnswer(request, site, root)
      if (path === "~/try") return yield* tryAnswer(asked, site)
      const { mcpAnswer } = yield* Effect.promise(() => import("./Mcp.js"))
      return yield* mcpAnswer(request, site, root, toolsOn(site, root))
    })

    const listAnswer = Effect.fnUntraced(function* (asked: SiteRequest, site: ReadSite, name: ListName) {
      const { request, root } = asked
      const audience = audienceOf(asked, site)
      if (name === "sitemap.xml" && !audience.isListed) return yield* absent(asked, site)
      const { of, type } = lists[name]
      const spaces = yield* listed(site)
      const { generated } = yield* destinationsOf(site, root)
      const whole = { compute: pages.compute, icon, site, root, spaces, generated, read }
      const isPersonal = audience.isPersonal || spaces.some(({ outline }) => outline.isConditional)
      if (isPersonal && name === "llms-full.txt") {
        return streamedAnswer({ ...audience, isPersonal }, type, yield* streamedPages(whole))
      }
      const { rest, text } = yield* of(whole)
      if (rest !== undefined) return streamedAnswer({ ...audience, isPersonal: true }, type, yield* rest)
      return textAnswer(request, { ...audience, isPersonal }, type, text)
    })

    const asSeen = Effect.fnUntraced(function* (asked: SiteRequest): Effect.fn.Return<Answer, LecternError, Actor> {
      const { hasSlash, path, place, query, request, root } = asked
      const site = yield* pages.site(place.organization, place.site)
      if (limiter !== undefined) yield* limiter.site(site.id)
      if (request.method === "POST") return yield* postAnswer(asked, site)
      const sheet = path.startsWith("~/style-") ? sheetOf(site.look) : undefined
      if (sheet?.path === path) return sheetAnswer(audienceOf(asked, site), sheet)
      if (path.startsWith("~/files/")) return yield* fileOf(asked, site)
      if (path.startsWith("~/pdf/")) return yield* pdfAnswer(asked, site)
      if (path.startsWith("~/card/")) return yield* cardAnswer(asked, site)
      const isOwn = path.startsWith(ownPrefix)
      // A search by the address that it has on other sites is one, even where a page has the path.
      if (path === "search" && query.has("q")) return yield* searchAnswer(asked, site)
      const found = isOwn ? undefined : yield* pageAt(asked, site)
      if (found !== undefined) {
        const { asMarkdown, entry, reading } = found
        const href = pageHref(root, reading.siteSpace, reading.outline, entry)
        const isAtHome = href.endsWith("/") === hasSlash
        const isElsewhere = entry.id === reading.outline.first?.id && path !== reading.siteSpace.path
        const wanted = options.canAsk === true ? askedBy(query) : undefined
        if (wanted !== undefined) return yield* fieldsAnswer(asked, reading, entry, wanted)
        if (!asMarkdown && (!isAtHome || isElsewhere)) return movedPage(request, href)
        return yield* pageAnswer(asked, reading, entry, asMarkdown)
      }
      const name = isOwn ? path.slice(ownPrefix.length) : path
      if (name === "search") return yield* searchAnswer(asked, site)
      if (isList(name)) return yield* listAnswer(asked, site, name)
      const redirect = yield* pages.redirect(place.organization, place.site, path)
      if (redirect === undefined) return yield* absent(asked, site)
      const { page, siteSpace } = redirect
      if (page === undefined || page.type === "link") return movedPage(request, spaceHref(root, siteSpace))
      return movedPage(request, pageHref(root, siteSpace, yield* outlineOf(site, siteSpace), page))
    })

    /** Answers a visitor with the credentials of the request, or this caller. */
    return (asked: SiteRequest, caller: ActorValue = asVisitor(asked.visitor)): Effect.Effect<Answer, LecternError> =>
      Effect.provideService(asSeen(asked), Actor, caller)
  })
