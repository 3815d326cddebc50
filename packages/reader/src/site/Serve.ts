/** Answers the requests for one published site, to whoever it lets in. */
import { Actor, visitor as asVisitor } from "@lectern/core/access/Actor"
import type { Visitor } from "@lectern/core/access/Visitor"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { ReadSite, ReadSiteSpace, SitePlace } from "@lectern/core/internal/site-reading/ReadSite"
import type { OutlineEntry, SiteOutline } from "@lectern/core/internal/site-reading/SiteOutline"
import { SitePages } from "@lectern/core/internal/site-reading/SitePages"
import { Search } from "@lectern/core/search/Search"
import type { Answer, HttpRequest } from "@lectern/http/internal/dispatcher/Exchange"
import { fileAnswer } from "@lectern/http/internal/files/FileDownload"
import { Effect } from "effect"
import { type Html, html, trusted } from "../html/Html.js"
import { makeKept } from "../html/Kept.js"
import { assetPaths, assets } from "../theme/Assets.js"
import { layout } from "../theme/Layout.js"
import { navigation, sectionLinks, type Variant } from "../theme/Navigation.js"
import { markdownHref, openingOf, pageHref, placesOf, type Reading, spaceHref } from "./Addresses.js"
import { type Audience, htmlAnswer, movedTo, prefersMarkdown, tagOf, textAnswer } from "./Answers.js"
import { pageMarkdown } from "./Machine.js"
import { lists } from "./MachineLists.js"
import { pageView } from "./PageView.js"
import { results, searchForm } from "./SearchView.js"

/** A request for something of a site. */
export interface SiteRequest {
  readonly place: SitePlace
  /** The path of the site's address, with a slash at its end. */
  readonly root: string
  /** What follows it, decoded, without slashes around it. */
  readonly path: string
  /** Whether the address ends with a slash. */
  readonly hasSlash: boolean
  readonly query: URLSearchParams
  readonly request: HttpRequest
  readonly visitor: Visitor
}

/** How many characters of rendered pages are kept. */
const keptCharacters = 32_000_000

/** How many variants of a page are looked at, so that switching stays on the page. */
const mostVariants = 12

