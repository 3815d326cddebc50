/** Links between the texts and files of an archive. */
import { encodePath } from "@lectern/core/internal/git-layout/Paths"
import { cutSuffix, isExternal, meaning, type Resolve } from "@lectern/core/internal/git-layout/Resolver"
import { type Reference, type Replacement, rewrite } from "@lectern/core/internal/markdown/References"
import type { Report } from "./Report.js"

/** The key of a path in an archive. */
export const keyOf = (path: string): string => `import:/${encodePath(path)}`

/** Resolves links. `use` says what a path means to the import, and records that something links to it. */
export interface LinkContext {
  readonly resolve: Resolve
  readonly use: (path: string) => "page" | "file" | "none"
  readonly report: Report
}

const scheme = "import:"

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

/**
 * Replaces the destinations of a text, including those of its reference definitions, with keys where they lead to pages
 * or files of the archive. Broken destinations are kept and reported.
 */
export const linkToKeys = (
  markdown: string,
  references: ReadonlyArray<Reference>,
  from: string,
  { resolve, use, report }: LinkContext
): string => {
  const replacements: Array<Replacement> = []
  for (const reference of references) {
    const { destination, start, end } = reference
    if (destination === "" || /^[#?]/.test(destination)) continue
    if (isExternal(destination) && !/^import:\/(?!\/)/.test(destination)) continue
    const target = targetOf(reference, from, resolve)
    if (target === undefined) report(`${from}: ${destinationOf(destination)} does not exist`)
    else if (use(target.path) === "none") report(`${from}: ${destinationOf(destination)} is not a page`)
    else {
      const suffix = target.suffix.startsWith("?") ? target.suffix.replace(/^[^#]*/, "") : target.suffix
      replacements.push({ start, end, text: keyOf(target.path) + suffix })
    }
  }
  return rewrite(markdown, replacements)
}
