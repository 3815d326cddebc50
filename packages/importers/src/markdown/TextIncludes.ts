/**
 * Finds the parts of other texts that a text takes, in the syntax of VitePress (`<!--@include: ./a.md{2,}-->`,
 * `<<< ./a.js#part`) and MkDocs (`--8<-- "a.md:2:4"`).
 */

/** A part of a file: some of its lines, or what is between the marks of a region. */
export interface Part {
  readonly path: string
  /** The first and last line, counted from 1. */
  readonly lines?: readonly [first: number, last: number]
  readonly region?: string
}

const include =
  /^([ \t]*)(?:<!--[ \t]*@include:[ \t]*([^\s>]{1,300})[ \t]*-->|<<<[ \t]+(\S{1,300})(?:[ \t]*\{[^}\n]{0,200}\})?(?:[ \t]+\[([^\]\n]{1,200})\])?|-{1,}8<-{1,}[ \t]+["']([^"'\n]{1,300})["'])[ \t]*$/gm

const numbered = (first: string | undefined, last: string | undefined): readonly [number, number] => [
  Number(first || 1),
  Number(last || Number.MAX_SAFE_INTEGER)
]

/** The part that VitePress names: a region after `#`, lines in braces. */
const vitepressPart = (written: string): Part => {
  const [, path = "", region, first, comma, last] =
    /^([^#{]*)(?:#([\w-]+))?(?:\{(\d*)(,?)(\d*)[^}]*\})?/.exec(written) ?? []
  const hasLines = comma === "," && (first !== "" || last !== "")
  return { path, ...(region !== undefined && { region }), ...(hasLines && { lines: numbered(first, last) }) }
}

/** The part that MkDocs names: lines or a section after a colon. */
const mkdocsPart = (written: string): Part => {
  const [, path = "", first, last, region] = /^(.*?)(?::(\d*)(?::(\d*))?|:([\w-]+))?$/.exec(written) ?? []
  return {
    path,
    ...(region !== undefined && { region }),
    ...(first !== undefined && { lines: numbered(first, last) })
  }
}

const mark = /(?:#|\/\/|<!--|\/\*|--)[ \t]*(?:#?(end)?region|#?--8<--[ \t]*\[(start|end):)/i

/** The lines of a part of a text, without the marks of regions; `undefined` if the text has no such region. */
export const partOf = (text: string, { lines, region }: Part): string | undefined => {
  const all = text.replaceAll("\r\n", "\n").split("\n")
  if (region === undefined) return (lines === undefined ? all : all.slice(lines[0] - 1, lines[1])).join("\n")
  const isMark = (line: string, isEnd: boolean): boolean => {
    const found = mark.exec(line)
    if (found === null) return false
    const ends = found[1] !== undefined || found[2] === "end"
    return (
      ends === isEnd && (new RegExp(`[\\s:]${region}(?![\\w-])`).test(line) || (isEnd && /endregion\W*$/i.test(line)))
    )
  }
  const from = all.findIndex((line) => isMark(line, false))
  if (from < 0) return undefined
  const to = all.findIndex((line, at) => at > from && isMark(line, true))
  return all.slice(from + 1, to < 0 ? undefined : to).join("\n")
}

/** How a text is replaced: the text of a part, or `undefined` to keep the line. */
export type ReadPart = (part: Part) => string | undefined

const languageOf = (path: string): string => /\.([a-z0-9]+)$/i.exec(path)?.[1] ?? ""

/** Replaces the lines that take a part of another text by that part. */
export const withIncludes = (text: string, read: ReadPart): string =>
  /@include:|<<<|8<-/.test(text)
    ? text.replaceAll(include, (whole, indent: string, vitepress, snippet, title, mkdocs) => {
        const written: string = vitepress ?? snippet ?? mkdocs
        const part = mkdocs === undefined ? vitepressPart(written) : mkdocsPart(written)
        // The braces of a snippet of code name the lines to emphasize.
        const { lines: _, ...whole_ } = part
        const found = read(snippet === undefined ? part : whole_)
        if (found === undefined) return whole
        const shown: ReadonlyArray<string> =
          snippet === undefined
            ? found.trimEnd().split("\n")
            : [
                `\`\`\`${languageOf(part.path)}${title === undefined ? "" : ` [${title}]`}`,
                ...found.trimEnd().split("\n"),
                "```"
              ]
        return shown.map((line) => (line === "" ? "" : indent + line)).join("\n")
      })
    : text

/** The texts that a text includes. */
export const includedBy = (markdown: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  withIncludes(markdown, ({ path }) => void found.push(path))
  return found
}
