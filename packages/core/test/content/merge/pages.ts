/** Generated pages, and edits of them by two sides that keep off each other's blocks. */
import type { PageItem } from "@lectern/core/content/items/Item"
import { PageId } from "@lectern/core/content/Page"
import { runs as runsOf } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"

/** How many pages a property is tried with; `LECTERN_RUNS` can raise it. */
export const runs = { numRuns: runsOf(60) }

const at = "2026-01-01T00:00:00.000Z"
/** A stored page, of which tests change something. */
export const page: PageItem = {
  kind: "page",
  id: PageId.make("p"),
  type: "document",
  parent: "",
  position: "a0",
  slug: "page",
  path: "page",
  title: "Page",
  createdAt: at,
  updatedAt: at
}

/** A page before it is written out. */
export interface Plan {
  readonly fields: ReadonlyArray<readonly [key: string, value: string]>
  readonly blocks: ReadonlyArray<string>
  readonly eol: "\n" | "\r\n"
  readonly ending: string
}

const word = fc.constantFrom("alpha", "beta", "gamma", "delta", "über", "日本", "`code`", "**bold**", "[link](a.md)")
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((each) => each.join(" "))

/** A block that contains its number, so that no two are alike. */
export const block = (number: number): fc.Arbitrary<string> =>
  fc.oneof(
    words.map((text) => `Paragraph ${number} ${text}`),
    fc.tuple(words, words).map(([a, b]) => `Paragraph ${number} ${a}\nsecond line ${number} ${b}`),
    words.map((text) => `## Heading ${number} ${text}`),
    words.map((text) => `* item ${number} ${text}\n* other ${number}\n  * nested ${number}\n\n<!-- ${number} -->`),
    words.map((text) => `> quote ${number} ${text}\n> more ${number}`),
    words.map((text) => `\`\`\`js\nconst a${number} = 1\n\n// ${text}\n{% hint %}\n\`\`\``),
    words.map((text) => `| a${number} | b |\n| --- | --- |\n| ${text.replaceAll("|", "")} | 2 |`),
    fc.constant(`{% embed url="https://example.com/${number}" %}`),
    words.map((text) => `{% hint style="info" %}\nhint ${number} ${text}\n{% endhint %}`),
    fc.constant(`[ref${number}]: https://example.com/${number}`),
    fc.constant(`<div>\n<b>html ${number}</b>\n</div>`)
  )

const blocks = (count: number, offset: number): fc.Arbitrary<ReadonlyArray<string>> =>
  fc.tuple(...Array.from({ length: count }, (_, index) => block(offset + index)))

const keys = ["description", "icon", "hidden", "custom", "tags"] as const
const value = fc.constantFrom("one", "two", '"quoted: yes"', "1.10", "true", "[a, b]", "# comment only")

const fields = fc
  .subarray([...keys])
  .chain((chosen) => fc.tuple(...chosen.map((key) => value.map((v) => [key, v] as const))))

/** A page with at least one block. */
export const plan: fc.Arbitrary<Plan> = fc.integer({ min: 1, max: 8 }).chain((count) =>
  fc.record({
    fields,
    blocks: blocks(count, 0),
    eol: fc.constantFrom("\n", "\r\n"),
    ending: fc.constantFrom("", "\n", "\n\n")
  })
)

/** An edit of a block by one side. */
export type Edit =
  | { readonly kind: "keep" }
  | { readonly kind: "replace"; readonly text: string }
  | { readonly kind: "delete" }
  | { readonly kind: "append"; readonly text: string }

/** One block: if two replaced one, nobody could tell which is in its place, and which is inserted next to it. */
const replacement = (number: number): fc.Arbitrary<string> => block(number).filter((text) => !text.includes("<!--"))

const edit = (number: number): fc.Arbitrary<Edit> =>
  fc.oneof(
    fc.constant<Edit>({ kind: "keep" }),
    replacement(number).map((text): Edit => ({ kind: "replace", text })),
    fc.constant<Edit>({ kind: "delete" }),
    block(number).map((text): Edit => ({ kind: "append", text }))
  )

/** A page, the edit of each block, and the side that makes it. */
export const shared = plan.chain((page) =>
  fc.record({
    page: fc.constant(page),
    edits: fc.tuple(...page.blocks.map((_, index) => edit(100 + index))),
    owners: fc.tuple(...page.blocks.map(() => fc.constantFrom<"ours" | "theirs">("ours", "theirs")))
  })
)

/** The page with the edits of those blocks that `applies` names. */
export const edited = (page: Plan, edits: ReadonlyArray<Edit>, applies: (index: number) => boolean): Plan => ({
  ...page,
  blocks: page.blocks.flatMap((text, index) => {
    const change = edits[index]!
    if (!applies(index) || change.kind === "keep") return [text]
    if (change.kind === "delete") return []
    return change.kind === "replace" ? [change.text] : [text, change.text]
  })
})

/** The page as markdown. */
export const write = ({ blocks: parts, ending, eol, fields: stated }: Plan): string => {
  const yaml = stated.map(([key, each]) => `${key}: ${each}\n`).join("")
  const body = parts.length === 0 ? "" : parts.join("\n\n") + ending
  return ((yaml === "" ? "" : `---\n${yaml}---\n\n`) + body).replaceAll("\n", eol)
}
