/** The parts of specifications that block tags name or describe. */

import type { PdfBlock, PdfBlocks, PdfField } from "../blocks/BlockDocument.js"
import type { PdfWords } from "../blocks/DocumentWords.js"
import type { ContentNode, NodeType } from "../markdown/ContentNode.js"
import { dataText, plainText, referenceOf } from "../markdown/NodeReading.js"
import { schemaNamesOf } from "./ModelPlaces.js"
import { type OperationName, operationBlocks, schemaBlocks } from "./OperationBlocks.js"
import type { Showing } from "./SchemaBlocks.js"
import { type SpecName, specAt } from "./SpecNames.js"

/** The specification that a tag names; `undefined` if it names none. */
export const specNameOf = (tag: ContentNode): SpecName | undefined => {
  const slug = dataText(tag, "spec")
  if (slug !== undefined) return { kind: "slug", name: slug }
  const reference = referenceOf(tag)
  if (reference?.kind === "file") return { kind: "file", name: reference.file }
  return reference?.kind === "url" ? specAt(reference.url) : undefined
}

/** The operation that a tag names; `undefined` if it names none. */
export const operationOf = (tag: ContentNode): OperationName | undefined => {
  const isWebhook = tag.type === "openapi-webhook" || tag.data?.webhook === true
  const name = dataText(tag, "path") ?? dataText(tag, "name")
  const method = dataText(tag, "method") ?? (isWebhook ? "post" : undefined)
  return name === undefined || method === undefined
    ? undefined
    : { kind: isWebhook ? "webhooks" : "paths", name, method }
}

/** The part of a specification that a tag shows; `undefined` if there is no such part. */
export const tagOperation = (tag: ContentNode, show: () => Showing): PdfBlocks | undefined => {
  if (tag.type === "openapi-schemas") {
    const names = schemaNamesOf(tag)
    const found = names.flatMap((name): PdfBlocks => {
      const blocks = schemaBlocks(show(), name)
      if (blocks === undefined) return []
      const title = names.length === 1 ? plainText(tag.nodes ?? []).trim() : name
      const caption: PdfBlock = { type: "caption", level: 1, children: [{ type: "text", text: title }] }
      return title === "" ? blocks : [caption, ...blocks]
    })
    return found.length === 0 ? undefined : found
  }
  const operation = operationOf(tag)
  if (operation === undefined) return undefined
  const isTitled = tag.type === "openapi" || tag.type === "swagger"
  return operationBlocks(show(), operation, isTitled)
}

const places = ["path", "query", "header", "cookie", "body"] as const

const partsOf = (tag: ContentNode, name: NodeType): ReadonlyArray<ContentNode> =>
  (tag.nodes ?? []).filter(({ type }) => type === name)

/** The operation that a `swagger` tag describes itself, part by part; `undefined` if it names no path. */
export const describedOperation = (
  tag: ContentNode,
  words: PdfWords,
  blocks: (nodes: ReadonlyArray<ContentNode>) => PdfBlocks
): PdfBlocks | undefined => {
  const operation = operationOf(tag)
  if (operation === undefined) return undefined
  const caption = (level: 1 | 2, text: string): PdfBlock => ({
    type: "caption",
    level,
    children: [{ type: "text", text }]
  })
  const fieldsIn = (place: string): ReadonlyArray<PdfField> =>
    partsOf(tag, "swagger-parameter")
      .filter((parameter) => (dataText(parameter, "in") ?? "query") === place)
      .map((parameter) => ({
        name: dataText(parameter, "name") ?? "",
        kind: dataText(parameter, "type") ?? "",
        flags: parameter.data?.required === true ? [words.required] : [],
        children: blocks(parameter.nodes ?? [])
      }))
  const responses = partsOf(tag, "swagger-response")
  const [summary, server] = [dataText(tag, "summary"), dataText(tag, "baseUrl")]
  return [
    ...(summary === undefined ? [] : [caption(1, summary)]),
    {
      type: "endpoint",
      method: operation.method.toUpperCase(),
      path: operation.name,
      ...(server !== undefined && { server })
    },
    ...partsOf(tag, "swagger-description").flatMap(({ nodes = [] }) => blocks(nodes)),
    ...places.flatMap((place): PdfBlocks => {
      const fields = fieldsIn(place)
      return fields.length === 0 ? [] : [caption(1, words[place]), { type: "fields", fields }]
    }),
    ...(responses.length === 0 ? [] : [caption(1, words.responses)]),
    ...responses.flatMap((response) => [
      caption(2, [dataText(response, "status"), dataText(response, "description")].filter(Boolean).join(" ")),
      ...blocks(response.nodes ?? [])
    ])
  ]
}
