/** What a text shows, in short: blocks with their contents in brackets, and running text with its marks. */
import { mkdocsReading } from "@lectern/core/internal/content/dialects/mkdocs/MkDocsReading"
import { nodesOf } from "@lectern/core/internal/text/markdown/DocumentTree"
import { parserOf } from "@lectern/core/internal/text/markdown/Parser"
import type { ContentNode } from "@lectern/core/text/markdown/ContentNode"
import { foldHtml } from "@lectern/core/text/markdown/HtmlNodes"

/** The parser of MkDocs. */
export const mkdocsParser = parserOf(mkdocsReading)

const text = ({ marks = [], text: written = "" }: ContentNode): string =>
  [...marks].reverse().reduce((inner, mark) => `<${mark}>${inner}</${mark}>`, written)

const one = (node: ContentNode): string => {
  if (node.object === "text") return text(node)
  const { attributes, name, ref, ...data } = node.data ?? {}
  const type = name ?? node.tag ?? node.type
  if (node.type === "code-line") return `${all(node.nodes ?? [])};`
  const target = ref as { readonly url?: string; readonly anchor?: string } | undefined
  const stated = [
    ...Object.values(data),
    ...Object.values(attributes ?? {}),
    target?.url ?? target?.anchor ?? []
  ].flat()
  const inner = all(node.nodes ?? [])
  return `${type}${stated.length > 0 ? `(${stated.join(" ")})` : ""}[${inner}]`
}

const all = (nodes: ReadonlyArray<ContentNode>): string => nodes.map(one).join("")

/** What a text shows. */
export const shown = (markdown: string): string => all(foldHtml(nodesOf(mkdocsParser.parse(markdown, {}))))
