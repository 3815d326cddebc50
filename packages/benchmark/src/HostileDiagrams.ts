/** Diagrams of every kind that is drawn on the server, in the shapes that are hardest to lay out. */
import type { HostileText } from "./HostileTexts.js"

type Edges = (count: number) => ReadonlyArray<readonly [from: number, to: number]>

const numbers = (count: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => i)

const shapes: Readonly<Record<string, Edges>> = {
  "a chain": (count) => numbers(count).map((i) => [i, i + 1]),
  "a star": (count) => numbers(count).map((i) => [0, i + 1]),
  "two rows": (count) => {
    const width = Math.ceil(Math.sqrt(count))
    return numbers(width).flatMap((i) => numbers(width).map((j) => [i, width + j] as const))
  },
  "everything joined": (count) => {
    const width = Math.ceil(Math.sqrt(2 * count))
    return numbers(width).flatMap((i) => (i === 0 ? [] : numbers(i).map((j) => [j, i] as const)))
  },
  "parallel lines": (count) => numbers(count).map(() => [0, 1]),
  "long lines": (count) => numbers(count / 2).flatMap((i) => [[i, i + 1] as const, [0, i + 1] as const]),
  "lines in a tangle": (count) => {
    let seed = 7
    const next = (): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % Math.max(2, Math.floor(count / 2))
    }
    return numbers(count).map(() => [next(), next()])
  }
}

const kinds: Readonly<Record<string, readonly [head: string, line: (from: number, to: number) => string]>> = {
  "a flow chart": ["graph LR", (from, to) => `A${from} --> A${to}`],
  "a flow chart with labels": ["graph TD", (from, to) => `A${from} -->|l ${to}| A${to}`],
  "a state diagram": ["stateDiagram-v2", (from, to) => `A${from} --> A${to}`],
  "a class diagram": ["classDiagram", (from, to) => `A${from} <|-- A${to}`],
  "an entity diagram": ["erDiagram", (from, to) => `A${from} ||--o{ A${to} : x`],
  "a sequence diagram": ["sequenceDiagram", (from, to) => `A${from}->>A${to}: x`]
}

/** The largest diagram of a shape that has at most this length. */
const longest = (make: (count: number) => string, length: number): string => {
  let count = 1
  while (make(count * 1.3 + 1).length <= length) count = count * 1.3 + 1
  return make(count)
}

const repeated =
  (head: string, line: (index: number) => string, tail = ""): ((length: number) => string) =>
  (length) =>
    longest((count) => `${head}\n${numbers(count).map(line).join("\n")}\n${tail}`, length)

/** Each kind in each shape, by the length of the source. */
export const diagramTexts: ReadonlyArray<HostileText> = [
  ...Object.entries(kinds).flatMap(([kind, [head, line]]) =>
    Object.entries(shapes).map(([shape, edges]) => ({
      name: `${kind} of ${shape}`,
      make: (length: number) =>
        longest(
          (count) =>
            `${head}\n${edges(count)
              .map(([from, to]) => line(from, to))
              .join("\n")}`,
          length
        )
    }))
  ),
  {
    name: "a flow chart of rows that are joined",
    make: (length) =>
      longest((count) => {
        const row = (letter: string) =>
          numbers(count)
            .map((i) => `${letter}${i}`)
            .join(" & ")
        return `graph LR\n${row("A")} --> ${row("B")} --> ${row("C")}`
      }, length)
  },
  { name: "a flow chart of nodes without lines", make: repeated("graph LR", (i) => `A${i}`) },
  { name: "a flow chart of groups", make: repeated("graph LR", (i) => `subgraph s${i}\nA${i}\nend`) },
  {
    name: "a flow chart of nested groups",
    make: (length) =>
      longest((count) => {
        const all = numbers(count)
        return `graph LR\n${all.map((i) => `subgraph s${i}\nA${i} --> B`).join("\n")}\n${all.map(() => "end").join("\n")}`
      }, length)
  },
  { name: "a class diagram of members", make: repeated("classDiagram", (i) => `A : +int a${i}`) },
  { name: "an entity diagram of attributes", make: repeated("erDiagram\nA {", (i) => `string a${i}`, "}") },
  { name: "a sequence diagram of loops", make: repeated("sequenceDiagram", () => "loop x\nA->>B: x\nend") },
  { name: "a flow chart of open brackets", make: (length) => `graph LR\nA${"[".repeat(Math.max(0, length - 10))}` },
  { name: "settings in front of a diagram", make: (length) => "---\nx\n---\n".repeat(Math.floor(length / 10)) }
]
