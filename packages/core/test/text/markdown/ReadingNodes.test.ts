/**
 * The text as pages and PDFs show it: nothing is lost between the parts of a block, code has its title, and videos have
 * their address.
 */
import type { ContentNode } from "@lectern/core/text/markdown/ContentNode"
import { elementAttribute, elementName, foldHtml } from "@lectern/core/text/markdown/HtmlNodes"
import { readingNodes } from "@lectern/core/text/markdown/ReadingNodes"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

type Nodes = ReadonlyArray<ContentNode>

const partOf = { tabs: "tab", stepper: "step", columns: "column" } as const
type Block = keyof typeof partOf

/** A word that stands alone, or in a part of the block. */
interface Word {
  readonly inPart: boolean
  readonly word: string
}

const written = (block: Block, words: ReadonlyArray<Word>): string => {
  const part = partOf[block]
  const lines = words.map(({ inPart, word }) =>
    inPart ? `{% ${part} %}\n## ${word}\n{% end${part} %}` : `* ${word}\n`
  )
  return `{% ${block} %}\n${lines.join("\n")}\n{% end${block} %}`
}

const all = (nodes: Nodes): Nodes => nodes.flatMap((node) => [node, ...all(node.nodes ?? [])])

const wordsOf = (nodes: Nodes): ReadonlyArray<string> =>
  all(nodes).flatMap(({ text }) => (text === undefined ? [] : [text]))

describe("a block with parts", () => {
  it("has nothing but parts, and what stands beside them is shown in its place", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Block>("tabs", "stepper", "columns"),
        fc.array(fc.boolean(), { maxLength: 6 }),
        fc.boolean(),
        (block, isInPart, isQuoted) => {
          const words = isInPart.map((inPart, index) => ({ inPart, word: `word${index}` }))
          const text = written(block, words)
          const nodes = readingNodes(isQuoted ? text.replaceAll(/^/gm, "> ") : text)
          expect(wordsOf(nodes)).toEqual(words.map(({ word }) => word))
          for (const { nodes: inside = [], type } of all(nodes)) {
            if (type === block) expect(inside.map((part) => part.type)).toEqual(inside.map(() => partOf[block]))
          }
          expect(all(nodes).filter(({ type }) => type === block).length).toBe(isInPart.includes(true) ? 1 : 0)
        }
      ),
      { numRuns: runs(200) }
    )
  })
})

describe("a code block", () => {
  it.each([
    ['ts title="a b.ts"', { syntax: "ts", title: "a b.ts" }],
    ["ts filename='a.ts' showLineNumbers copy", { syntax: "ts", title: "a.ts", lineNumbers: true }],
    ['tsx file="app/[id]/a.tsx" highlight="1"', { syntax: "tsx", title: "app/[id]/a.tsx" }],
    ['ts highlight={"1"} filename={"a.ts"}', { syntax: "ts", title: "a.ts" }],
    ['ts profile="no"', { syntax: "ts" }],
    ['py {2-3} linenums="1"', { syntax: "py", lineNumbers: true }],
    ["js subtitle=\"no\" title=''", { syntax: "js" }],
    ["sh", { syntax: "sh" }]
  ])("has the title and the numbers that its first line states: %s", (info, data) => {
    expect(readingNodes(`\`\`\`${info}\na\n\`\`\``)[0]?.data).toEqual(data)
    expect(readingNodes(`{% code title="own" %}\n\`\`\`${info}\na\n\`\`\`\n{% endcode %}`)[0]?.data?.title).toBe("own")
  })

  it.each([
    ["fenced", "```\na\n\n  b\n```"],
    ["unclosed", "```\na\n\n  b"],
    ["indented", "    a\n\n      b"],
    ["in a tag", "{% code %}\n```\na\n\n  b\n```\n{% endcode %}"]
  ])("is one text, however many lines it has: %s", (_, markdown) => {
    expect(readingNodes(markdown)[0]?.nodes).toEqual([{ object: "text", text: "a\n\n  b" }])
  })

  it("has no text if it is empty", () => {
    expect(readingNodes("```\n```")[0]?.nodes).toEqual([])
  })
})

describe("a video or a sound", () => {
  it.each([
    ["of its own", '<video src="a.mp4"></video>', ["a.mp4"]],
    [
      "of its first source",
      '<video controls>\n<source src="a.mp4\n">\n<source src="b.webm">\n<p>None</p>\n</video>',
      ["a.mp4"]
    ],
    ["of a sound", "<audio><source src='a.ogg'></audio>", ["a.ogg"]],
    ["of none", "<video>\nNothing to see\n</video>", [undefined]]
  ])("has the address %s", (_, html, addresses) => {
    const media = all(foldHtml(readingNodes(html))).filter((node) => /^(?:video|audio)$/.test(elementName(node)))
    expect(media.map((node) => elementAttribute(node, "src"))).toEqual(addresses)
  })
})
