/**
 * Estimates the work of drawing a diagram from its source, without drawing it. The estimate depends only on the source,
 * so that whether a diagram is drawn does not depend on how busy the server is.
 */
import { parseMermaid } from "beautiful-mermaid"

/** The kinds of diagrams that are drawn on the server, by the first word of their sources. */
export type DiagramKind = "flow" | "state" | "sequence" | "class" | "entity"

/** A diagram as nodes, by number, and the edges between them. */
interface Graph {
  readonly nodes: number
  readonly edges: ReadonlyArray<readonly [from: number, to: number]>
  /** How many edges have a text. */
  readonly labels: number
  /** The number of subgraphs, and how deeply they are nested. */
  readonly groups: number
  readonly nesting: number
}

/** The maximum number of nodes and edges that a layout is estimated for; a larger diagram is always too much. */
const mostParts = 2_000

/** Numbers for names, from 0. */
const numbering = () => {
  const numbers = new Map<string, number>()
  return {
    of: (name: string): number => {
      const known = numbers.get(name) ?? numbers.size
      numbers.set(name, known)
      return known
    },
    count: () => numbers.size
  }
}

/** The most edges that the lines of a flow chart can ask for: each name before an arrow is joined to each after it. */
const mostEdges = (lines: ReadonlyArray<string>): number =>
  lines.reduce((sum, line) => {
    const names = line.split("&").length
    return sum + (names === 1 ? 1 : (names * names) / 4 + names)
  }, 0)

interface Subgraph {
  readonly children: ReadonlyArray<Subgraph>
}

const countGroups = (
  groups: ReadonlyArray<Subgraph>,
  depth = 1
): { readonly count: number; readonly deepest: number } =>
  groups.reduce(
    ({ count, deepest }, { children }) => {
      const inside = countGroups(children, depth + 1)
      return { count: count + 1 + inside.count, deepest: Math.max(deepest, depth, inside.deepest) }
    },
    { count: 0, deepest: 0 }
  )

const flowGraph = (source: string): Graph | undefined => {
  if (mostEdges(source.split("\n")) > mostParts) return undefined
  const parsed = parseMermaid(source)
  const numbers = numbering()
  for (const name of parsed.nodes.keys()) numbers.of(name)
  const edges = parsed.edges.map((edge) => [numbers.of(edge.source), numbers.of(edge.target)] as const)
  const { count, deepest } = countGroups(parsed.subgraphs)
  const labels = parsed.edges.filter(({ label }) => label !== undefined).length
  return { nodes: numbers.count(), edges, labels, groups: count, nesting: deepest }
}

/** A relation in a class or entity diagram: a name, a line, and a name, with ends, counts and a label. */
const relation = /^([^\s:"{<|*}o]\S*)\s.*?(?:--|\.\.)(.*)$/

const relatedGraph = (source: string): Graph => {
  const numbers = numbering()
  const edges: Array<readonly [number, number]> = []
  for (const line of source.split("\n")) {
    const [, from = "", rest = ""] = relation.exec(line.trim()) ?? []
    const to = rest.split(":", 1)[0]?.trim().split(/\s+/).at(-1) ?? ""
    if (from !== "" && to !== "") edges.push([numbers.of(from), numbers.of(to)])
    else {
      const [word = "", name] = line.trim().split(/[\s{:]+/, 2)
      if (word !== "") numbers.of(word === "class" ? (name ?? word) : word)
    }
  }
  return { nodes: numbers.count(), edges, labels: edges.length, groups: 0, nesting: 0 }
}

/**
 * The rank of each node: one more than the ranks of its predecessors, where edges that close a cycle lead back. An edge
 * takes part in the layout of every gap between the ranks that it connects.
 */
const segmentsOf = ({ edges, nodes }: Graph): ReadonlyArray<number> => {
  const next: Array<Array<number>> = Array.from({ length: nodes }, () => [])
  for (const [from, to] of edges) if (from !== to) next[from]?.push(to)
  const ranks = new Array<number>(nodes).fill(0)
  const state = new Array<number>(nodes).fill(0)
  const ordered: Array<number> = []
  for (let start = 0; start < nodes; start++) {
    if (state[start] !== 0) continue
    const open: Array<readonly [number, number]> = [[start, 0]]
    state[start] = 1
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      const [node, at] = top
      const target = next[node]?.[at]
      if (target === undefined) {
        ordered.push(node)
        continue
      }
      open.push([node, at + 1])
      if (state[target] !== 0) continue
      state[target] = 1
      open.push([target, 0])
    }
  }
  ordered.reverse()
  const place = new Array<number>(nodes).fill(0)
  for (const [index, node] of ordered.entries()) place[node] = index
  const isBack = (from: number, to: number): boolean => (place[from] ?? 0) >= (place[to] ?? 0)
  for (const node of ordered) {
    for (const target of next[node] ?? []) {
      if (!isBack(node, target)) ranks[target] = Math.max(ranks[target] ?? 0, (ranks[node] ?? 0) + 1)
    }
  }
  const gaps = new Array<number>(nodes).fill(0)
  for (const [from, to] of edges) {
    const [low, high] = [ranks[from] ?? 0, ranks[to] ?? 0].sort((a, b) => a - b) as [number, number]
    for (let gap = low; gap < Math.max(high, low + 1); gap++) gaps[gap] = (gaps[gap] ?? 0) + 1
  }
  return gaps
}

/**
 * The work of drawing a diagram, in milliseconds of a slow processor; `Infinity` if it is beyond any limit. Most diagrams
 * take less. Measured over chains, trees, cycles and dense graphs of each kind.
 */
export const diagramWork = (kind: DiagramKind, source: string): number => {
  const lines = source.split("\n").length
  if (kind === "sequence") return 1 + lines * 0.4
  const graph = kind === "flow" || kind === "state" ? flowGraph(source) : relatedGraph(source)
  if (graph === undefined || graph.nodes > mostParts || graph.edges.length > mostParts) return Infinity
  const { edges, groups, labels, nesting, nodes } = graph
  const gaps = segmentsOf(graph)
  const segments = gaps.reduce((sum, gap) => sum + gap, 0) + edges.length * nesting
  const crossings = gaps.reduce((sum, gap) => sum + gap * gap, 0)
  const linear = 1 + lines * 0.2 + nodes * 0.5 + edges.length + segments * 0.5 + labels * 0.5 + groups * 5
  return linear + crossings * (labels > 0 ? 0.045 : 0.03)
}
