/** Converts the links of Obsidian's vaults: `[[note]]`, `[[note#part|text]]` and `![[picture.png|300]]`. */
import { basename, directory, encodePath, join } from "@lectern/core/internal/content/git-layout/Paths"
import { escapeInline } from "@lectern/core/internal/text/markdown/Heading"
import type { Report } from "../archive/Report.js"
import { isText, withoutExtension } from "../archive/Texts.js"
import { outsideCode } from "../markdown/Code.js"

/** Converts the links in the text at a path. Embedded files that do not exist are reported. */
export type ConvertVaultLinks = (text: string, from: string) => string

const special = /(?<!\\)(!?)\[\[([^[\]\n|#\\]{0,500})(#[^[\]\n|\\]{1,500})?(?:\\?\|([^[\]\n]{0,500}))?\]\]/g

/** Names of files as links write them: with any letter case, and for texts without the extension. */
const named = (path: string): string => (isText(path) ? withoutExtension(path) : path).toLowerCase().normalize("NFC")

/** Finds files by their paths in the vault, by relative paths, or by their names, of which the shortest path wins. */
const finder = (paths: ReadonlySet<string>): ((target: string, from: string) => string | undefined) => {
  const byPath = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const path of [...paths].sort((left, right) => left.length - right.length)) {
    if (!byPath.has(named(path))) byPath.set(named(path), path)
    if (!byName.has(named(basename(path)))) byName.set(named(basename(path)), path)
  }
  return (target, from) => {
    const wanted = named(target.replace(/^\//, ""))
    const beside = join(directory(from), wanted)
    return (
      byPath.get(wanted) ?? (beside === undefined ? undefined : byPath.get(beside.toLowerCase())) ?? byName.get(wanted)
    )
  }
}

/** Comments of Obsidian, which its readers do not see. */
const comment = /%%[^%]{0,20000}(?:%(?!%)[^%]{0,20000}){0,100}%%/g

const withoutComments = (text: string, lost: () => void): string =>
  text.includes("%%")
    ? outsideCode(text, (part) =>
        part.replaceAll(comment, () => {
          lost()
          return ""
        })
      )
    : text

/** Makes the conversion for the files of a vault. */
export const vaultLinks = (paths: ReadonlySet<string>, report: Report): ConvertVaultLinks => {
  const known: Array<ReturnType<typeof finder>> = []
  const isVault = [...paths].some((path) => path.startsWith(".obsidian/"))
  return (written, from) => {
    const text = isVault ? withoutComments(written, () => report(`${from}: a comment is left out`)) : written
    if (!text.includes("[[")) return text
    const find = known[0] ?? finder(paths)
    known[0] = find
    return outsideCode(text, (part) =>
      part.replaceAll(special, (whole, sign: string, name: string, anchor = "", shown = "") => {
        const target = name.trim()
        const path = target === "" ? from : find(target, from)
        if (path === undefined) {
          if (sign !== "") report(`${from}: ${target} does not exist`)
          return whole
        }
        const place = target === "" ? "" : `/${encodePath(path)}`
        const suffix = anchor === "" ? "" : `#${encodeURIComponent(anchor.split("#").at(-1)!.trim())}`
        if (sign === "" || isText(path)) {
          if (sign !== "") report(`${from}: the note ${target} is linked to, not embedded`)
          const said = shown.trim() || (target === "" ? anchor.slice(1) : withoutExtension(basename(target)))
          return `[${escapeInline(said)}](${place}${suffix})`
        }
        return `![${/^\d+(?:x\d+)?$/.test(shown.trim()) ? "" : escapeInline(shown)}](${place})`
      })
    )
  }
}
