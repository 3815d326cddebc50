/** Makes the pages of an API reference from an OpenAPI document, one by one. */

import { SiteSpaceId } from "@lectern/core/internal/people/places/Structure"
import { type AskedFields, type ReadText, readText } from "@lectern/core/internal/publishing/site-reading/ReadingTask"
import { usualLook } from "@lectern/core/internal/publishing/site-reading/ReadLooks"
import type { ReadPage, ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { JsonObject } from "@lectern/core/internal/text/openapi/Json"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import { SpaceId } from "@lectern/core/spaces/Space"
import { renderedBody } from "../content/BodyTask.js"
import { type Html, html } from "../html/Html.js"
import { pageHref, type Reading } from "../site/Addresses.js"
import { plainPath } from "../site/Generated.js"
import { bodyText, pageView } from "../site/PageView.js"
import { layout, type RenderedPage } from "../theme/Layout.js"
import { navigation } from "../theme/Navigation.js"
import type { Destinations } from "../theme/Surround.js"
import { type ReferencePage, referenceMarkdown, referenceOutline, referenceText } from "./ReferenceOutline.js"
import { makeReferenceSearch } from "./ReferenceSearch.js"

const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "patch"])

/** The method of an operation, in place of an icon. */
const methodIcon = (name: string): Html | undefined =>
  methods.has(name) ? html`<b class="method ${name}">${name === "delete" ? "DEL" : name.toUpperCase()}</b>` : undefined

const linkTo = (title: string, url: string): ReadSite["look"]["header"]["links"][number] => ({
  title,
  style: "link",
  to: { kind: "url", url },
  links: []
})

/** The targets of the links in the header, which are all URLs. */
const to: Destinations = (target) => (target.kind === "url" ? target.url : undefined)

const noFiles: ReadPage["files"] = new Map()

/**
 * Prepares the pages of a document, for the server with this public base URL, and the functions that make them. The
 * header leads to the home page if `hasHome`.
 */
export const makeReferencePages = (given: JsonObject, base: string, hasHome: boolean) => {
  const basePath = new URL(base).pathname.replace(/\/+$/, "")
  const document = { ...given, servers: [{ url: base.replace(/\/+$/, "") }] }
  const reference = referenceOutline(document)
  const { outline, title } = reference
  const root = `${basePath}/docs/`
  const json = `${basePath}/openapi.json`
  const siteSpace = {
    id: SiteSpaceId.make("reference"),
    space: SpaceId.make("reference"),
    title,
    path: "",
    isDefault: true
  }
  const section = { title: "", isDefault: true, siteSpaces: [siteSpace] }
  const links = [...(hasHome ? [linkTo("Home", `${basePath}/`)] : []), linkTo("openapi.json", json)]
  const site: ReadSite = {
    organization: OrganizationId.make("reference"),
    id: SiteId.make("reference"),
    title,
    visibility: "public",
    address: new URL(root, base).href,
    isConditional: false,
    sections: [section],
    look: { ...usualLook, header: { ...usualLook.header, links } }
  }
  const reading: Reading = { icon: methodIcon, language: "en", site, root, section, siteSpace, outline }
  const hrefOf = (entry: OutlineEntry): string => pageHref(root, siteSpace, outline, entry)
  const read = (page: ReferencePage, asked?: AskedFields): ReadText =>
    readText(referenceText(reference, page, json), reading.language, () => document, asked)
  return {
    root,
    title,
    outline,
    hrefOf,
    pages: reference.pages,
    find: makeReferenceSearch(reference, hrefOf),
    /** The part of the document that a page shows. */
    read,
    /** A page that was read, as HTML. */
    render: (page: ReferencePage, text: ReadText): RenderedPage =>
      pageView({
        reading,
        entry: page.entry,
        variants: [],
        canonical: new URL(hrefOf(page.entry), site.address).href,
        files: noFiles,
        body: renderedBody(bodyText(reading, page.entry, { ...text, files: noFiles }, undefined, true)),
        to,
        generated: plainPath,
        hasNoFeed: true
      }),
    /** A page as markdown. */
    markdown: (page: ReferencePage): string =>
      referenceMarkdown(reference, page, read(page).operations, (each) => `${hrefOf(each)}.md`),
    /** HTML next to the pages, such as results of a search. */
    renderOther: (title: string, main: Html, query?: string): RenderedPage =>
      layout({
        site,
        to,
        generated: plainPath,
        root,
        title,
        isListed: false,
        hasNoFeed: true,
        navigation: navigation(reading, undefined, []),
        language: reading.language,
        main,
        ...(query !== undefined && { query })
      })
  }
}
