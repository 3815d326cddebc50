/** Links between the texts and files of an archive. */
import { encodePath } from "@lectern/core/internal/content/git-layout/Paths"
import { cutSuffix, isExternal, meaning, type Resolve } from "@lectern/core/internal/content/git-layout/Resolver"
import { type Reference, type Replacement, rewrite } from "@lectern/core/internal/text/markdown/References"
import type { FindAnchor } from "./Headings.js"
import type { Report } from "./Report.js"

/** The key of a path in an archive. */
export const keyOf = (path: string): string => `import:/${encodePath(path)}`

/** Resolves links. `use` returns the meaning of a path for the import, and records that something links to it. */
export interface LinkContext {
  readonly resolve: Resolve
  readonly use: (path: string) => "page" | "file" | "none"
  readonly report: Report
  /** The anchors of headings; links keep theirs when absent. */
  readonly anchorOf?: FindAnchor | undefined
}

const scheme = "import:"

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const destinationOf = (text: string): string => (text.startsWith(scheme) ? text.slice(scheme.length) : text)

const targetOf = (
  { raw, kind, destination }: Reference,
  from: string,
  resolve: Resolve
): { readonly path: string; readonly suffix: string } | undefined => {
  const cut = cutSuffix(raw)
  const path = resolve(destinationOf(meaning(cut.path, kind)), from)
  if (path !== undefined) return { path, suffix: cut.suffix }
  const whole = cut.suffix === "" ? undefined : resolve(destinationOf(destination), from)
  return whole === undefined ? undefined : { path: whole, suffix: "" }
}

/** The part of a link after the path, with the anchor that its target has. */
const withAnchor = (suffix: string, path: string, anchorOf: FindAnchor | undefined): string => {
  const at = suffix.indexOf("#")
  if (at < 0) return ""
  const anchor = suffix.slice(at + 1)
  if (anchorOf === undefined || anchor === "") return suffix.slice(at)
  const named = decoded(anchor)
  const found = anchorOf(path, named)
  return found === named ? suffix.slice(at) : `#${encodeURIComponent(found)}`
}

/**
 * Replaces the destinations of a text, including the destinations of its reference definitions, with keys where they
 * lead to pages or files of the archive. Broken destinations are kept and reported.
 */
export const linkToKeys = (
  markdown: string,
  references: ReadonlyArray<Reference>,
  from: string,
  { anchorOf, resolve, use, report }: LinkContext
): string => {
  const replacements: Array<Replacement> = []
  for (const reference of references) {
    const { destination, start, end } = reference
    if (destination.startsWith("#")) {
      const own = withAnchor(reference.raw, from, anchorOf)
      if (own !== reference.raw) replacements.push({ start, end, text: own })
      continue
    }
    if (destination === "" || destination.startsWith("?")) continue
    if (isExternal(destination) && !/^import:\/(?!\/)/.test(destination)) continue
    const target = targetOf(reference, from, resolve)
    if (target === undefined) report(`${from}: ${destinationOf(destination)} does not exist`)
    else if (use(target.path) === "none") report(`${from}: ${destinationOf(destination)} is not a page`)
    else {
      replacements.push({ start, end, text: keyOf(target.path) + withAnchor(target.suffix, target.path, anchorOf) })
    }
  }
  return rewrite(markdown, replacements)
}
