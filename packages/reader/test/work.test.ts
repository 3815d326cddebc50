/** The work of rendering a page: it is bounded, the bounds depend on the text only, and long work goes to a thread. */
import { readFileSync } from "node:fs"
import { readText } from "@lectern/core/internal/publishing/site-reading/ReadingTask"
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { inlineSize } from "@lectern/core/workers/Workers"
import { type BodyText, bodyTask } from "@lectern/reader/content/BodyTask"
import { pageDiagrams } from "@lectern/reader/content/Diagrams"
import { english } from "@lectern/reader/words/English"
import { runs } from "@lectern/storage-testing/runs"
import { describe, expect, it } from "vitest"
import { diagramTexts } from "../../benchmark/src/HostileDiagrams.js"

const schedule = `/proc/self/task/${process.pid}/schedstat`
/** The processor time of this thread in milliseconds, if it is known, or else the time. */
const now = (): number =>
  process.platform === "linux" ? Number(readFileSync(schedule, "utf8").split(" ")[0]) / 1e6 : performance.now()

const textOf = (markdown: string): BodyText => ({
  ...readText(markdown, "en", () => undefined),
  language: "en",
  pages: new Map(),
  files: new Map(),
  icons: new Map(),
  draws: "on the server"
})
const bodyOf = async (markdown: string): Promise<string> => (await bodyTask.run(textOf(markdown))).body
const inFence = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`
const row = (letter: string): string => Array.from({ length: 16 }, (_, index) => `${letter}${index}`).join(" & ")
const joined = `graph LR\n${row("A")} --> ${row("B")}`
const chain = (length: number, name = "A"): string =>
  `graph LR\n${Array.from({ length }, (_, index) => `${name}${index} --> ${name}${index + 1}`).join("\n")}`

const drawingOf = (source: string): string => pageDiagrams(english, false).diagram(source)?.text ?? ""
const timeOf = (source: string): number => {
  const started = now()
  drawingOf(source)
  return now() - started
}

const isLong = process.env.LECTERN_RUNS !== undefined

describe("a diagram", { retry: 2 }, () => {
  const lengths = isLong ? [200, 700, 2_000, 7_000, 20_000] : [300, 1_000]
  drawingOf(chain(20))
  const usual = Math.min(...["B", "C", "D"].map((name) => timeOf(chain(100, name))))

  // The short run takes some of them.
  it.each(diagramTexts.filter((_, index) => isLong || index % 4 === 2).map(({ make, name }) => [name, make] as const))(
    "of %s takes no more than a few times what the largest takes, or is shown as its source",
    { timeout: 120_000 },
    (_, make) => {
      for (const length of lengths) {
        const time = timeOf(make(length))
        // A chain of a hundred takes a fifth of the limit at most.
        expect(time, `${length} characters, beside ${usual} ms`).toBeLessThan(25 * Math.max(usual, 40))
      }
    }
  )

  it("that joins every node of a row of 16 to every node of the next is its source, with a sentence", () => {
    expect(timeOf(`${joined}\n`)).toBeLessThan(500)
    expect(drawingOf(joined)).toContain(english.undrawn)
    expect(drawingOf(joined)).toContain("<code>")
    expect(drawingOf(joined)).not.toContain("<img")
  })

  it("is drawn up to a hundred and fifty nodes in a chain or in a tree", () => {
    expect(drawingOf(chain(150))).toContain("<img")
    const tree = Array.from({ length: 100 }, (_, index) => `A${Math.floor(index / 3)} --> A${index + 1}`).join("\n")
    expect(drawingOf(`graph TD\n${tree}`)).toContain("<img")
  })

  it("is told from other code in a time that grows with its length, whatever settings are in front of it", () => {
    const started = now()
    for (const part of ["---\nx\n---\n", "%%\n", "---\n", " \n", "%%"]) drawingOf(`${part.repeat(1_500)}!`)
    expect(now() - started).toBeLessThan(500)
  })
})

describe("a page", () => {
  it("draws as many diagrams as take a limited time, and always the same ones", async () => {
    const sources = Array.from({ length: 7 }, (_, index) => chain(140, `N${index}x`))
    const markdown = sources.map(inFence).join("\n")
    const first = await bodyOf(markdown)
    const drawn = first.split("<img").length - 1
    expect(drawn).toBeGreaterThan(0)
    expect(drawn).toBeLessThan(7)
    expect(first.split(english.undrawn).length - 1).toBe(7 - drawn)
    expect(await bodyOf(markdown)).toBe(first)
    // One that others need not draw again counts all the same.
    expect((await bodyOf(inFence(sources[6] ?? ""))).includes("<img")).toBe(true)
    expect(await bodyOf(markdown)).toBe(first)
  })

  it("draws a limited number of formulas, and says so", async () => {
    const many = await bodyOf("$$a_b^c$$ ".repeat(15_000))
    expect(many).toContain(english.formulasLeft)
    expect(many).toContain("<math")
    expect(many).toContain("<code>a_b^c</code>")
    expect(await bodyOf("$$a_b^c$$ ".repeat(300))).not.toContain(english.formulasLeft)
  })

  const times = (part: string, count = 30): string => part.repeat(count)
  it.each([
    [
      "arguments repeated by each other",
      `\\def\\a#1{${times("#1")}}\\def\\b#1{\\a{${times("#1")}}}\\def\\c#1{\\b{${times("#1")}}}\\def\\d#1{\\c{${times("#1")}}}\\def\\e#1{\\d{${times("#1")}}}\\e{x}`
    ],
    ["a macro that repeats itself", "\\def\\a#1{\\a{#1#1}}\\a{x}"],
    ["a long macro used often", `\\def\\a{${times("x", 1_000)}}${times("\\a ", 190)}`],
    ["new commands", `\\newcommand\\a[1]{${times("#1", 400)}}\\a{\\a{\\a{x}}}`],
    ["an expanded definition", `\\def\\a#1{${times("#1", 400)}}\\edef\\b{\\a{\\a{x}}}\\b\\b\\b`],
    ["one name for another", `\\def\\a#1{${times("#1", 400)}}\\let\\b=\\a \\b{\\b{\\b{x}}}`]
  ])("shows formulas of %s as their source", async (_, source) => {
    const started = now()
    const body = await bodyOf(`$$\n${source}\n$$`)
    expect(now() - started).toBeLessThan(1_500)
    expect(body).not.toContain("<math")
    expect(body).toContain(english.formulasLeft)
  })

  it("keeps the macros of usual formulas", async () => {
    const body = await bodyOf(
      "$$\n\\def\\R{\\mathbb{R}}\\newcommand{\\mynorm}[1]{\\lVert #1 \\rVert}\\mynorm{x} \\in \\R\n$$"
    )
    expect(body).toContain("<math")
  })
})

