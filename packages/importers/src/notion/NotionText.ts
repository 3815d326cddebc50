/** Converts the texts of a Notion export to pages. */
import { escapeInline } from "@lectern/core/internal/text/markdown/Heading"
import { type Reference, type Replacement, rewrite } from "@lectern/core/internal/text/markdown/References"
import { hintStyle, iconStyle } from "../HintStyles.js"
import { hint } from "../markdown/Blocks.js"
import { outsideCode, replaceSpans } from "../markdown/Code.js"
import { link, type PageText, readMarkdown } from "../markdown/MarkdownText.js"
import { parseCsv } from "./Csv.js"

const icon =
  /^(?:<img\s[^>]*notion\.so\/icons\/([a-z]+)[^>]*>|(\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?))[ \t]*\n*/v

/** Converts callouts to hints; the icon determines the style. */
const callouts = (markdown: string): string =>
  outsideCode(markdown, (part) =>
    replaceSpans(part, "<aside>\n", "</aside>", (content) => {
      const text = content.trim()
      const sign = icon.exec(text)
      const style = hintStyle(sign?.[1] ?? "") ?? iconStyle(sign?.[2] ?? "") ?? "info"
      const said = text.slice(sign?.[0].length ?? 0).trim()
      return hint(style, "", said.split("\n")).join("\n")
    })
  )

const property = /^([^\s:*#>|[`-][^:\n]{0,60}): (.+)$/

/** A page of a relation, as Notion writes it: its title, and its address in brackets. */
const relation =
  /(^|, )([^,()]{1,200}) \((https:\/\/(?:www\.)?notion\.so\/[^()\s]{1,500}|[^()\s]{1,500}\.(?:md|csv))\)(?=, |$)/g

const linked = (text: string): string =>
  text.replaceAll(relation, (_, before: string, title: string, address: string) => `${before}${link(title, address)}`)

/** Takes out the properties of a database row, which are directly below its title, one per line. */
const takeProperties = (
  markdown: string
): { readonly description?: string; readonly shown: ReadonlyArray<string>; readonly rest: string } => {
  const rows = markdown.split("\n")
  const shown: Array<string> = []
  let description: string | undefined
  let at = 0
  for (; at < rows.length; at++) {
    const found = property.exec(rows[at]!)
    if (found === null) break
    if (/^(?:description|summary)$/i.test(found[1]!) && description === undefined) description = found[2]!.trim()
    else shown.push(`* **${escapeInline(found[1]!)}:** ${linked(found[2]!.trim())}`)
  }
  if (at < rows.length && rows[at]!.trim() !== "") return { shown: [], rest: markdown }
  return { ...(description === undefined ? {} : { description }), shown, rest: rows.slice(at).join("\n").trim() }
}

/** Converts a page. `row` says that it is a database row, with properties at its top. */
export const notionMarkdown = (text: string, row: boolean): PageText => {
  const page = readMarkdown(text, false)
  const markdown = callouts(page.markdown)
  if (!row) return { ...page, markdown }
  const { description, shown, rest } = takeProperties(markdown)
  return {
    ...page,
    description: page.description ?? description,
    markdown: [shown.join("\n"), rest].filter((part) => part !== "").join("\n\n")
  }
}

/** How many rows the table of a database may have. */
const rowLimit = 1_000

const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .split("\n")
    .map((line) => linked(line.trim()))
    .filter((line) => line !== "")
    .join("<br>")

/**
 * Converts a database to a page with a table of its rows. `pageOf` maps the title of a row to the destination of its
 * page.
 */
export const notionTable = (text: string, pageOf: (title: string) => string | undefined): PageText => {
  const [header = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, "")).filter((row) => row.some((each) => each !== ""))
  if (header.length === 0) return { markdown: "", problems: [] }
  const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`
  const shown = rows.slice(0, rowLimit).map((row) => {
    const [name = "", ...rest] = header.map((_, index) => row[index] ?? "")
    const page = name.trim() === "" ? undefined : pageOf(name.trim())
    return line([page === undefined ? cell(escapeInline(name)) : cell(link(name, page)), ...rest.map(cell)])
  })
  const more = rows.length - shown.length
  return {
    markdown: [line(header.map(cell)), line(header.map(() => "---")), ...shown].join("\n"),
    problems: more > 0 ? [`the last ${more} rows are left out of the table`] : []
  }
}

/** Replaces the links of a text for which `target` returns a destination. */
export const replaceLinks = (
  markdown: string,
  found: ReadonlyArray<Reference>,
  target: (reference: Reference) => string | undefined
): string => {
  const replacements: Array<Replacement> = []
  for (const reference of found) {
    const text = target(reference)
    if (text !== undefined) replacements.push({ start: reference.start, end: reference.end, text })
  }
  return rewrite(markdown, replacements)
}
