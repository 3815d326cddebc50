/** Generated folders of markdown: odd names, every way to write a link, and the line endings of all systems. */
import { FastCheck as fc } from "effect"
import { relative } from "../../../src/content/git-layout/Paths.js"

const names = [
  "install",
  "Getting Started",
  "100% sure",
  "über-uns",
  "日本語",
  "a&b",
  "it's (new)",
  "v1.2",
  "C#",
  "x [draft]",
  "under_score",
  "e\u0301tude",
  "page",
  "readme-first",
  "10",
  "9",
  "emoji 🎉"
] as const

const spellings = fc.constantFrom(
  "plain",
  "dotted",
  "percent",
  "angle",
  "absolute",
  "extensionless",
  "html",
  "reference",
  "block",
  "image",
  "cover"
)

interface Link {
  readonly to: number
  readonly how: string
  readonly suffix: string
}

interface Draft {
  readonly path: string
  readonly head: string
  readonly links: ReadonlyArray<Link>
  readonly crlf: boolean
  readonly bom: boolean
  readonly empty: boolean
}

const segments = fc.array(fc.constantFrom(...names), { minLength: 0, maxLength: 3 })
const page = fc.record({
  folder: segments,
  name: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.constant("README") }),
  head: fc.constantFrom(
    "# Title *one* & `two`\n\n",
    "Setext title\n===\n\n",
    "",
    "---\ntitle: From front matter # note\nhidden: true\n---\n\n",
    "---\ndescription: >-\n  Long and\n  folded\nicon: gear\nvars:\n  a: 1.10\n---\n\n# Named\n\n",
    "---\nlayout:\n  width: wide\n  tags:\n    visible: true\n---\n# L\n",
    "---\n\nA rule, no front matter\n\n---\n"
  ),
  links: fc.array(
    fc.record({ to: fc.nat(50), how: spellings, suffix: fc.constantFrom("", "", "#a-b", "?x=1&y=2#z") }),
    {
      maxLength: 6
    }
  ),
  crlf: fc.boolean(),
  bom: fc.boolean(),
  empty: fc.integer({ min: 0, max: 19 }).map((n) => n === 0)
})

const toDraft = (each: typeof page extends fc.Arbitrary<infer A> ? A : never): Draft => ({
  ...each,
  path: [...each.folder, `${each.name}.md`].join("/")
})

const percent = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

/** A link to a path from a file, spelled in one of many ways that all lead there. */
const linkText = (from: string, to: string, { how, suffix }: Link): string => {
  const path = relative(from, to)
  const safe = percent(path).replaceAll("(", "%28").replaceAll(")", "%29")
  if (how === "plain") return `See [it](${safe}${suffix}) now.\n\n`
  if (how === "dotted") return `- [\`code\`](./${safe}${suffix} "a title")\n\n`
  if (how === "percent") return `[x [y] z](${safe.replaceAll("a", "%61")}${suffix})\n\n`
  if (how === "angle") return `[it](<${path.replaceAll("%", "%25").replaceAll("#", "%23")}${suffix}>)\n\n`
  if (how === "absolute") return `> [it](/${percent(to).replaceAll("(", "%28").replaceAll(")", "%29")}${suffix})\n\n`
  if (how === "extensionless") return `[it](${safe.replace(/\.md$/, "")}${suffix})\n\n`
  if (how === "html") return `<a title="x" href='${safe.replaceAll("'", "%27")}${suffix}'>it</a>\n\n`
  if (how === "reference") return `[it][ref]\n\n[ref]: ${safe}${suffix} "t"\n\n`
  if (how === "block") return `{% content-ref url="${safe}${suffix}" %}\n[it](${safe})\n{% endcontent-ref %}\n\n`
  if (how === "image") return `| a |\n| - |\n| ![i](${safe}${suffix}) |\n\n`
  return `\`[no](${safe})\`\n\n`
}

const code = "```md\n[not](a-link.md)\n```\n\n<!-- [not](a-link.md) -->\n\n"

const build = (
  drafts: ReadonlyArray<Draft>,
  summary: ReadonlyArray<number> | undefined,
  root: string
): Record<string, string> => {
  const pages = new Map(drafts.map((draft) => [draft.path, draft]))
  const paths = [...pages.keys()]
  const assets = [".gitbook/assets/a b (1).png", "images/ü.svg", ".gitbook/includes/part one.md"]
  const files: Record<string, string> = {
    [assets[0]!]: "png",
    [assets[1]!]: "<svg/>",
    [assets[2]!]: "---\ntitle: Part\n---\n\nText [home](../../README.md)\n",
    ".gitbook/vars.yaml": "# kept\nname: Acme # also\nversion: 1.10\n"
  }
  const targets = [...paths, ...assets]
  for (const [path, draft] of pages) {
    const links = draft.links.map((link) => linkText(path, targets[link.to % targets.length]!, link))
    const joined = draft.empty ? "" : draft.head + links.join("") + code
    const ended = draft.crlf ? joined.replaceAll("\n", "\r\n") : joined
    files[path] = draft.bom && !draft.empty ? `\uFEFF${ended}` : ended
  }
  if (summary !== undefined) {
    let depth = 0
    const lines = [...new Set(summary.map((index) => index % paths.length))].map((index, at) => {
      if (index % 5 === 4) {
        depth = 0
        return `\n## Group ${index}\n\n* [T ${at}](<${paths[index]!.replaceAll("%", "%25").replaceAll("#", "%23")}>)`
      }
      depth = at === 0 ? 0 : Math.min(depth + (index % 3) - 1, depth + 1, 3)
      if (depth < 0) depth = 0
      return `${"  ".repeat(depth)}* [T ${at}](<${paths[index]!.replaceAll("%", "%25").replaceAll("#", "%23")}>)`
    })
    files["SUMMARY.md"] = `# Summary\n\n${lines.join("\n")}\n* [Out](https://example.com/a_(b)?x=1&amp;y=2)\n* Plain\n`
  }
  if (root === "") return files
  return {
    ...Object.fromEntries(Object.entries(files).map(([path, data]) => [`${root}/${path}`, data])),
    ".gitbook.yaml": `# ours\nroot: ./${root}/\n`
  }
}

/** Folders as texts by path. */
export const folders = fc
  .record({
    drafts: fc.array(page, { minLength: 1, maxLength: 12 }),
    summary: fc.option(fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }), { nil: undefined }),
    root: fc.constantFrom("", "", "docs/the manual")
  })
  .map(({ drafts, summary, root }) => build(drafts.map(toDraft), summary, root))