describe("the weight of a page", () => {
  const plain = "Some words of a page.\n\n".repeat(200)

  it.each([
    ["a diagram", inFence("graph LR\nA-->B")],
    ["many formulas", "$$a_b^c$$ ".repeat(400)],
    ["a formula with macros", "$$\\def\\a#1{#1#1}\\a x$$"],
    ["code", `\`\`\`scss\n${"a--".repeat(600)}\n\`\`\``],
    ["code as HTML", `<pre><code>${"a--".repeat(600)}</code></pre>`],
    ["many blocks", "* a\n".repeat(2_000)]
  ])("sends %s to a thread", (_, markdown) => {
    expect(bodyTask.size(textOf(markdown))).toBeGreaterThan(inlineSize)
    expect(bodyTask.size(textOf(plain))).toBeLessThan(inlineSize)
  })

  it.each(["paragraph", "code"] as const)("looks at few of very many lines in a %s", (type) => {
    let looks = 0
    const line: ContentNode = {
      object: "text",
      get text() {
        looks++
        return "a"
      }
    }
    const nodes: ReadonlyArray<ContentNode> = [
      { object: "block", type, nodes: Array<ContentNode>(1_000_000).fill(line) }
    ]
    expect(bodyTask.size({ ...textOf(""), nodes })).toBeGreaterThan(inlineSize)
    expect(looks).toBeLessThan(300_000)
  })

  it("bounds the time of what stays in the thread that answers", { retry: 2 }, async () => {
    for (const { make } of diagramTexts.slice(0, runs(4)))
      expect(bodyTask.size(textOf(inFence(make(200))))).toBeGreaterThan(inlineSize)
    const scss = `\`\`\`scss\n${"--".repeat(550)}\n\`\`\``
    expect(bodyTask.size(textOf(scss))).toBeLessThan(inlineSize)
    await bodyOf(scss)
    const started = now()
    await bodyOf(`${scss}x`)
    expect(now() - started).toBeLessThan(100)
  })
})
