/** Reads the metadata in the head of a page. */
import type { Root } from "hast"
import { attribute, elements, find, isElement, lineOf } from "./Hast.js"

/**
 * The metadata of a page; see {@link headOf}.
 * @see {@link headOf}
 */
export interface Head {
  /** `<title>`. */
  readonly title: string
  /** `og:title`, which does not include the name of the site. */
  readonly shortTitle: string
  readonly siteName: string
  readonly description: string
  readonly canonical: string
  readonly base: string
  readonly language: string
  readonly robots: { readonly noindex: boolean; readonly nofollow: boolean }
}

/** Reads the head of a page. Metadata that it does not state is empty. */
export const headOf = (root: Root): Head => {
  const meta = new Map<string, string>()
  let canonical = ""
  let base = ""
  let title = ""
  const html = find(root, (each) => isElement(each, "html"))
  for (const each of elements(root, (node) => !isElement(node, "svg", "body"))) {
    if (isElement(each, "title") && title === "") title = lineOf(each)
    else if (isElement(each, "base") && base === "") base = attribute(each, "href")
    else if (isElement(each, "link") && attribute(each, "rel").split(" ").includes("canonical"))
      canonical ||= attribute(each, "href")
    else if (isElement(each, "meta")) {
      const name = (attribute(each, "name") || attribute(each, "property")).toLowerCase()
      const content = attribute(each, "content").replaceAll(/\s+/g, " ").trim()
      if (!meta.has(name)) meta.set(name, content)
      else if (name === "robots") meta.set(name, `${meta.get(name)},${content}`)
    }
  }
  const robots = `${meta.get("robots") ?? ""},${meta.get("lectern") ?? ""}`.toLowerCase()
  return {
    title,
    shortTitle: meta.get("og:title") ?? "",
    siteName: meta.get("og:site_name") ?? "",
    description: meta.get("description") || meta.get("og:description") || "",
    canonical,
    base,
    language: html === undefined ? "" : attribute(html, "lang"),
    robots: { noindex: /\b(?:noindex|none)\b/.test(robots), nofollow: /\b(?:nofollow|none)\b/.test(robots) }
  }
}

const separator = / [|\u2013\u2014\u00b7\u00bb:-]{1,2} /

/**
 * The page's `<title>` without the name of the site: without the beginnings and ends it shares with other pages, if
 * there are any, otherwise only its first part. `common` lists those beginnings and ends, longest first.
 */
export const titleOf = (
  { shortTitle, siteName, title }: Pick<Head, "shortTitle" | "siteName" | "title">,
  common: ReadonlyArray<string>
): string => {
  for (const stated of [shortTitle, title].filter((each) => each !== "")) {
    const end = common.find((each) => stated.endsWith(each) && stated.length > each.length)
    const start = common.find((each) => stated.startsWith(each) && stated.length > each.length)
    const rest = (end === undefined ? stated : stated.slice(0, -end.length)).slice(start?.length ?? 0).trim()
    if ((end !== undefined || start !== undefined) && rest !== "") return rest
  }
  if (shortTitle !== "") return shortTitle
  const parts = title.replaceAll(/\s+/g, " ").split(separator)
  const kept = parts.length > 1 && parts[0] !== siteName ? parts[0] : parts.at(-1)
  return kept === undefined || kept === "" ? title : kept
}

const maxEdges = 8

/** The parts that a title may share with the titles of other pages: its beginnings and ends at separators. */
export const titleEdges = (title: string): ReadonlyArray<string> => {
  const edges: Array<string> = []
  for (const { 0: sign, index } of title.matchAll(/ [|\u2013\u2014\u00b7\u00bb:-]{1,2} |: /g)) {
    if (edges.length >= maxEdges) break
    edges.push(title.slice(0, index + sign.length), title.slice(index))
  }
  return edges
}
