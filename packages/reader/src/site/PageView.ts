/** Renders a page of a site as HTML. */
import type { DocumentReference } from "@lectern/core/internal/markdown/DocumentReference"
import type { ReadPage } from "@lectern/core/internal/site-reading/ReadSite"
import type { OutlineEntry } from "@lectern/core/internal/site-reading/SiteOutline"
import type { PageDiagrams } from "../content/Diagrams.js"
import { pageBody, type Surroundings } from "../content/PageBody.js"
import type { Link, Picture } from "../content/Rendering.js"
import { tryForm } from "../content/TryForm.js"
import { attribute, type Html, html, nothing, pictureAddress, safeAddress, trusted } from "../html/Html.js"
import { layout, type RenderedPage } from "../theme/Layout.js"
import { crumbs, markOf, navigation, pager, sectionLinks, type Variant } from "../theme/Navigation.js"
import type { Destinations } from "../theme/Surround.js"
import { dayIn } from "../words/Days.js"
import { filled } from "../words/Filled.js"
import { wordsIn } from "../words/Words.js"
import { encodedPath, fileHref, markdownHref, pageHref, type Reading } from "./Addresses.js"
import { feedbackForm } from "./FeedbackForm.js"
import { linkedData } from "./LinkedData.js"
import { pdfLinks } from "./PdfAnswers.js"

/** Resolves the references of a page on its site. */
export const surroundings = (reading: Reading, files: ReadPage["files"]): Surroundings => {
  const { outline, root, siteSpace } = reading
  const page = (id: string, anchor?: string): Link | undefined => {
    const entry = outline.byId.get(id)
    if (entry === undefined || entry.type !== "document") return undefined
    const href = pageHref(root, siteSpace, outline, entry)
    return {
      href: anchor === undefined ? href : `${href}#${encodeURIComponent(anchor)}`,
      title: entry.title,
      ...(entry.description !== undefined && { description: entry.description })
    }
  }
  const file = (id: string) => {
    const found = files.get(id)
    return found === undefined ? undefined : { ...found, href: fileHref(root, siteSpace, { id, ...found }) }
  }
  const link = (reference: DocumentReference): Link | undefined => {
    switch (reference.kind) {
      case "page":
        return page(reference.page)
      case "anchor":
        return reference.page === undefined
          ? { href: `#${encodeURIComponent(reference.anchor)}` }
          : page(reference.page, reference.anchor)
      case "file": {
        const found = file(reference.file)
        return found === undefined ? undefined : { href: found.href, title: found.name, size: found.size, isFile: true }
      }
      case "url": {
        const href = safeAddress(reference.url)
        return href === undefined || href === "" ? undefined : { href }
      }
      case "reusable-content":
        return undefined
    }
  }
  const picture = (reference: DocumentReference): Picture | undefined => {
    if (reference.kind === "file") {
      const found = file(reference.file)
      if (found === undefined || !found.contentType.startsWith("image/")) return undefined
      return { src: found.href, ...found.dimensions }
    }
    const src = reference.kind === "url" ? pictureAddress(reference.url) : undefined
    return src === undefined || src === "" ? undefined : { src }
  }
  return { language: reading.language, words: wordsIn(reading.language), link, picture, icon: reading.icon }
}

const lastChange = ({ updatedAt }: OutlineEntry, { language }: Reading): Html =>
  updatedAt === ""
    ? nothing
    : html`<time datetime="${updatedAt}">${filled(wordsIn(language).updated, dayIn(language, updatedAt))}</time>`

const coverOf = (entry: OutlineEntry, { picture }: Surroundings): Html => {
  const { cover, layout: options } = entry.page ?? {}
  if (cover?.ref === undefined || options?.cover === false) return nothing
  const light = picture(cover.ref)
  const dark = cover.refDark === undefined ? undefined : picture(cover.refDark)
  if (light === undefined) return nothing
  const img = html`<img class="cover" src="${light.src}" alt=""${attribute("width", light.width)}${attribute("height", light.height)}>`
  return dark === undefined
    ? img
    : html`<picture><source media="(prefers-color-scheme: dark)" srcset="${dark.src}">${img}</picture>`
}

/** A page to render. */
export interface ShownPage {
  readonly reading: Reading
  readonly entry: OutlineEntry
  readonly page: Pick<ReadPage, "nodes" | "operations" | "requests" | "files">
  readonly variants: ReadonlyArray<Variant>
  /** The absolute URL of the page. */
  readonly canonical: string
  readonly to: Destinations
  /** The path of the URL of the picture that is drawn for the page. */
  readonly card?: string | undefined
  /** Renders the diagrams of the page, if it has any. */
  readonly diagrams?: PageDiagrams | undefined
  /** Whether there is no feed of changes. */
  readonly hasNoFeed?: boolean
  /** HTML for the end of the head, and above the text. */
  readonly extra?: { readonly head: Html; readonly above: Html }
}

