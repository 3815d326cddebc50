/** Plans the import of an archive of a wiki's repository. */
import { wikiName, wikiTitle } from "@lectern/core/internal/content/dialects/github/WikiLinks"
import { basename, compareNames, decodePath } from "@lectern/core/internal/content/git-layout/Paths"
import { isExternal, type Resolve, resolver } from "@lectern/core/internal/content/git-layout/Resolver"
import * as Effect from "effect/Effect"
import type { Archive } from "../archive/Archive.js"
import type { Plan, PlannedPage } from "../archive/Landing.js"
import type { Report } from "../archive/Report.js"
import { isText, withoutExtension } from "../archive/Texts.js"
import { compute } from "../Source.js"
import { markdownTask } from "../Tasks.js"
import { placed } from "../zip/NavPlaces.js"
import { type SidebarPlace, sidebarPlaces } from "./WikiPlaces.js"
import { isWikiPart, wikiLinks } from "./WikiText.js"

const nameOf = (path: string): string => basename(withoutExtension(path))

/** Plans the import of an archive: pages in the order of the sidebar, then Home and the rest by name. */
export const wikiPlan = (archive: Archive, report: Report): Plan => {
  const byName = new Map<string, string>()
  for (const path of [...archive.paths].sort(compareNames)) {
    if (/\.(?:asciidoc|adoc|mediawiki|wiki|rst|org|textile|creole|pod|rdoc)$/i.test(path)) {
      report(`${path}: pages in this markup are not supported`)
    } else if (isText(path) && !isWikiPart(nameOf(path)) && !byName.has(wikiName(path))) {
      byName.set(wikiName(path), path)
    }
  }
  const files = resolver(new Set([...archive.paths].filter((path) => !isText(path))), "")
  const pageOf = (path: string): string | undefined => {
    if (isExternal(path) && !/^https?:\/\/[^/]+\/[^/]+\/[^/]+\/wiki\//.test(path)) return undefined
    const name = wikiName(decodePath(path.split("#")[0]!))
    return byName.get(name === "wiki" || name === "." ? "home" : name)
  }
  const resolve: Resolve = (path, from) => {
    const file = files(path, from) ?? files(`/${path}`, from)
    return file === undefined || file.endsWith("/") ? pageOf(path) : file
  }
  const sidebarPath = [...archive.paths].find((path) => /(?:^|\/)_sidebar\.(?:md|markdown)$/i.test(path))
  const sidebar = sidebarPath === undefined ? "" : (archive.text(sidebarPath) ?? "")
  const place = ({ page, title, places }: SidebarPlace): PlannedPage => ({
    path: page,
    title,
    places: places.map(place)
  })
  const stated = sidebarPlaces(sidebar, pageOf).map(place)
  const listed = placed(stated)
  const own = (path: string): PlannedPage => ({ path, places: [] })
  const home = byName.get("home")
  const first = home === undefined || listed.has(home) ? [] : [own(home)]
  const rest = [...byName.values()].filter((path) => path !== home && !listed.has(path)).map(own)
  const read: Plan["read"] = (path) =>
    Effect.suspend(() => {
      const text = archive.text(path)
      if (text === undefined) return Effect.succeed(undefined)
      return Effect.map(compute(markdownTask, { text: wikiLinks(text), components: false }), (page) => ({
        ...page,
        title: page.title ?? wikiTitle(nameOf(path))
      }))
    })
  return { places: [...first, ...stated, ...rest], read, resolve }
}
