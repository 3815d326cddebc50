/** The `@since` tag of each public module, in the docstring that it begins with: the version that introduced it. */

/** The docstring that a module begins with, unless it describes the first export. */
const opening = (text) => {
  const [words] = /^\/\*\*[\s\S]*?\*\//.exec(text) ?? []
  return words !== undefined && /^\n(?:\n|import |export (?:type )?[*{])/.test(text.slice(words.length))
    ? words
    : undefined
}

/** Whether a module has an `@since` tag. */
export const isSaid = (text) => /@since \d+\.\d+\.\d+/.test(opening(text) ?? "")

/** The text of a module with `@since` added, formatted as the formatter would. */
export const withSince = (text, version) => {
  if (isSaid(text)) return text
  const tag = `@since ${version}`
  const words = opening(text)
  if (words === undefined) return `/** ${tag} */\n${/^(?:import|export (?:type )?[*{])/.test(text) ? "" : "\n"}${text}`
  const oneLine = /^\/\*\* (.*) \*\/$/.exec(words)
  const tagged =
    oneLine === null ? words.replace(/\n \*\/$/, `\n * ${tag}\n */`) : `/**\n * ${oneLine[1]}\n * ${tag}\n */`
  return tagged + text.slice(words.length)
}