/** A list of the pages of a group, since groups have no text of their own. The slug of each page is its anchor there. */
const listed = (reading: Reading, { id }: OutlineEntry): Html => {
  const { outline, root, siteSpace } = reading
  const below = (outline.children.get(id) ?? []).filter(({ isHidden, type }) => type === "document" && !isHidden)
  if (below.length === 0) return nothing
  return html`<ul>${below.map((entry) => html`<li id="${entry.path.slice(entry.path.lastIndexOf("/") + 1)}">${markOf(reading, entry)} <a href="${pageHref(root, siteSpace, outline, entry)}">${entry.title}</a>${entry.description !== undefined && html`: ${entry.description}`}</li>`)}</ul>`
}

/** The same page in other languages, if there are any. */
const translations = (variants: ReadonlyArray<Variant>, canonical: string): Html => {
  const known = variants.filter(({ isCounterpart, language }) => isCounterpart && language !== undefined)
  if (new Set(known.map(({ language }) => language)).size < 2) return nothing
  return html`${known.map(({ href, language }) => html`<link rel="alternate" hreflang="${language}" href="${new URL(href, canonical).href}">`)}`
}

const cardSize = trusted(
  '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">'
)

/** The picture for previews of links to a page: its cover, that of the site, or the one that is drawn for it. */
const pictureFor = (
  { canonical, card, entry, reading: { site } }: Pick<ShownPage, "canonical" | "card" | "entry" | "reading">,
  { picture }: Surroundings
): Html => {
  const cover = entry.page?.cover?.ref
  const own = cover === undefined ? undefined : picture(cover)?.src
  const src = own?.startsWith("data:") === false ? own : site.look.socialPreview.url
  const shown = src ?? card
  if (shown === undefined) return trusted('<meta name="twitter:card" content="summary">')
  const size = src === undefined && cardSize
  return html`<meta property="og:image" content="${new URL(shown, canonical).href}">${size}<meta name="twitter:card" content="summary_large_image">`
}

/** The link to the file of a page in its repository; empty if the site has none, or the page was not imported. */
const editLink = ({ language, site }: Reading, { source }: OutlineEntry): Html => {
  const { showEditLink, url } = site.look.git
  if (!showEditLink || url === undefined || source === undefined) return nothing
  return html`<a href="${url}${encodedPath(source)}" rel="noopener">${wordsIn(language).edit}</a>`
}

/** Renders the whole page. */
export const pageView = ({
  canonical,
  card,
  diagrams,
  entry,
  extra,
  hasNoFeed = false,
  page,
  reading,
  to,
  variants
}: ShownPage): RenderedPage => {
  const { language, root, site, siteSpace } = reading
  const words = wordsIn(language)
  const around: Surroundings = {
    ...surroundings(reading, page.files),
    diagram: diagrams?.diagram,
    ...(site.look.tryIt.enabled && {
      tryForm: (request, operation) =>
        tryForm(request, { action: `${root}~/try`, siteSpace: siteSpace.id, page: entry.id, operation }, words)
    })
  }
  const { body, headings } = pageBody(page, around)
  const options = entry.page?.layout
  const isEmpty = body.text.trim() === ""
  const markdown = markdownHref(reading, entry)
  const { description } = entry
  const { feedback, pageActions, pagination } = reading.site.look
  return layout({
    site: reading.site,
    to,
    root: reading.root,
    title: entry.title,
    description,
    canonical,
    hasNoFeed,
    isListed: entry.isListed && reading.site.visibility === "public",
    markdown,
    sections: sectionLinks(reading),
    ...(options?.tableOfContents !== false && { navigation: navigation(reading, entry, variants) }),
    ...(options?.outline !== false && { headings }),
    isWide: options?.width === "wide",
    language,
    head: html`${translations(variants, canonical)}${pictureFor({ canonical, card, entry, reading }, around)}${linkedData(reading, entry, canonical)}${diagrams?.head()}${extra?.head}`,
    main: html`${extra?.above}<article>${coverOf(entry, around)}${crumbs(reading, entry)}${options?.title !== false && html`<h1>${markOf(reading, entry)}<span>${entry.title}</span></h1>`}${description !== undefined && options?.description !== false && html`<p class="lead">${description}</p>`}<div class="text">${isEmpty ? listed(reading, entry) : body}</div></article><div class="meta">${options?.metadata !== false && lastChange(entry, reading)}${pageActions.markdown && html`<a href="${markdown}" data-markdown>${words.markdown}</a>`}${pdfLinks(reading, entry)}${editLink(reading, entry)}</div>${feedback.enabled && entry.type === "document" && feedbackForm(reading, entry)}${pagination.enabled && options?.pagination !== false && pager(reading, entry)}`
  })
}
