/** Weighs the content of a page: how long it takes to render, as the length of a text that takes as long to parse. */
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { elementName } from "@lectern/core/internal/text/markdown/HtmlNodes"
import { dataText } from "@lectern/core/internal/text/markdown/NodeReading"
import { codeWeight } from "../html/Code.js"
import { formulaWeight } from "../html/MathMl.js"

/** The weight of a node in addition to its text. */
const perNode = 10

/** The weight of a diagram: the library that draws it takes longer to load than a page of text to render. */
const diagramWeight = 100_000

/** The factor by which texts in the data of nodes take longer: some, such as texts of footnotes, are parsed. */
const ofData = 4

/** Nodes are not weighed beyond this weight: a page may have a node for each of its half a million lines. */
const heaviest = 400_000

const lengthOf = (nodes: ReadonlyArray<ContentNode>): number => {
  let length = 0
  for (const { nodes: inside = [], text = "" } of nodes) {
    length += 1 + text.length + lengthOf(inside)
    if (length >= heaviest) break
  }
  return length
}

/** Whether a node is a diagram. */
const isDiagram = (node: ContentNode): boolean => node.type === "code" && dataText(node, "syntax") === "mermaid"

/** Whether there is a diagram among some nodes. */
export const hasDiagram = (nodes: ReadonlyArray<ContentNode>): boolean =>
  nodes.some((node) => isDiagram(node) || hasDiagram(node.nodes ?? []))

/** The weight of plain data: the length of its strings, and something for each of its parts; more for drawings. */
export const dataWeight = (value: unknown): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return 0
  const weight = Object.values(value).reduce<number>((sum, part) => sum + dataWeight(part), perNode)
  if ("formula" in value && typeof value.formula === "string") return weight + formulaWeight(value.formula)
  return "type" in value && value.type === "code" ? codeWeight(weight) : weight
}

/** The weight of some nodes, or at least {@link heaviest}. */
export const nodesWeight = (nodes: ReadonlyArray<ContentNode>): number => {
  let weight = 0
  for (const node of nodes) {
    const { data, nodes: inside = [], text = "" } = node
    weight += perNode + text.length
    for (const value of Object.values(data ?? {})) weight += ofData * dataWeight(value)
    if (node.type === "math") weight += formulaWeight(dataText(node, "formula") ?? "")
    if (isDiagram(node)) weight += diagramWeight
    if (node.type === "code" || elementName(node) === "pre") weight += codeWeight(lengthOf(inside))
    weight += nodesWeight(inside)
    if (weight >= heaviest) break
  }
  return weight
}
