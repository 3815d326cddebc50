/** Generated pages that two sides change close to one another, with the edits of each side. */
import { FastCheck as fc } from "effect"
import { type Kind, kinds, type Shape, writeBlock } from "./blockKinds.js"

/** A change of one side; `mark` is a word that only this change writes. */
export type Op = { readonly mark: string } & (
  | { readonly op: "word"; readonly block: number; readonly part: number; readonly word: number }
  | { readonly op: "rewrite"; readonly block: number; readonly part: number }
  | { readonly op: "drop"; readonly block: number; readonly part: number }
  | { readonly op: "add"; readonly block: number; readonly at: number; readonly text: string }
  | { readonly op: "turn"; readonly block: number; readonly to: Kind }
  | { readonly op: "narrow"; readonly block: number }
  | { readonly op: "delete"; readonly block: number }
  | { readonly op: "insert"; readonly gap: number; readonly shape: Shape; readonly parts: ReadonlyArray<string> }
  | { readonly op: "field"; readonly key: string }
  | { readonly op: "note"; readonly block: number; readonly gap: number }
)

/** A block of the base. */
interface Base extends Shape {
  readonly parts: ReadonlyArray<string>
}

/** A page, and the changes of two sides in it. */
export interface Pair {
  readonly blocks: ReadonlyArray<Base>
  readonly fields: ReadonlyArray<string>
  readonly eol: "\n" | "\r\n"
  readonly ending: "" | "\n"
  readonly ours: ReadonlyArray<Op>
  readonly theirs: ReadonlyArray<Op>
}

/** The three texts of a pair. */
export interface Texts {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

const vocabulary = ["alpha", "beta", "gamma", "delta", "über", "日本", "`code`", "**bold**"]
const words = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 }).map((each) => each.join(" "))
const shape = (sign: Shape["sign"]): fc.Arbitrary<Shape> =>
  fc.record({ kind: fc.constantFrom(...kinds), columns: fc.constantFrom<2 | 3>(2, 3), sign: fc.constant(sign) })

/** An inserted block; no ordered list, which could join another one. */
const inserted = shape("+").map((each): Shape => (each.kind === "ordered" ? { ...each, kind: "tasks" } : each))

const base = (number: number): fc.Arbitrary<Base> =>
  fc
    .tuple(shape(number % 2 === 0 ? "-" : "*"), fc.array(words, { minLength: 1, maxLength: 3 }))
    .map(([each, parts]) => ({
      ...each,
      parts: parts.map((part, index) => `b${number}p${index} ${part}`)
    }))

const keys = ["description", "icon", "hidden", "custom"]

/** A change near a block; `who` and `number` make its mark unique. */
const opAt = (blocks: ReadonlyArray<Base>, block: number, mark: string): fc.Arbitrary<Op> => {
  const count = blocks[block]!.parts.length
  const part = fc.nat({ max: count - 1 })
  const gap = fc.constantFrom(block, block + 1)
  const added = words.map((text) => `${mark} ${text}`)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        op: fc.constant("word" as const),
        mark: fc.constant(mark),
        block: fc.constant(block),
        part,
        word: fc.integer({ min: 1, max: 4 })
      })
    },
    fc.record({ op: fc.constant("rewrite" as const), mark: fc.constant(mark), block: fc.constant(block), part }),
    fc.record({ op: fc.constant("drop" as const), mark: fc.constant(mark), block: fc.constant(block), part }),
    {
      weight: 4,
      arbitrary: fc.record({
        op: fc.constant("add" as const),
        mark: fc.constant(mark),
        block: fc.constant(block),
        at: fc.nat({ max: count }),
        text: added
      })
    },
    {
      weight: 2,
      arbitrary: fc.record({
        op: fc.constant("turn" as const),
        mark: fc.constant(mark),
        block: fc.constant(block),
        to: blocks[block]!.kind === "definitions" ? fc.constant("definitions" as const) : fc.constantFrom(...kinds)
      })
    },
    fc.record({ op: fc.constant("narrow" as const), mark: fc.constant(mark), block: fc.constant(block) }),
    fc.record({ op: fc.constant("delete" as const), mark: fc.constant(mark), block: fc.constant(block) }),
    {
      weight: 4,
      arbitrary: fc.record({
        op: fc.constant("insert" as const),
        mark: fc.constant(mark),
        gap,
        shape: inserted,
        parts: fc.tuple(added)
      })
    },
    fc.record({ op: fc.constant("field" as const), mark: fc.constant(mark), key: fc.constantFrom(...keys) }),
    fc.record({ op: fc.constant("note" as const), mark: fc.constant(mark), block: fc.constant(block), gap })
  )
}

