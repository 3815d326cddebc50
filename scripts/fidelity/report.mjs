/** Formats measurements as text. */
import { missingIn } from "./context.mjs"

const percent = ({ kept, total }) => (total === 0 ? "-" : `${(Math.floor((kept / total) * 10_000) / 100).toFixed(2)} %`)
const share = ({ kept, total }) => `${kept}/${total}`

const columns = [
  ["site", ({ name }) => name],
  ["pages", ({ summary }) => share(summary.pages)],
  ["words", ({ summary }) => percent(summary.words)],
  ["headings", ({ summary }) => `${percent(summary.headings)} of ${summary.headings.total}`],
  ["code", ({ summary }) => `${percent(summary.codes)} of ${summary.codes.total}`],
  ["tables", ({ summary }) => `${percent(summary.tables)} of ${summary.tables.total}`],
  ["links", ({ summary }) => percent(summary.links)],
  ["pictures", ({ summary }) => share(summary.pictures)],
  ["hints", ({ summary }) => share(summary.hints)],
  ["words added", ({ summary }) => percent({ kept: summary.words.added, total: summary.words.total })],
  ["titles", ({ summary: { titles } }) => `${titles.distinct}/${titles.of}, ${titles.shared} lost`],
  [
    "under its page",
    ({ summary: { tree } }) => (tree.stated === 0 ? "-" : share({ kept: tree.kept, total: tree.stated }))
  ],
  ["depth", ({ summary }) => `${summary.depth}${summary.tree.stated === 0 ? "" : ` of ${summary.tree.sourceDepth}`}`],
  ["seconds", ({ seconds }) => seconds.toFixed(0)]
]

/** A table with one line per site. */
export const table = (measures) => {
  const rows = [columns.map(([name]) => name), ...measures.map((each) => columns.map(([, of]) => of(each)))]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index].length)))
  const line = (row) => `| ${row.map((cell, index) => cell.padEnd(widths[index])).join(" | ")} |`
  return [
    line(rows[0]),
    `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`,
    ...rows.slice(1).map(line)
  ].join("\n")
}

const lostOf = (page) => page.words.lost.length + 10 * (page.headings.lost.length + page.codes.lost.length)

/** The pages that lost the most. */
export const worst = ({ pages }, count) =>
  pages
    .filter((page) => lostOf(page) > 0)
    .sort((a, b) => lostOf(b) - lostOf(a))
    .slice(0, count)
    .map((page) => {
      const { codes, headings, tables, words } = page
      const state = page.imported === undefined ? "  not imported" : ""
      return `${percent(words).padStart(9)}  ${String(words.lost.length).padStart(6)} words  ${headings.lost.length} headings  ${codes.lost.length} code  ${tables.lost.length} tables  +${words.added}  ${page.path}${state}`
    })
    .join("\n")

const first = (list, count = 10) =>
  list.length <= count ? list : [...list.slice(0, count), `and ${list.length - count} more`]

/** The problems of a site other than those of its texts. */
export const remarks = ({ foreign, shared, summary }) => {
  const { languages, others, problems, strangers, tree } = summary
  const lines = []
  if (shared.length > 0) {
    lines.push("Titles that were unique:", ...first(shared.map(({ path, title }) => `  ${path}: ${title}`)))
  }
  if (foreign.length > 0) {
    lines.push("Titles that the page does not have:", ...first(foreign.map(({ path, title }) => `  ${path}: ${title}`)))
  }
  if (tree.wrong.length > 0) {
    const under = (key) => (key === undefined ? "the top" : new URL(key).pathname)
    lines.push(
      "Pages under another page than in the source:",
      ...first(tree.wrong.map(({ parent, path, up }) => `  ${path}: under ${under(parent)}, not ${under(up)}`))
    )
  }
  if (others > 0) lines.push(`Pages that are no part of the manual: ${others}`)
  if (strangers.length > 0) lines.push("Pages that the source has not:", ...first(strangers.map((key) => `  ${key}`)))
  if (languages.length > 1) lines.push(`Languages: ${languages.join(", ")}`)
  if (problems.length > 0) lines.push(`Problems (${problems.length}):`, ...first(problems.map((each) => `  ${each}`)))
  return lines.join("\n")
}

/** Everything that one page lost, with words in context. */
export const onePage = (page) => {
  const { codes, headings, imported, links, pictures, source, tables, words } = page
  if (imported === undefined) return `${page.path} was not imported.`
  const list = (name, { kept, lost, total }) => [
    `${name}: ${kept} of ${total}`,
    ...lost.map((each) => `  ${each.replaceAll("\n", "\n  ")}`)
  ]
  return [
    `${page.path}: ${imported.title}`,
    `Words: ${words.kept} of ${words.total} (${percent(words)}), ${words.added} added`,
    ...missingIn(source.text, `${imported.title}\n${imported.text}`).map((each) => `  ${each}`),
    ...list("Headings", headings),
    ...list("Code blocks", codes),
    ...list("Tables", tables),
    ...list("Links", links),
    ...list("Pictures", pictures),
    "",
    "Added words:",
    ...missingIn(`${imported.title}\n${imported.text}`, source.text).map((each) => `  ${each}`)
  ].join("\n")
}

/** The imported tree: titles, and the paths of pages. */
export const treeLines = ({ tree }) =>
  tree
    .map(
      ({ depth, key, title }) =>
        `${"  ".repeat(depth - 1)}${title}${key === undefined ? "" : `  ${new URL(key).pathname}`}`
    )
    .join("\n")

/** A measurement as plain data. */
export const plainData = ({ foreign, name, pages, place, seconds, shared, summary }) => ({
  name,
  place,
  seconds,
  summary,
  shared,
  foreign,
  pages: pages.map(({ codes, headings, imported, path, pictures, tables, words }) => ({
    path,
    title: imported?.title,
    words: { total: words.total, kept: words.kept, added: words.added },
    headings: { total: headings.total, lost: headings.lost },
    codes: { total: codes.total, lost: codes.lost },
    tables: { total: tables.total, lost: tables.lost },
    pictures: { total: pictures.total, lost: pictures.lost }
  }))
})
