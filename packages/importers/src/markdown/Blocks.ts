/** Writes the block tags of pages. */

/** Escapes a value for a tag argument: quotes and braces would end it. */
const argument = (value: string): string =>
  value.replaceAll(/\s+/g, " ").replaceAll('"', "'").replaceAll("%}", "% }").trim()

/** Lines without leading and trailing empty ones. */
export const trimLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  let from = 0
  let to = lines.length
  while (from < to && lines[from]!.trim() === "") from++
  while (to > from && lines[to - 1]!.trim() === "") to--
  return lines.slice(from, to)
}

/** Begins a line of a converted block, which is indented like the lines around it, however they are indented. */
const floating = "\uFDD0"

/** The lines of a block that becomes part of a text whose indentation is not known yet, see {@link dedent}. */
export const float = (text: string): string => text.replaceAll(/^(?=.)/gm, floating)

/** A text whose blocks are where {@link float} left them, at the beginning of the line. */
export const settle = (text: string): string => text.replaceAll(floating, "")

/** The common indentation of the lines that are neither empty nor floating; 0 if there are none. */
export const indentation = (lines: ReadonlyArray<string>): number => {
  let width = Number.POSITIVE_INFINITY
  for (const line of lines) {
    if (line.trim() !== "" && !line.startsWith(floating)) width = Math.min(width, line.search(/[^ \t]/))
  }
  return width === Number.POSITIVE_INFINITY ? 0 : width
}

/** Lines without their common indentation, where floating lines are at the beginning of the line. */
export const dedent = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const width = indentation(lines)
  return lines.map((line) => (line.startsWith(floating) ? line.slice(floating.length) : line.slice(width)))
}

/** A title as a bold line; nothing if it is empty. What is bold in it is bold anyway. */
export const boldLine = (title: string): ReadonlyArray<string> => {
  const text = title.trim().replaceAll(/\*\*|__/g, "")
  return text === "" ? [] : [`**${text}**`, ""]
}

/** A hint, with its title as a bold line. */
export const hint = (style: string, title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  `{% hint style="${style}" %}`,
  ...boldLine(title),
  ...trimLines(lines),
  "{% endhint %}"
]

/** Content that is collapsed under a summary. */
export const details = (summary: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  "<details>",
  "",
  `<summary>${summary.trim() === "" ? "Details" : summary.trim().replaceAll("<", "&lt;")}</summary>`,
  "",
  ...trimLines(lines),
  "",
  "</details>"
]

/** One tab. */
export const tab = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  `{% tab title="${argument(title) || "Tab"}" %}`,
  ...trimLines(lines),
  "{% endtab %}",
  ""
]

/** Tabs around the result of {@link tab}. */
export const tabs = (lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  "{% tabs %}",
  ...trimLines(lines),
  "{% endtabs %}"
]

/** A link to a video or other external content, which a page shows in a frame. */
export const embed = (url: string): ReadonlyArray<string> => [`{% embed url="${argument(url)}" %}`]
