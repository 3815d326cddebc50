/** Converts the texts of pages to a document to be typeset. */
import type { DialectName } from "../../content/dialects/DialectName.js"
import { readingFor } from "../../content/dialects/Dialects.js"
import type { PageId } from "../../content/pages/Page.js"
import type { PdfBlocks, PdfImage, PdfPage, PdfTarget } from "../../text/blocks/BlockDocument.js"
import { wordsIn } from "../../text/blocks/DocumentWords.js"
import { onLines, type Setting } from "../../text/blocks/Inlines.js"
import { Outline } from "../../text/blocks/Outline.js"
import { toBlocks } from "../../text/blocks/PageBlocks.js"
import type { ContentNode } from "../../text/markdown/ContentNode.js"
import type { DocumentReference } from "../../text/markdown/DocumentReference.js"
import { gitbookIds } from "../../text/markdown/GitBookIds.js"
import { foldHtml } from "../../text/markdown/HtmlNodes.js"
import { anchored, footnotesIn } from "../../text/markdown/NodeReading.js"
import { pageNodes, readingNodes } from "../../text/markdown/ReadingNodes.js"
import type { JsonObject } from "../../text/openapi/Json.js"
import { addModels } from "../../text/openapi/ModelPlaces.js"
import { showing } from "../../text/openapi/SchemaBlocks.js"
import type { SpecName } from "../../text/openapi/SpecNames.js"
import { specNameOf, tagOperation } from "../../text/openapi/TagOperations.js"
import { markChanges } from "./MarkedChanges.js"

type Nodes = ReadonlyArray<ContentNode>

/** A page to be typeset: its evaluated text and, in `before`, its text before the changes that are marked. */
export interface SourcePage
  extends Pick<PdfPage, "title" | "label" | "depth" | "type" | "emoji" | "description" | "change"> {
  readonly id: PageId
  readonly text: string
  /** The dialect of the text, if it is another one than GitBook's. */
  readonly dialect?: DialectName
  readonly before?: string
  /** The target of a page that is a link. */
  readonly link?: DocumentReference
}

/** The targets that the texts may refer to, in addition to each other. */
export interface Surroundings {
  /** The URL of a page that is not in the document, of a file, or of an external target. */
  readonly outside: (reference: DocumentReference) => PdfTarget | undefined
  /** The picture of a reference. */
  readonly picture: (reference: DocumentReference) => Pick<PdfImage, "file" | "url">
  /** A specification that a text names. */
  readonly spec?: (name: SpecName) => JsonObject | undefined
}

/** The options of a document: the language of its generated words, English when absent, and whether it is numbered. */
export interface Making {
  readonly language?: string
  readonly numbered?: boolean
}

interface Prepared {
  readonly page: SourcePage
  readonly nodes: Nodes
  readonly anchors: ReadonlyMap<ContentNode, string>
}

const prepare = (page: SourcePage): Prepared => {
  const reading = readingFor(page.dialect)
  const { nodes, title } = pageNodes(page.text, reading)
  const marked = page.before === undefined ? nodes : markChanges(pageNodes(page.before, reading).nodes, nodes)
  const anchors = new Map<ContentNode, string>()
  return { page, nodes: anchored(marked, anchors, title?.anchor, reading), anchors }
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
  const titles = new Map<string, string>(sources.map(({ id, title }) => [id, title]))
  const further = new Map<string, string>()
  for (const { anchors, page } of prepared) {
    places.add(page.id)
    for (const anchor of anchors.values()) places.add(placeOf(page.id, anchor))
    for (const [heading, id] of gitbookIds(anchors)) {
      further.set(placeOf(page.id, id), placeOf(page.id, anchors.get(heading)!))
    }
  }
  const specOf = (tag: ContentNode): JsonObject | undefined => {
    const name = specNameOf(tag)
    return name === undefined ? undefined : surroundings.spec?.(name)
  }
  const models = new Map<JsonObject, PdfTarget>()
  for (const { anchors, nodes, page } of prepared) {
    const placeIn = (heading?: ContentNode): string => {
      const anchor = heading === undefined ? undefined : anchors.get(heading)
      return anchor === undefined ? page.id : placeOf(page.id, anchor)
    }
    addModels(models, nodes, placeIn, specOf)
  }
  const within = (from: string, reference: DocumentReference): PdfTarget | undefined => {
    if (reference.kind !== "page" && reference.kind !== "anchor") return undefined
    const page = reference.page ?? from
    const named = reference.kind === "anchor" ? placeOf(page, reference.anchor) : page
    const place = further.get(named) ?? named
    if (places.has(place)) return { kind: "place", place }
    return places.has(page) ? { kind: "place", place: page } : undefined
  }
  return prepared.map(({ anchors, nodes, page }): PdfPage => {
    const footnotes = footnotesIn(nodes)
    const target = (reference: DocumentReference) => within(page.id, reference) ?? surroundings.outside(reference)
    const number = outline.page(page.depth)
    const note: Setting = {
      target,
      title: (reference) =>
        reference.kind === "page" || reference.kind === "anchor" ? titles.get(reference.page ?? page.id) : undefined,
      picture: surroundings.picture,
      place: () => undefined,
      operation: () => undefined,
      words,
      footnote: () => undefined
    }
    const text = (markdown: string) => (markdown === "" ? [] : toBlocks(foldHtml(readingNodes(markdown)), note))
    const setting: Setting = {
      ...note,
      place: (heading, level) => {
        const anchor = anchors.get(heading)
        return anchor === undefined ? undefined : { place: placeOf(page.id, anchor), ...outline.heading(level) }
      },
      operation: (tag) => {
        const spec = specOf(tag)
        return spec === undefined ? undefined : tagOperation(tag, () => showing(spec, words, text, { models }))
      },
      footnote: (label) => {
        const text = footnotes.get(label)
        return text === undefined ? undefined : onLines(foldHtml(readingNodes(text, readingFor(page.dialect))), note)
      }
    }
    const { change, depth, description, emoji, id, label, link, title, type } = page
    return {
      place: id,
      title,
      ...(label !== undefined && { label }),
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
