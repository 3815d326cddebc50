/** Renders the frame of every page of a site: header links, an announcement, a footer. */
import type { ReadLook } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { SiteContentLink, SiteLinkTarget } from "@lectern/core/sites/customization/Customization"
import { type Html, html, isOutside, nothing, pictureAddress, trusted } from "../html/Html.js"
import type { Words } from "../words/English.js"

/** Maps the target of a header or footer link to a URL; `undefined` if the reader may not see the target. */
export type Destinations = (target: SiteLinkTarget) => string | undefined

/** The targets of all links in a look. */
export const targetsOf = ({ announcement, footer, header }: ReadLook): ReadonlyArray<SiteLinkTarget> =>
  [
    ...header.links.flatMap(({ links, to }) => [...(to === null ? [] : [{ to }]), ...links]),
    ...footer.groups.flatMap(({ links }) => links),
    ...(announcement?.link === undefined ? [] : [announcement.link])
  ].map(({ to }) => to)

const outside = (href: string): Html => (isOutside(href) ? trusted(' rel="noopener"') : nothing)

const anchor = (href: string, inner: string | Html, className = ""): Html =>
  html`<a href="${href}"${className !== "" && html` class="${className}"`}${outside(href)}>${inner}</a>`

const items = (links: ReadonlyArray<SiteContentLink>, to: Destinations): ReadonlyArray<Html> =>
  links.flatMap((link) => {
    const href = to(link.to)
    return href === undefined ? [] : [html`<li>${anchor(href, link.title)}</li>`]
  })

const buttons = { link: "", "button-primary": "button", "button-secondary": "button secondary" } as const

/** The links of the header. */
export const headerLinks = ({ header }: ReadLook, to: Destinations, { site }: Words): Html => {
  const shown = header.links.flatMap(({ links, style, title, to: target }) => {
    const inner = items(links, to)
    if (inner.length > 0) return [html`<details class="menu"><summary>${title}</summary><ul>${inner}</ul></details>`]
    const href = target === null ? undefined : to(target)
    return href === undefined ? [] : [anchor(href, title, buttons[style])]
  })
  return shown.length === 0 ? nothing : html`<nav class="links" aria-label="${site}">${shown}</nav>`
}

/** An image with variants for light and dark pages. */
export const themedPicture = (
  picture: { readonly light: string; readonly dark: string } | undefined,
  { themes }: Pick<ReadLook, "themes">,
  alt: string
): Html => {
  const light = picture && pictureAddress(picture.light)
  const dark = picture && pictureAddress(picture.dark)
  if (light === undefined || dark === undefined) return nothing
  const img = (src: string) => html`<img src="${src}" alt="${alt}" class="logo">`
  if (!themes.toggeable) return img(themes.default === "dark" ? dark : light)
  if (light === dark) return img(light)
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${dark}">${img(light)}</picture>`
}

/** The announcement above every page. */
export const announcement = ({ announcement: said }: ReadLook, to: Destinations, words: Words): Html => {
  if (said?.enabled !== true) return nothing
  const href = said.link === undefined ? undefined : to(said.link.to)
  return html`<aside class="announcement ${said.style}" aria-label="${words.announcement}">${said.message}${href !== undefined && html` ${anchor(href, said.link?.title ?? href)}`}</aside>`
}

/** The footer of every page; empty if it has no content. */
export const footer = (look: ReadLook, to: Destinations, { privacy }: Words): Html => {
  const { copyright = "", groups, logo } = look.footer
  const shown = groups.flatMap(({ links, title }) => {
    const inner = items(links, to)
    return inner.length === 0 ? [] : [html`<div><p>${title}</p><ul>${inner}</ul></div>`]
  })
  const policy = look.privacyPolicy.url
  const picture = themedPicture(logo, look, "")
  if (shown.length === 0 && copyright === "" && policy === undefined && picture === nothing) return nothing
  return html`<footer class="foot"><div class="foot-row">${picture}${shown}</div>${(copyright !== "" || policy !== undefined) && html`<p class="foot-end">${copyright}${policy !== undefined && html` ${anchor(policy, privacy)}`}</p>`}</footer>`
}
