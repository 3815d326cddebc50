import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { TreePage } from "@lectern/core/content/SpaceTree"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { references } from "@lectern/core/text/markdown/ReferenceSearch"
import { sections } from "@lectern/core/text/markdown/Sections"
import { parse, parseYaml } from "@lectern/core/text/markdown/Yaml"
import { describe, expect, it } from "vitest"
import { type Block, blocks, blocksOf, pages, placeOf, read, root } from "./blocks.js"
import { parseHttp } from "./matching.js"

const drawing = /[─│┌└├►▲◄]/

const unindented = (text: string): string => text.trim().replaceAll(/^ +/gm, "")

/** The sources and tests of the examples. */
const examples: ReadonlyArray<string> = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" })
  .filter((path) => /^[^/\\]+[/\\](src|test)[/\\][^/\\]+\.(ts|mjs)$/.test(path))
  .map((path) => unindented(read(join("examples", path))))

/**
 * The check of a block in each language; `ts`, `sh` and `sql` have tests of their own. Throws where a block is wrong.
 */
const checks: Readonly<Record<string, (block: Block) => void>> = {
  ts: ({ flags, text }) => {
    if (flags.includes("excerpt")) expect(examples.some((source) => source.includes(unindented(text)))).toBe(true)
  },
  sh: () => {},
  sql: () => {},
  json: ({ text }) => void JSON.parse(text),
  yaml: ({ text }) => expect(parseYaml(text).problems).toEqual([]),
  http: ({ text }) => void parseHttp(text),
  md: ({ text }) => expect(parse(text).problems).toEqual([]),
  text: ({ flags, text }) => expect(flags.includes("answer") || drawing.test(text)).toBe(true)
}
const flags: Readonly<Record<string, ReadonlyArray<string>>> = {
  ts: ["run", "continued", "excerpt"],
  sh: ["recipe"],
  json: ["answer"],
  http: ["answer"],
  text: ["answer"]
}

describe("the manual", () => {
  it("has blocks", () => expect(blocks.length).toBeGreaterThan(50))

  it.each(blocks.map((block) => [placeOf(block), block] as const))("%s is of a language that is tested", (_, block) => {
    expect(Object.keys(checks)).toContain(block.language)
    expect(flags[block.language] ?? []).toEqual(expect.arrayContaining([...block.flags]))
    checks[block.language]?.(block)
  })

  it("shows answers only after what gives them", () => {
    const alone = blocks.filter(
      (block, i) =>
        block.flags.includes("answer") && !(blocks[i - 1]?.language === "sh" && blocks[i - 1]?.file === block.file)
    )
    expect(alone.map(placeOf)).toEqual([])
  })

  it("is imported without a problem, every page of it", () => {
    const folder = join(root, "docs")
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({
        path: path.slice(folder.length + 1).replaceAll("\\", "/"),
        bytes: new Uint8Array(readFileSync(path))
      }))
    const { problems, tree } = readLayout(files)
    expect(problems).toEqual([])
    const keys = (found: ReadonlyArray<TreePage>): ReadonlyArray<string> =>
      found.flatMap((page) => [...(page.type === "document" ? [`docs/${page.key}`] : []), ...keys(page.pages)])
    expect([...keys(tree.pages)].sort()).toEqual(pages.filter((page) => /^docs\/(?!SUMMARY)/.test(page)))
    for (const page of tree.pages.flatMap((each) => [each, ...each.pages])) {
      if (page.type === "document") expect(page.description, page.key).toBeTruthy()
    }
  })

  it.each(pages)("%s links to what is there", (file) => {
    const broken = references(read(file)).flatMap(({ destination }) => {
      const [path = "", anchor] = destination.split("#")
      if (/^[a-z]+:/.test(path)) return []
      const target = path === "" ? file : join(dirname(file), path)
      if (!existsSync(join(root, target))) return [destination]
      return anchor === undefined || sections(read(target)).some((section) => section.anchor === anchor)
        ? []
        : [destination]
    })
    expect(broken).toEqual([])
  })

  it("finds blocks in lists and tags, and indented ones", () => {
    const found = blocksOf(
      "a.md",
      "---\ntitle: A\n---\n\n- item\n\n  ```ts run\n  a\n  ```\n\n{% hint %}\n```\nb\n```\n{% endhint %}\n\n    c\n"
    )
    expect(found.map(({ flags, language, line, text }) => [language, flags.join(), line, text])).toEqual([
      ["ts", "run", 8, "a\n"],
      ["", "", 13, "b\n"],
      ["", "", 17, "c\n"]
    ])
  })
})