/** Answers requests for sites, over the services of the context; so many characters of rendered pages are kept. */
export const makeServe = (icons: (name: string) => string | undefined, keeps = keptCharacters) =>
  Effect.gen(function* () {
    const icon = (name: string): Html | undefined => {
      const svg = icons(name)
      return svg === undefined ? undefined : trusted(svg)
    }
    const pages = yield* SitePages
    const search = yield* Search
    const rendered = makeKept<{ readonly body: string; readonly tag: string }>(keeps, ({ body }) => body.length)

    const outlineOf = ({ organization, id }: ReadSite, siteSpace: ReadSiteSpace) =>
      pages.outline(organization, id, siteSpace.id)

    const read = ({ site, siteSpace }: Reading, entry: OutlineEntry) =>
      entry.type === "group"
        ? Effect.succeed({ markdown: "", nodes: [], operations: [], files: new Map() })
        : pages.page(site.organization, site.id, siteSpace.id, entry.id)

    const audienceOf = ({ place, visitor }: SiteRequest, site: ReadSite, outline?: SiteOutline): Audience => ({
      isPersonal:
        Object.keys(visitor).length > 0 ||
        (place.visibility !== "public" && place.visibility !== "unlisted") ||
        site.isConditional ||
        outline?.isConditional === true,
      isListed: place.visibility === "public"
    })

    const variantsOf = Effect.fnUntraced(function* (reading: Reading, entry: OutlineEntry | undefined) {
      const { root, section, site, siteSpace } = reading
      if (section.siteSpaces.length < 2) return { variants: [], version: "" }
      const variants: Array<Variant> = []
      let version = ""
      for (const [index, other] of section.siteSpaces.entries()) {
        const isCurrent = other.id === siteSpace.id
        const outline =
          isCurrent || entry === undefined || index >= mostVariants ? undefined : yield* outlineOf(site, other)
        version += `${outline?.version} `
        const counterpart = entry === undefined ? undefined : outline?.byPath.get(entry.path)
        const isFirst = entry === undefined || entry.id === reading.outline.first?.id
        const href =
          isFirst || outline === undefined || counterpart === undefined || counterpart.type === "link"
            ? spaceHref(root, other)
            : pageHref(root, other, outline, counterpart)
        variants.push({
          title: other.title,
          href,
          isCurrent,
          isCounterpart: isCurrent || isFirst || counterpart !== undefined
        })
      }
      return { variants, version }
    })

    const pageAnswer = Effect.fnUntraced(function* (
      asked: SiteRequest,
      reading: Reading,
      entry: OutlineEntry,
      asMarkdown: boolean
    ) {
      const { request } = asked
      const { outline, root, site, siteSpace } = reading
      const audience = audienceOf(asked, site, outline)
      const own = { ...audience, isListed: audience.isListed && entry.isListed }
      const canonical = `${new URL(site.address).origin}${pageHref(root, siteSpace, outline, entry)}`
      if (asMarkdown || prefersMarkdown(request.header("accept"))) {
        const text = pageMarkdown(reading, entry, yield* read(reading, entry))
        const headers = { vary: "Accept", link: `<${canonical}>; rel="canonical"` }
        return textAnswer(request, { ...own, isListed: false }, "text/markdown", text, { headers })
      }
      const { variants, version } = yield* variantsOf(reading, entry)
      const key = [root, JSON.stringify(site), outline.version, siteSpace.id, entry.id, version].join("\n")
      const render = Effect.map(read(reading, entry), (page) => {
        const body = pageView({ reading, entry, variants, canonical, page })
        return rendered.set(key, { body, tag: tagOf(body) })
      })
      const { body, tag } = rendered.get(key) ?? (yield* render)
      const alternate = `<${markdownHref(reading, entry)}>; rel="alternate"; type="text/markdown"`
      return htmlAnswer(request, own, body, { tag, headers: { vary: "Accept", link: alternate } })
    })

    /** What surrounds a page that is none of a space. */
    const around = Effect.fnUntraced(function* ({ root }: SiteRequest, site: ReadSite, path: string) {
      const place = placesOf(site, path)[0] ?? openingOf(site)
      if (place === undefined) return {}
      const reading: Reading = { icon, site, root, ...place, outline: yield* outlineOf(site, place.siteSpace) }
      const { variants } = yield* variantsOf(reading, undefined)
      return { sections: sectionLinks(reading), navigation: navigation(reading, undefined, variants) }
    })

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

    const searchAnswer = Effect.fnUntraced(function* (asked: SiteRequest, site: ReadSite) {
      const { query, request, root } = asked
      const words = query.get("q") ?? ""
      const audience = { ...audienceOf(asked, site), isListed: false }
      const list = results(site, root, yield* found(site, words))
      // What was found may depend on conditions of pages, which the site itself does not know of.
      const own = { ...audience, isPersonal: true }
      if (query.get("part") !== null) return htmlAnswer(request, own, list.text)
      const body = layout({
        site,
        root,
        title: words === "" ? "Search" : `Search: ${words}`,
        isListed: false,
        query: words,
        ...(yield* around(asked, site, "")),
        main: html`<h1>Search</h1>${searchForm(root, words)}${list}`
      })
      return htmlAnswer(request, own, body)
    })

    const absent = Effect.fnUntraced(function* (asked: SiteRequest, site: ReadSite) {
      const { path, request, root } = asked
      const words = (path.split("/").at(-1) ?? "")
        .replace(/\.\w+$/, "")
        .replaceAll(/[-_]+/g, " ")
        .trim()
        .slice(0, 100)
      const near = words === "" ? undefined : yield* found(site, words)
      const list =
        near !== undefined && near.spaces.length > 0
          ? html`<h2>Perhaps you mean</h2><div class="near">${results(site, root, near, 5)}</div>`
          : ""
      const body = layout({
        site,
        root,
        title: "Page not found",
        isListed: false,
        ...(yield* around(asked, site, path)),
        main: html`<h1>Page not found</h1><p class="lead">There is no page at this address. It may have been moved or removed.</p>${searchForm(root, words)}${list}<p><a href="${root}">Go to the start of ${site.title}</a></p>`
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

    /** A page at a path, exactly or as markdown. */
    const pageAt = Effect.fnUntraced(function* ({ path, root }: SiteRequest, site: ReadSite) {
      for (const { rest, section, siteSpace } of placesOf(site, path)) {
        const outline = yield* outlineOf(site, siteSpace)
        const reading: Reading = { icon, site, root, section, siteSpace, outline }
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

    const asSeen = Effect.fnUntraced(function* (asked: SiteRequest): Effect.fn.Return<Answer, LecternError, Actor> {
      const { hasSlash, path, place, query, request, root } = asked
      const site = yield* pages.site(place.organization, place.site)
      if (path.startsWith("~/files/")) return yield* fileOf(asked, site)
      const list = Object.hasOwn(lists, path) ? lists[path] : undefined
      if (list !== undefined) {
        const spaces = yield* Effect.forEach(
          site.sections.flatMap(({ siteSpaces }) => siteSpaces),
          (siteSpace) => Effect.map(outlineOf(site, siteSpace), (outline) => ({ siteSpace, outline }))
        )
        const audience = audienceOf(asked, site)
        const isPersonal = audience.isPersonal || spaces.some(({ outline }) => outline.isConditional)
        if (path === "sitemap.xml" && !audience.isListed) return yield* absent(asked, site)
        return textAnswer(
          request,
          { ...audience, isPersonal },
          list.type,
          yield* list.of({ icon, site, root, spaces, read })
        )
      }
      if (path === "search" && query.has("q")) return yield* searchAnswer(asked, site)
      const found = yield* pageAt(asked, site)
      if (found !== undefined) {
        const { asMarkdown, entry, reading } = found
        const href = pageHref(root, reading.siteSpace, reading.outline, entry)
        const isAtHome = href.endsWith("/") === hasSlash
        const isElsewhere = entry.id === reading.outline.first?.id && path !== reading.siteSpace.path
        if (!asMarkdown && (!isAtHome || isElsewhere)) return movedTo(href, 308)
        return yield* pageAnswer(asked, reading, entry, asMarkdown)
      }
      if (path === "search") return yield* searchAnswer(asked, site)
      const redirect = yield* pages.redirect(place.organization, place.site, path)
      if (redirect === undefined) return yield* absent(asked, site)
      const { page, siteSpace } = redirect
      if (page === undefined || page.type === "link") return movedTo(spaceHref(root, siteSpace), 308)
      return movedTo(pageHref(root, siteSpace, yield* outlineOf(site, siteSpace), page), 308)
    })

    return (asked: SiteRequest): Effect.Effect<Answer, LecternError> => {
      const asset = assets.get(asked.path)
      if (asset !== undefined) {
        const keeping = asked.path === assetPaths.icon ? "public, max-age=86400" : "public, max-age=31536000, immutable"
        return Effect.succeed({ status: 200, headers: { "cache-control": keeping }, ...asset, compressible: true })
      }
      return Effect.provideService(asSeen(asked), Actor, asVisitor(asked.visitor))
    }
  })
