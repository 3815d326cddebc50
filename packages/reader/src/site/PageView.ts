/** Renders a page of a site as HTML. */
import type { ReadPage } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { BodyText, RenderedBody } from "../content/BodyTask.js"
import type { Surroundings } from "../content/PageBody.js"
import type { Link } from "../content/Rendering.js"
import {
  type Found,
  type LinkedFile,
  type Named,
  namedIn,
  namedInTexts,
  surroundingsOf
} from "../content/Surroundings.js"
import { attribute, type Html, html, nothing, trusted } from "../html/Html.js"
import { layout, type RenderedPage } from "../theme/Layout.js"
import { crumbs, markOf, navigation, pager, sectionLinks, type Variant } from "../theme/Navigation.js"
import type { Destinations } from "../theme/Surround.js"
import { dayIn } from "../words/Days.js"
import { filled } from "../words/Filled.js"
import { wordsIn } from "../words/Words.js"
import { encodedPath, fileHref, markdownHref, pageHref, type Reading } from "./Addresses.js"
import { feedbackForm } from "./FeedbackForm.js"
import type { GeneratedPath } from "./Generated.js"
import { pdfLinks } from "./PdfAnswers.js"

/** An article with its place among the pages. */
const linkedData = (reading: Reading, entry: OutlineEntry, canonical: string): Html => {
  const { outline, root, site, siteSpace } = reading
  const { origin } = new URL(canonical)
  const path: Array<OutlineEntry> = [entry]
  for (let at = outline.byId.get(entry.parent); at !== undefined; at = outline.byId.get(at.parent)) path.unshift(at)
  const crumbs = [
    { name: site.title, item: `${origin}${root}` },
    ...path.map((each) => ({
      name: each.title,
      ...(each.type === "document" && { item: `${origin}${pageHref(root, siteSpace, outline, each)}` })
    }))
  ]
  const article = {
    "@type": "TechArticle",
    headline: entry.title,
    ...(entry.description !== undefined && { description: entry.description }),
    url: canonical,
    ...(entry.updatedAt !== "" && { dateModified: entry.updatedAt }),
    isPartOf: { "@type": "WebSite", name: site.title, url: `${origin}${root}` }
  }
  const list = {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({ "@type": "ListItem", position: index + 1, ...crumb }))
  }
  const text = JSON.stringify({ "@context": "https://schema.org", "@graph": [article, list] })
  return trusted(`<script type="application/ld+json">${text.replaceAll("<", "\\u003c")}</script>`)
}

/** The targets of references on a site: pages and icons by name, and the files of a page. */
const foundIn = (reading: Reading, { icons, pages }: Named, files: ReadPage["files"]): Found => {
  const { outline, root, siteSpace } = reading
  const links = new Map<string, Link>()
  for (const id of pages) {
    const entry = outline.byId.get(id)
    if (entry?.type !== "document") continue
    const { description, title } = entry
    const href = pageHref(root, siteSpace, outline, entry)
    links.set(id, { href, title, ...(description !== undefined && { description }) })
  }
  const drawn = new Map<string, string>()
  for (const name of icons) {
    const icon = reading.icon(name)
    if (icon !== undefined) drawn.set(name, icon.text)
  }
  const linked = Array.from(files, ([id, { contentType, dimensions, hash, name, size }]): [string, LinkedFile] => [
    id,
    { href: fileHref(root, siteSpace, { id, hash, name }), name, contentType, size, dimensions }
  ])
  return { pages: links, icons: drawn, files: new Map(linked) }
}

/** Resolves some references on a site: references to some destinations, and to the files of a page. */
export const surroundings = (
  reading: Reading,
  destinations: ReadonlyArray<string>,
  files: ReadPage["files"]
): Surroundings => surroundingsOf(reading.language, foundIn(reading, namedInTexts(destinations), files))

/** The text of a page on its site, as it is rendered. */
export const bodyText = (
  reading: Reading,
  entry: OutlineEntry,
  {
    before,
    files,
    nodes,
    operations,
    requests,
    titleAnchor
  }: Omit<ReadPage, "markdown" | "isConditional"> & Pick<BodyText, "before">,
  draws?: BodyText["draws"],
  canAsk?: boolean
): BodyText => {
  const { language, root, site, siteSpace } = reading
  const tried = site.look.tryIt.enabled
    ? { action: `${root}~/try`, siteSpace: siteSpace.id, page: entry.id }
    : undefined
  return {
    ...foundIn(reading, namedIn([...nodes, ...(before?.nodes ?? [])]), files),
    language,
    nodes,
    operations,
    requests,
    titleAnchor,
    before,
    tried,
    draws,
    canAsk
  }
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
  readonly files: ReadPage["files"]
  readonly body: RenderedBody
  readonly variants: ReadonlyArray<Variant>
  /** The absolute URL of the page. */
  readonly canonical: string
  readonly to: Destinations
  readonly generated: GeneratedPath
  /** The path of the URL of the picture that is drawn for the page. */
  readonly card?: string | undefined
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
  body: { body: text, headings, titleAnchor },
  canonical,
  card,
  entry,
  extra,
  files,
  generated,
  hasNoFeed = false,
  reading,
  to,
  variants
}: ShownPage): RenderedPage => {
  const { language } = reading
  const words = wordsIn(language)
  const around = surroundings(reading, [], files)
  const body = trusted(text)
  const options = entry.page?.layout
  const isEmpty = body.text.trim() === ""
  const markdown = markdownHref(reading, entry)
  const { description } = entry
  const { feedback, pageActions, pagination } = reading.site.look
  return layout({
    site: reading.site,
    to,
    generated,
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
    head: html`${translations(variants, canonical)}${pictureFor({ canonical, card, entry, reading }, around)}${linkedData(reading, entry, canonical)}${extra?.head}`,
    main: html`${extra?.above}<article>${coverOf(entry, around)}${crumbs(reading, entry)}${options?.title !== false && html`<h1${titleAnchor ? html` id="${titleAnchor}"` : nothing}>${markOf(reading, entry)}<span>${entry.title}</span></h1>`}${description !== undefined && options?.description !== false && html`<p class="lead">${description}</p>`}<div class="text">${isEmpty ? listed(reading, entry) : body}</div></article><div class="meta">${options?.metadata !== false && lastChange(entry, reading)}${pageActions.markdown && html`<a href="${markdown}" data-markdown>${words.markdown}</a>`}${pdfLinks(reading, entry)}${editLink(reading, entry)}</div>${feedback.enabled && entry.type === "document" && feedbackForm(reading, entry)}${pagination.enabled && options?.pagination !== false && pager(reading, entry)}`
  })
}
