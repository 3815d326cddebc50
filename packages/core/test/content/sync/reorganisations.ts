/** Real folders of markdown, and ways to move, rename and edit their pages. */
import { basename, join } from "node:path"
import { FastCheck as fc } from "effect"
import { relative } from "../../../src/content/git-layout/Paths.js"
import { realFolders, textsOf } from "./realFolders.js"

/** Texts by path. */
export type Texts = Readonly<Record<string, string>>

const [pages = {}, ...others]: ReadonlyArray<Texts> = realFolders.map(({ files }) =>
  Object.fromEntries(Object.entries(textsOf(files)).filter(([path]) => path !== "SUMMARY.md" && path !== "README.md"))
)

/** The sections of the manual as pages of their own, a folder for each page. */
const sections: Texts = Object.fromEntries(
  Object.entries(pages).flatMap(([name, text]) =>
    text.split(/^(?=## )/m).map((part, index) => [`${basename(name, ".md")}/${index}.md`, part] as const)
  )
)

/** The folders that are reorganised: the manual, one of many small pages, and folders of installed packages. */
export const sources: ReadonlyArray<Texts> = [pages, sections, ...others]

type Edit =
  | { readonly kind: "drop" | "insert" | "word"; readonly at: number }
  | { readonly kind: "keep"; readonly share: number }

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("drop" as const, "insert" as const, "word" as const),
      at: fc.nat(999)
    })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("keep" as const), share: fc.integer({ min: 30, max: 100 }) }) }
)

const step = fc.record({
  page: fc.nat(999),
  how: fc.constantFrom("move", "rename", "both", "both", "delete", "stay", "copy"),
  folder: fc.constantFrom("a", "b/c", "guide", ""),
  mend: fc.boolean(),
  edits: fc.array(edit, { maxLength: 8 })
})

/** A reorganisation: which folder, which of its pages exist, and the changes of some of them. */
export const reorganisation = fc.record({
  source: fc.nat(sources.length - 1),
  from: fc.nat(999),
  steps: fc.array(step, { minLength: 1, maxLength: 8 })
})
/** @see {@link reorganisation} */
export type Reorganisation = typeof reorganisation extends fc.Arbitrary<infer A> ? A : never

const applyEdit = (text: string, change: Edit): string => {
  const lines = text.split("\n")
  if (change.kind === "keep") return lines.slice(0, Math.ceil((lines.length * change.share) / 100)).join("\n")
  const at = change.at % lines.length
  if (change.kind === "drop") lines.splice(at, 1)
  else if (change.kind === "insert") lines.splice(at, 0, `A line that was not there before, number ${change.at}.`)
  else lines[at] = lines[at]!.replace(/[a-z]+/, `word${change.at}`)
  return lines.join("\n")
}

const link = /\]\((?!https?:)([\w/.-]+\.md)/g

/** A page's text with its relative links as they are written at another place. */
const mended = (text: string, from: string, to: string): string =>
  text.replaceAll(link, (_, path: string) => {
    const target = new URL(path, `file:///${from}`).pathname.slice(1)
    return `](${relative(to, target)}`
  })

/** The folder before and after, and which path each page was at before. */
export const reorganise = ({
  source,
  from,
  steps
}: Reorganisation): { readonly before: Texts; readonly after: Texts } => {
  const all = Object.entries(sources[source]!)
  const chosen = Array.from({ length: Math.min(all.length, 8) }, (_, index) => all[(from + index) % all.length]!)
  const home = ["README.md", "# Home\n"] as const
  const after = new Map<string, string>([home, ...chosen])
  for (const { edits, folder, how, mend, page } of steps) {
    const [path, text] = chosen[page % chosen.length]!
    if (!after.has(path) && how !== "copy") continue
    const name = how === "move" ? basename(path) : `${basename(path, ".md")}-new.md`
    const target = how === "stay" ? path : how === "rename" ? join(path, "..", name) : join(folder, name)
    if (how !== "copy") after.delete(path)
    if (how === "delete") continue
    after.set(target, edits.reduce(applyEdit, mend ? mended(text, path, target) : text))
  }
  return { before: Object.fromEntries([home, ...chosen]), after: Object.fromEntries(after) }
}
