/** Converts the text of a page to its rendering for readers, as a task. */

import type { DialectName } from "../../content/dialects/DialectName.js"
import { readingFor } from "../../content/dialects/Dialects.js"
import type { Task } from "../../foundation/workers/Workers.js"
import type { PdfBlocks } from "../../text/blocks/BlockDocument.js"
import { wordsIn } from "../../text/blocks/DocumentWords.js"
import type { Setting } from "../../text/blocks/Inlines.js"
import { toBlocks } from "../../text/blocks/PageBlocks.js"
import { type ContentNode, isOfKind } from "../../text/markdown/ContentNode.js"
import { foldHtml } from "../../text/markdown/HtmlNodes.js"
import { pageNodes, readingNodes } from "../../text/markdown/ReadingNodes.js"
import type { JsonObject } from "../../text/openapi/Json.js"
import { readSpec, type SpecBytes } from "../../text/openapi/NamedSpecs.js"
import { fieldsAt } from "../../text/openapi/OperationBlocks.js"
import { showing } from "../../text/openapi/SchemaBlocks.js"
import type { Direction } from "../../text/openapi/SchemaParts.js"
import { describedOperation, operationOf, specNameOf, tagOperation } from "../../text/openapi/TagOperations.js"
import { specKey } from "../pdf/PdfTask.js"
import { type RequestSample, requestSample } from "./RequestSample.js"

/** Fields that a page does not show, as a reader asks for them. */
export interface AskedFields {
  /** The number of the operation among the operations of the page. */
  readonly operation: number
  /** The place of their schema in the specification, as a JSON pointer. */
  readonly place: string
  readonly direction?: Direction
}

/** A text with its expressions evaluated, and the specifications that it names, by `specKey`. */
export interface ReadingText {
  readonly markdown: string
  /** Its dialect, if that is another one than GitBook's. */
  readonly dialect?: DialectName | undefined
  /** The language of captions, as a BCP 47 tag; English when absent. */
  readonly language?: string
  readonly specs: ReadonlyMap<string, SpecBytes>
  /** The only part to read, instead of the whole text, or that nobody can ask for a part later. */
  readonly asked?: AskedFields | "everything" | undefined
}

/** The content of a text. */
export interface ReadText {
  /** As `pageNodes` returns them. */
  readonly nodes: ReadonlyArray<ContentNode>
  /** The dialect that they are read by. */
  readonly dialect?: DialectName | undefined
  /** The anchor of the heading that is the page's title, if its text begins with that. */
  readonly titleAnchor?: string | undefined
  /** The blocks that the tags of specifications show, in tree order. */
  readonly operations: ReadonlyArray<PdfBlocks | undefined>
  /** Sample requests of these operations, in the same order. */
  readonly requests: ReadonlyArray<RequestSample | undefined>
}

/** The tags that show parts of specifications, in tree order. */
export const operationTags = (nodes: ReadonlyArray<ContentNode>): ReadonlyArray<ContentNode> =>
  nodes.flatMap((node) =>
    isOfKind(node.type, "operation") ? [node] : node.type === "code" ? [] : operationTags(node.nodes ?? [])
  )

const settingIn = (language: string): Setting => ({
  target: (reference) =>
    reference.kind === "url" && /^(?:https?:\/\/|mailto:)/i.test(reference.url)
      ? { kind: "url", url: reference.url }
      : undefined,
  title: () => undefined,
  picture: () => ({}),
  place: () => undefined,
  operation: () => undefined,
  words: wordsIn(language),
  footnote: () => undefined
})

/** A text as shown to readers in a language, with the specifications that it names, by `specKey`. */
export const readText = (
  markdown: string,
  language: string,
  documentOf: (key: string) => JsonObject | undefined,
  asked?: AskedFields | "everything",
  dialect?: DialectName
): ReadText => {
  const setting = settingIn(language)
  const text = (part: string): PdfBlocks => (part === "" ? [] : toBlocks(foldHtml(readingNodes(part)), setting))
  const documentBy = (tag: ContentNode): JsonObject | undefined => {
    const name = specNameOf(tag)
    return name === undefined ? undefined : documentOf(specKey(name))
  }
  const showingOf = (document: JsonObject) => showing(document, setting.words, text, { canAsk: asked !== "everything" })
  const shownBy = (tag: ContentNode): PdfBlocks | undefined => {
    const document = documentBy(tag)
    const found = document === undefined ? undefined : tagOperation(tag, () => showingOf(document))
    return found ?? describedOperation(tag, setting.words, (nodes) => toBlocks(nodes, setting))
  }
  const requestOf = (tag: ContentNode): RequestSample | undefined => {
    const document = documentBy(tag)
    const operation = operationOf(tag)
    return document === undefined || operation === undefined ? undefined : requestSample(document, operation)
  }
  const { nodes, title } = pageNodes(markdown, readingFor(dialect))
  const tags = operationTags(nodes)
  if (asked !== undefined && asked !== "everything") {
    const tag = tags[asked.operation]
    const document = tag === undefined ? undefined : documentBy(tag)
    const shown = document && fieldsAt(showingOf(document), asked.place, asked.direction)
    return { nodes: [], operations: [shown], requests: [] }
  }
  return { nodes, dialect, titleAnchor: title?.anchor, operations: tags.map(shownBy), requests: tags.map(requestOf) }
}

const read = ({ asked, dialect, language = "en", markdown, specs }: ReadingText): ReadText => {
  const documents = new Map<string, JsonObject | undefined>()
  const documentOf = (key: string) => {
    const bytes = specs.get(key)
    if (bytes !== undefined && !documents.has(key)) documents.set(key, readSpec(bytes))
    return documents.get(key)
  }
  return readText(markdown, language, documentOf, asked, dialect)
}

/** A text as shown to readers. */
export const readingTask: Task<ReadingText, ReadText> = {
  name: "text/reading",
  size: ({ markdown, specs }) =>
    [...specs.values()].reduce((length, { bytes }) => length + bytes.length, markdown.length),
  run: read
}
