/** Plans the import of a Confluence HTML export: `index.html` with the page tree, and one file per page. */
import { decodePath } from "@lectern/core/internal/content/git-layout/Paths"
import { resolver } from "@lectern/core/internal/content/git-layout/Resolver"
import * as Effect from "effect/Effect"
import type { Element, Root } from "hast"
import type { Archive } from "../archive/Archive.js"
import type { Plan, PlannedPage } from "../archive/Landing.js"
import type { Report } from "../archive/Report.js"
import { isHtml } from "../archive/Texts.js"
import { attribute, elements, find, isElement } from "../html/Hast.js"
import { decodeHtml, parseHtml } from "../html/Parse.js"
import { compute } from "../Source.js"
import { htmlTextTask } from "../Tasks.js"
import { placed } from "../zip/NavPlaces.js"

/** The file with the page tree. */
export const indexPath = "index.html"

const listPlaces = (list: Element, archive: Archive): ReadonlyArray<PlannedPage> =>
  list.children.flatMap((item): ReadonlyArray<PlannedPage> => {
    if (!isElement(item)) return []
    if (item.tagName !== "li") return item.tagName === "ul" ? listPlaces(item, archive) : []
    const own = find(item, (each) => isElement(each, "a"))
    const path = own === undefined ? "" : decodePath(attribute(own, "href").split("#")[0]!)
    const places = item.children.flatMap((each) => (isElement(each, "ul") ? listPlaces(each, archive) : []))
    return archive.paths.has(path) ? [{ path, places }] : places
  })

/** The page tree in the index. */
const treeOf = (root: Root, archive: Archive): ReadonlyArray<PlannedPage> =>
  [...elements(root, (each) => !isElement(each, "ul"))].flatMap((each) =>
    isElement(each, "ul") ? listPlaces(each, archive) : []
  )

/** Plans the import of an HTML export. */
export const confluenceHtmlPlan = (archive: Archive, report: Report): Plan => {
  const index = archive.bytes(indexPath)
  const tree = index === undefined ? [] : treeOf(parseHtml(decodeHtml(index)), archive)
  const listed = placed(tree)
  const rest = [...archive.paths].filter((path) => isHtml(path) && path !== indexPath && !listed.has(path))
  if (rest.length > 0) report(`${indexPath}: it does not list ${rest.length} of the pages; they come last`)
  const read: Plan["read"] = (path) =>
    Effect.suspend(() => {
      const bytes = archive.bytes(path)
      return bytes === undefined ? Effect.succeed(undefined) : compute(htmlTextTask, { bytes, path })
    })
  return {
    places: [...tree, ...rest.map((path) => ({ path, places: [] }))],
    read,
    resolve: resolver(archive.paths, "")
  }
}
