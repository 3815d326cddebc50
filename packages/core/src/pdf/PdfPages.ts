/** From the texts of pages to what is typeset. */
import type { PageId } from "../content/Page.js"
import type { DocumentNode } from "../markdown/DocumentNode.js"
import type { DocumentReference } from "../markdown/DocumentReference.js"
import { anchorOf, uniqueAnchor } from "../markdown/Sections.js"
import type { JsonObject } from "../openapi/Json.js"
import { elementAttribute, elementName, foldHtml } from "./HtmlNodes.js"
import { markChanges } from "./MarkedChanges.js"
import { headingLevel, toBlocks } from "./PdfBlocks.js"
import type { PdfBlocks, PdfImage, PdfPage, PdfTarget } from "./PdfDocument.js"
import { dataText, onLines, plainText, type Setting } from "./PdfInlines.js"
import { printNodes } from "./PdfMarkdown.js"
import { Outline } from "./PdfOutline.js"
import { wordsIn } from "./PdfWords.js"
import type { SpecName } from "./SpecNames.js"
import { specNameOf, tagOperation } from "./TagOperations.js"

type Nodes = ReadonlyArray<DocumentNode>

/** A page to be set: its text evaluated, and with `before` what it said before the changes that are marked. */
export interface SourcePage extends Pick<PdfPage, "title" | "depth" | "type" | "emoji" | "description" | "change"> {
  readonly id: PageId
  readonly text: string
  readonly before?: string
  /** Where a page that is a link leads. */
  readonly link?: DocumentReference
}

/** What the texts may refer to. */
export interface Surroundings {
  /** Where a page that is not in the document is, or a file, or an address. */
  readonly outside: (reference: DocumentReference) => PdfTarget | undefined
  /** The picture that a reference is. */
  readonly picture: (reference: DocumentReference) => Pick<PdfImage, "file" | "url">
  /** A specification that a text names. */
  readonly spec?: (name: SpecName) => JsonObject | undefined
}

/** How a document is made of its texts: the language of its words, English when absent, and whether it is numbered. */
export interface Making {
  readonly language?: string
  readonly numbered?: boolean
}

const isHeading = (node: DocumentNode): boolean => headingLevel(node) !== undefined

/** The page's own title, where the text begins with it. */
const withoutTitle = ([first, ...rest]: Nodes): Nodes =>
  first !== undefined && headingLevel(first) === 1 ? rest : first === undefined ? [] : [first, ...rest]

const nodesOf = (text: string): Nodes => withoutTitle(foldHtml(printNodes(text)))

/** A text without the `{#anchor}` at its end, and that anchor; `undefined` where there is none. */
const cutAnchor = (text: string): { readonly text: string; readonly anchor: string } | undefined => {
  const shown = text.trimEnd()
  const at = shown.endsWith("}") ? shown.lastIndexOf("{#") : -1
  const anchor = at < 0 ? "" : shown.slice(at + 2, -1)
  return /^[^}\s]+$/.test(anchor) ? { text: shown.slice(0, at).trimEnd(), anchor } : undefined
}

/** The anchor that a heading sets for itself. */
const ownAnchor = (heading: DocumentNode): string | undefined => {
  for (const node of heading.nodes ?? []) {
    const id = elementName(node) === "a" ? (elementAttribute(node, "id") ?? elementAttribute(node, "name")) : undefined
    if (id !== undefined) return id
  }
  return cutAnchor(plainText(heading.nodes ?? []))?.anchor
}

const withoutAnchor = (heading: DocumentNode): DocumentNode => {
  const nodes = [...(heading.nodes ?? [])]
  const last = nodes.at(-1)
  const cut = last?.text === undefined ? undefined : cutAnchor(last.text)
  if (last === undefined || cut === undefined) return heading
  return { ...heading, nodes: [...nodes.slice(0, -1), { ...last, text: cut.text }] }
}

