/** Renders a whole page: header, navigation, text, table of contents. */
import { emojiOf } from "@lectern/core/internal/content/pages/EmojiText"
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import { icon } from "@lectern/http/internal/foundation/html/Html"
import type { Heading } from "../content/Rendering.js"
import { attribute, type Html, html, nothing, pictureAddress, trusted } from "../html/Html.js"
import { inlineSource } from "../html/InlineSource.js"
import type { GeneratedPath } from "../site/Generated.js"
import type { Words } from "../words/English.js"
import { scriptWords } from "../words/ScriptWords.js"
import { directionOf, wordsIn } from "../words/Words.js"
import { assetPaths } from "./Assets.js"
import { announcement, type Destinations, footer, headerLinks, themedPicture } from "./Surround.js"
import { pageStyleOf, sheetOf } from "./Theme.js"

/** The parts of a page. */
export interface Shell {
  readonly site: Pick<ReadSite, "title" | "look">
  /** The targets of the links in the header, the footer and the announcement. */
  readonly to: Destinations
  /** The path of the site's URL, with a trailing slash. */
  readonly root: string
  /** The paths of what the site generates. */
  readonly generated: GeneratedPath
  readonly title: string
  readonly description?: string | undefined
  /** The absolute URL of the page, if it has one. */
  readonly canonical?: string | undefined
  /** Whether there is no feed of changes. */
  readonly hasNoFeed?: boolean
  /** Whether search engines may list it. */
  readonly isListed: boolean
  /** The URL of the page as markdown. */
  readonly markdown?: string
  readonly sections?: Html
  readonly navigation?: Html
  readonly main: Html
  readonly headings?: ReadonlyArray<Heading>
  readonly isWide?: boolean
  /** The search query. */
  readonly query?: string
  /** The language of the page, as a BCP 47 tag. */
  readonly language: string
  /** HTML for the end of the head. */
  readonly head?: Html
}

const lens = trusted(
  '<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/></svg>'
)

const brand = trusted(icon.replace("<svg ", '<svg aria-hidden="true" '))

/** The links to a site's favicon. */
const favicon = ({ root, site: { look } }: Shell): Html => {
  const { emoji, icon: picture } = look.favicon
  const light = picture && pictureAddress(picture.light)
  if (light !== undefined) {
    const dark = pictureAddress(picture?.dark ?? "")
    if (dark === undefined || dark === light) return html`<link rel="icon" href="${light}">`
    return html`<link rel="icon" href="${light}" media="(prefers-color-scheme: light)"><link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)">`
  }
  const character = emoji === undefined ? undefined : emojiOf(emoji)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="88">${character}</text></svg>`
  const href = character === undefined ? `${root}${assetPaths.icon}` : `data:image/svg+xml,${encodeURIComponent(svg)}`
  return html`<link rel="icon" type="image/svg+xml" href="${href}">`
}

const head = (shell: Shell, css: string): Html => {
  const { canonical, description, generated, hasNoFeed, head: more, isListed, markdown, root, site, title } = shell
  const sheet = sheetOf(site.look)
  const whole = title === site.title ? title : `${title} · ${site.title}`
  return html`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${whole}</title>${description !== undefined && html`<meta name="description" content="${description}"><meta property="og:description" content="${description}">`}<meta property="og:title" content="${title}"><meta property="og:site_name" content="${site.title}"><meta property="og:type" content="article">${canonical !== undefined && html`<link rel="canonical" href="${canonical}"><meta property="og:url" content="${canonical}">`}${!isListed && trusted('<meta name="robots" content="noindex">')}${markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdown}">`}${hasNoFeed !== true && html`<link rel="alternate" type="application/atom+xml" title="${site.title}" href="${root}${generated("feed.xml")}">`}${favicon(shell)}<style>${trusted(css)}</style>${sheet !== undefined && html`<link rel="stylesheet" href="${root}${sheet.path}">`}<script src="${root}${assetPaths.script}" defer></script>${more}`
}

const brandOf = ({ look, title }: Shell["site"]): Html => {
  const { logo } = look.header
  return logo === undefined ? html`${brand}<span>${title}</span>` : themedPicture(logo, look, title)
}

const top = ({ generated, headings = [], navigation, query, root, sections, site, to }: Shell, words: Words): Html =>
  html`<header class="top"><div class="top-row"><a class="brand" href="${root}">${brandOf(site)}</a>${sections}${headerLinks(site.look, to, words)}<form class="find" role="search" action="${root}${generated("search")}">${lens}<input type="search" name="q" placeholder="${words.search}" aria-label="${words.search}" autocomplete="off"${attribute("value", query)}><kbd aria-hidden="true">/</kbd></form></div>${(navigation !== undefined || headings.length > 1) && html`<div class="bar">${navigation !== undefined && html`<button type="button" popovertarget="~menu">☰ ${words.menu}</button>`}${headings.length > 1 && html`<button type="button" popovertarget="~toc">${words.contents}</button>`}</div>`}</header>`

const contents = (headings: ReadonlyArray<Heading>, words: Words): Html =>
  headings.length < 2
    ? nothing
    : html`<nav class="toc" id="~toc" popover aria-label="${words.contents}"><p>${words.contents}</p><ul>${headings.map(({ anchor, level, text }) => html`<li><a href="#${encodeURIComponent(anchor)}"${level > 2 && trusted(' class="deep"')}>${text}</a></li>`)}</ul></nav>`

/** A rendered page. */
export interface RenderedPage {
  readonly body: string
  /** The source that allows its style in a `Content-Security-Policy`. */
  readonly styleSource: string
}

/** Renders a page. */
export const layout = (shell: Shell): RenderedPage => {
  const { headings = [], isWide, language, main, navigation, root, site, to } = shell
  const words = wordsIn(language)
  const isMirrored = directionOf(language) === "rtl"
  const shown = html`<body><a class="skip" href="#~main">${words.skip}</a>${announcement(site.look, to, words)}${top(shell, words)}<div class="shell${isWide === true && " wide"}">${navigation ?? trusted("<div></div>")}<main id="~main">${main}</main>${contents(headings, words)}</div>${footer(site.look, to, words)}</body>`
  const css = pageStyleOf(site.look, shown.text)
  const { text } =
    html`<!doctype html><html lang="${language}"${isMirrored && trusted(' dir="rtl"')} data-root="${root}"${attribute("data-words", scriptWords(words))}><head>${head(shell, css)}</head>${shown}</html>`
  return { body: text, styleSource: inlineSource(css) }
}
