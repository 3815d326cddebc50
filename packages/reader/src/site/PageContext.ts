/** The surroundings of a page on a site: its neighbours, its variants, and the targets of header and footer links. */
import type { ReadSite, ReadSiteSpace } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry, SiteOutline } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { SitePagesService } from "@lectern/core/internal/publishing/site-reading/SitePagesService"
import type { SiteLinkTarget } from "@lectern/core/sites/customization/Customization"
import * as Effect from "effect/Effect"
import type { Html } from "../html/Html.js"
import { navigation, sectionLinks, type Variant } from "../theme/Navigation.js"
import { type Destinations, targetsOf } from "../theme/Surround.js"
import { openingOf, pageHref, placesOf, type Reading, spaceHref } from "./Addresses.js"
import { generatedPath } from "./Generated.js"
import { languageOf, writtenLanguage } from "./Language.js"

/** The maximum number of variants that are searched for a counterpart of the page. */
const mostVariants = 12

/**
 * The counterpart of a page in another variant: the page with its path. The pages that two variants open with are
 * counterparts too, unless one of them has another counterpart.
 */
const counterpartOf = (outline: SiteOutline, entry: OutlineEntry, other: SiteOutline): OutlineEntry | undefined => {
  const same = other.byPath.get(entry.path)
  if (same !== undefined || entry.id !== outline.first?.id || other.first === undefined) return same
  return outline.byPath.has(other.first.path) ? undefined : other.first
}

/** Finds the surroundings of pages. */
export const makePageContext = (pages: Pick<SitePagesService, "outline">, icon: (name: string) => Html | undefined) => {
  const outlineOf = ({ organization, id }: ReadSite, siteSpace: ReadSiteSpace) =>
    pages.outline(organization, id, siteSpace.id)

  const variantsOf = Effect.fnUntraced(function* (reading: Reading, entry: OutlineEntry | undefined) {
    const { root, section, site, siteSpace } = reading
    if (section.siteSpaces.length < 2) return { variants: [], version: "" }
    const variants: Array<Variant> = []
    let version = ""
    for (const [index, other] of section.siteSpaces.entries()) {
      const isCurrent = other.id === siteSpace.id
      const isSearched = entry !== undefined && !isCurrent && index < mostVariants
      const outline = isCurrent ? reading.outline : isSearched ? yield* outlineOf(site, other) : undefined
      version += `${outline?.version} `
      const counterpart = entry && outline && counterpartOf(reading.outline, entry, outline)
      variants.push({
        title: other.title,
        href: outline && counterpart ? pageHref(root, other, outline, counterpart) : spaceHref(root, other),
        isCurrent,
        isCounterpart: entry === undefined || counterpart !== undefined,
        language: writtenLanguage(other) ?? (other.isDefault ? languageOf(site) : undefined)
      })
    }
    return { variants, version }
  })

  /**
   * The targets of the links around every page of a site, the paths of what the site generates, and a key that
   * identifies these.
   */
  const destinationsOf = Effect.fnUntraced(function* (site: ReadSite, root: string) {
    const found = new Map<SiteLinkTarget, string>()
    const all = site.sections.flatMap(({ siteSpaces }) => siteSpaces)
    for (const target of targetsOf(site.look)) {
      if (target.kind === "url") {
        found.set(target, target.url)
        continue
      }
      const siteSpace =
        target.space === undefined ? openingOf(site)?.siteSpace : all.find(({ space }) => space === target.space)
      if (siteSpace === undefined) continue
      if (target.kind === "space") {
        found.set(target, spaceHref(root, siteSpace))
        continue
      }
      const outline = yield* outlineOf(site, siteSpace)
      const entry = outline.byId.get(target.page)
      if (entry?.type === "document") found.set(target, pageHref(root, siteSpace, outline, entry))
    }
    const to: Destinations = (target) => found.get(target)
    const atRoot = all.find(({ path }) => path === "")
    const generated = generatedPath(all, atRoot && (yield* outlineOf(site, atRoot)))
    return { to, generated, version: [...found.values(), generated("search"), generated("feed.xml")].join(" ") }
  })

  /** The surroundings of a page outside any space. */
  const around = Effect.fnUntraced(function* (root: string, site: ReadSite, path: string) {
    const place = placesOf(site, path)[0] ?? openingOf(site)
    const { generated, to } = yield* destinationsOf(site, root)
    if (place === undefined) return { to, generated, language: languageOf(site) }
    const language = languageOf(site, place.siteSpace)
    const outline = yield* outlineOf(site, place.siteSpace)
    const reading: Reading = { icon, site, root, ...place, language, outline }
    const { variants } = yield* variantsOf(reading, undefined)
    const [sections, pages] = [sectionLinks(reading), navigation(reading, undefined, variants)]
    return { to, generated, language, sections, navigation: pages }
  })

  return { outlineOf, variantsOf, destinationsOf, around }
}
