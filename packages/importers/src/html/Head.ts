/** What the head of a page says about it. */
import type { Root } from "hast"
import { attribute, elements, find, isElement, lineOf } from "./Hast.js"

/** @see {@link headOf} */
export interface Head {
  /** `<title>`. */
  readonly title: string
  /** `og:title`, which has no name of the site in it. */
  readonly shortTitle: string
  readonly siteName: string
  readonly description: string
  readonly canonical: string
  readonly base: string
  readonly language: string
  readonly robots: { readonly noindex: boolean; readonly nofollow: boolean }
}

/** The head of a page; empty texts for what it does not say. */
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
