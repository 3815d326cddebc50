/** Takes parts of other texts of an archive into the texts that include them. */
import { directory, join } from "@lectern/core/internal/content/git-layout/Paths"
import type { Resolve } from "@lectern/core/internal/content/git-layout/Resolver"
import { split } from "@lectern/core/internal/text/markdown/FrontMatter"
import { references } from "@lectern/core/internal/text/markdown/ReferenceSearch"
import type { Archive } from "../archive/Archive.js"
import { linkToKeys } from "../archive/Links.js"
import { isText } from "../archive/Texts.js"
import { partOf, withIncludes } from "../markdown/TextIncludes.js"
import { maxBytes } from "../Source.js"

/** How deep includes are followed. */
const depthLimit = 5

/** How many parts a text may take. */
const partLimit = 500

/** A function that takes into a text what it includes. A part that the archive does not have stays an include. */
export const siteIncludes = (
  archive: Archive,
  root: string,
  resolve: Resolve
): ((text: string, from: string) => string) => {
  const find = (path: string, from: string): string | undefined => {
    const plain = path.replace(/^@\/?/, "/")
    const isRooted = plain.startsWith("/")
    const places = isRooted
      ? [join(root, plain.slice(1))]
      : [join(directory(from), path), path, join(root, path), join("docs", path)]
    return [...places, plain.slice(isRooted ? 1 : 0)].find((each) => each !== undefined && archive.paths.has(each))
  }
  return (text, from) => {
    let left: number = maxBytes.page
    let parts = 0
    const included = (markdown: string, around: ReadonlyArray<string>): string =>
      withIncludes(markdown, (part) => {
        const isDeep = around.length > depthLimit || ++parts > partLimit
        const path = isDeep ? undefined : find(part.path, around.at(-1)!)
        const found = path === undefined || around.includes(path) ? undefined : archive.text(path)
        if (path === undefined || found === undefined) return undefined
        const body = isText(path) && part.lines === undefined ? found.slice(split(found).bodyStart) : found
        const wanted = partOf(body, part)
        if (wanted === undefined || wanted.length > left) return undefined
        left -= wanted.length
        if (!isText(path)) return wanted
        const linked = linkToKeys(wanted, references(wanted), path, { resolve, use: () => "file", report: () => {} })
        return included(linked, [...around, path])
      })
    return included(text, [from])
  }
}