/** Finds the anchors of headings, and takes them out of their text. */
const anchored = (nodes: Nodes, anchors: Map<DocumentNode, string>, seen: Map<string, number>): Nodes =>
  nodes.map((node) => {
    if (node.type === "change" && node.data?.change === "removed") return node
    if (!isHeading(node)) {
      return node.nodes === undefined ? node : { ...node, nodes: anchored(node.nodes, anchors, seen) }
    }
    const heading = withoutAnchor(node)
    anchors.set(heading, uniqueAnchor(ownAnchor(node) ?? anchorOf(plainText(heading.nodes ?? []).trim()), seen))
    return heading
  })

const footnotesIn = (nodes: Nodes, found: Map<string, string>): Map<string, string> => {
  for (const node of nodes) {
    const label = node.type === "footnote" && node.object === "block" ? dataText(node, "label") : undefined
    if (label !== undefined && !found.has(label)) found.set(label, dataText(node, "markdown") ?? "")
    footnotesIn(node.nodes ?? [], found)
  }
  return found
}

interface Prepared {
  readonly page: SourcePage
  readonly nodes: Nodes
  readonly anchors: ReadonlyMap<DocumentNode, string>
}

const prepare = (page: SourcePage): Prepared => {
  const nodes = nodesOf(page.text)
  const marked = page.before === undefined ? nodes : markChanges(nodesOf(page.before), nodes)
  const anchors = new Map<DocumentNode, string>()
  return { page, nodes: anchored(marked, anchors, new Map()), anchors }
}

const placeOf = (page: string, anchor: string): string => `${page}#${anchor}`

/** The pages of a document: links between them lead to places in it. */
export const toPages = (
  sources: ReadonlyArray<SourcePage>,
  surroundings: Surroundings,
  { language = "en", numbered = false }: Making = {}
): ReadonlyArray<PdfPage> => {
  const outline = new Outline(numbered)
  const words = wordsIn(language)
  const prepared = sources.map(prepare)
  const places = new Set<string>()
  for (const { anchors, page } of prepared) {
    places.add(page.id)
    for (const anchor of anchors.values()) places.add(placeOf(page.id, anchor))
  }
  const within = (from: string, reference: DocumentReference): PdfTarget | undefined => {
    if (reference.kind !== "page" && reference.kind !== "anchor") return undefined
    const page = reference.page ?? from
    const place = reference.kind === "anchor" ? placeOf(page, reference.anchor) : page
    if (places.has(place)) return { kind: "place", place }
    return places.has(page) ? { kind: "place", place: page } : undefined
  }
  return prepared.map(({ anchors, nodes, page }): PdfPage => {
    const footnotes = footnotesIn(nodes, new Map())
    const target = (reference: DocumentReference) => within(page.id, reference) ?? surroundings.outside(reference)
    const number = outline.page(page.depth)
    const note: Setting = {
      target,
      picture: surroundings.picture,
      place: () => undefined,
      operation: () => undefined,
      words,
      footnote: () => undefined
    }
    const text = (markdown: string) => (markdown === "" ? [] : toBlocks(foldHtml(printNodes(markdown)), note))
    const setting: Setting = {
      ...note,
      place: (heading, level) => {
        const anchor = anchors.get(heading)
        return anchor === undefined ? undefined : { place: placeOf(page.id, anchor), ...outline.heading(level) }
      },
      operation: (tag) => {
        const name = specNameOf(tag)
        const spec = name === undefined ? undefined : surroundings.spec?.(name)
        return spec === undefined ? undefined : tagOperation(tag, spec, words, text)
      },
      footnote: (label) => {
        const text = footnotes.get(label)
        return text === undefined ? undefined : onLines(foldHtml(printNodes(text)), note)
      }
    }
    const { change, depth, description, emoji, id, link, title, type } = page
    return {
      place: id,
      title,
      depth,
      type,
      ...(emoji !== undefined && { emoji }),
      ...(description !== undefined && { description }),
      ...(change !== undefined && { change }),
      ...(number !== undefined && { number }),
      children: link === undefined ? toBlocks(nodes, setting) : linkBlocks(title, target(link))
    }
  })
}

const linkBlocks = (title: string, to: PdfTarget | undefined): PdfBlocks =>
  to === undefined ? [] : [{ type: "embed", label: to.kind === "url" ? to.url : title, to, caption: [] }]
