/** Parses the documents of an EPUB: XHTML, read as leniently as browsers read HTML. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, element, elements, isElement, rewrite } from "../html/Hast.js"
import { decodeHtml, parseHtml } from "../html/Parse.js"

const empty = /<([a-z][\w:.-]*)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*?)\/>/gi
const voids = new Set("area base br col embed hr img input link meta param source track wbr".split(" "))
const data = /<!\[CDATA\[([\s\S]*?)\]\]>/g

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

const declaration = /^\s*<\?xml[^>]*?encoding=["']([\w-]+)/

/** Parses a document. Elements that are self-closed in XML are closed, and CDATA sections become text. */
export const parseXhtml = (bytes: Uint8Array): Root => {
  const encoding = declaration.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 200)))?.[1]
  const html = decodeHtml(bytes, encoding === undefined ? "" : `charset=${encoding}`)
    .replaceAll(data, (_, text: string) => escaped(text))
    .replaceAll(empty, (whole, name: string, rest: string) =>
      voids.has(name.toLowerCase()) ? whole : `<${name}${rest}></${name}>`
    )
  return parseHtml(html)
}

const typesOf = (node: Element): ReadonlyArray<string> => attribute(node, "epub:type").split(/\s+/)

const note = new Set(["footnote", "rearnote", "endnote"])

/** Adds missing back links to notes, since footnotes are recognized by them. */
const linkNotes = (root: Root): void => {
  const notes = new Map<string, Element>()
  for (const each of elements(root))
    if (typesOf(each).some((type) => note.has(type))) notes.set(attribute(each, "id"), each)
  let count = 0
  for (const each of elements(root)) {
    const found = typesOf(each).includes("noteref") ? notes.get(attribute(each, "href").slice(1)) : undefined
    if (found === undefined) continue
    if (attribute(each, "id") === "") each.properties.id = `import-note-${++count}`
    const back = `#${attribute(each, "id")}`
    const leads = [...elements(found)].some((inner) => attribute(inner, "href") === back)
    if (!leads) found.children.push(element("a", [{ type: "text", value: "↩" }], { href: back }))
    if (!isElement(found, "li", "aside", "p", "div")) found.tagName = "aside"
  }
}

/** The image in an SVG that only wraps it. */
const picture = (node: Element): ReadonlyArray<ElementContent> =>
  [...elements(node)]
    .filter((each) => isElement(each, "image"))
    .map((each) =>
      element("img", [], {
        src: attribute(each, "xLinkHref") || attribute(each, "href"),
        alt: attribute(node, "ariaLabel")
      })
    )

/** Parses a document, with its head and with its body as page content. */
export const documentTree = (bytes: Uint8Array): Root => {
  const tree = parseXhtml(bytes)
  const body = [...elements(tree)].find((each) => isElement(each, "body"))
  const root: Root = { type: "root", children: [element("main", body?.children ?? [])] }
  rewrite(root, (each) => {
    if (isElement(each, "svg")) return picture(each)
    return typesOf(each).includes("pagebreak") || isElement(each, "script", "style", "template") ? [] : undefined
  })
  linkNotes(root)
  return root
}