/** Pairs whose sides change the same block or its neighbours. */
export const pair: fc.Arbitrary<Pair> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => base(index))))
  .chain((blocks) => {
    const near = fc.nat({ max: blocks.length - 1 })
    return fc.tuple(fc.constant(blocks), near)
  })
  .chain(([blocks, near]) => {
    const beside = fc.constantFrom(near, near, Math.min(near + 1, blocks.length - 1))
    const side = (who: string) =>
      fc
        .array(beside, { minLength: 1, maxLength: 3 })
        .chain((places) => fc.tuple(...places.map((place, index) => opAt(blocks, place, `${who}${index}`))))
    return fc.record({
      blocks: fc.constant(blocks),
      fields: fc.subarray(keys),
      eol: fc.constantFrom("\n" as const, "\n" as const, "\r\n" as const),
      ending: fc.oneof({ weight: 12, arbitrary: fc.constant("\n" as const) }, fc.constant("" as const)),
      ours: side("main"),
      theirs: side("request")
    })
  })

const withWord = (part: string, at: number, mark: string): string => {
  const all = part.split(" ")
  return at >= all.length ? `${part} ${mark}` : all.map((word, index) => (index === at ? mark : word)).join(" ")
}

const written = ({ blocks, ending, eol, fields }: Pair, ops: ReadonlyArray<Op>): string => {
  const those = <const O extends Op["op"]>(op: O, where: (each: Extract<Op, { op: O }>) => boolean) =>
    ops.filter((each): each is Extract<Op, { op: O }> => each.op === op).filter(where)
  const noted = (part: string, block: number, index: number): string =>
    index === 0 && those("note", (each) => each.block === block).length > 0 ? `${part}[^1]` : part
  const partsOf = (parts: ReadonlyArray<string>, block: number): ReadonlyArray<string> => {
    const added = (at: number) => those("add", (each) => each.block === block && each.at === at).map(({ text }) => text)
    const kept = parts.flatMap((part, index) => {
      if (those("drop", (each) => each.block === block && each.part === index).length > 0) return added(index)
      const rewritten = those("rewrite", (each) => each.block === block && each.part === index).at(-1)
      const edits = those("word", (each) => each.block === block && each.part === index)
      const text = edits.reduce((all, { mark, word }) => withWord(all, word, mark), part)
      return [...added(index), noted(rewritten === undefined ? text : `${rewritten.mark} wholly new`, block, index)]
    })
    return [...kept, ...added(parts.length)]
  }
  const insertedAt = (gap: number): ReadonlyArray<string> => [
    ...those("insert", (each) => each.gap === gap).map((each) => writeBlock(each.shape, each.parts)),
    ...those("note", (each) => each.gap === gap)
      .slice(0, 1)
      .map(({ mark }) => `[^1]: ${mark}`)
  ]
  const body = blocks.flatMap((block, index) => {
    const parts = partsOf(block.parts, index)
    if (parts.length === 0 || those("delete", (each) => each.block === index).length > 0) return insertedAt(index)
    const kind = those("turn", (each) => each.block === index).at(-1)?.to ?? block.kind
    const columns = those("narrow", (each) => each.block === index).length > 0 ? 2 : block.columns
    return [...insertedAt(index), writeBlock({ ...block, kind, columns }, parts)]
  })
  const set = new Map(fields.map((key) => [key, "before"]))
  for (const { key, mark } of those("field", () => true)) set.set(key, mark)
  const yaml = [...set].map(([key, value]) => `${key}: ${value}\n`).join("")
  const text = [...body, ...insertedAt(blocks.length)].join("\n\n")
  return ((yaml === "" ? "" : `---\n${yaml}---\n\n`) + (text === "" ? "" : text + ending)).replaceAll("\n", eol)
}

/** The texts of a pair. */
export const textsOf = (made: Pair): Texts => ({
  base: written(made, []),
  ours: written(made, made.ours),
  theirs: written(made, made.theirs)
})
