/** The `@since` tag of each export of a public module: the version that introduced it. */
import { parseSync } from "oxc-parser"

const names = (statement) => {
  const { declaration, specifiers = [] } = statement
  if (declaration?.id) return [declaration.id.name]
  if (declaration?.declarations) return declaration.declarations.map(({ id }) => id.name)
  return specifiers.map(({ exported }) => exported.name ?? exported.value)
}

/** The exports declared in a source text, with their offsets and docstrings, if any. */
const exportsOf = (file, text) => {
  const { comments, errors, program } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  return program.body
    .filter(({ declaration, type }) => type === "ExportNamedDeclaration" && declaration)
    .map((statement) => {
      const before = comments.filter(
        ({ end, start, type }) =>
          type === "Block" &&
          end <= statement.start &&
          text[start + 2] === "*" &&
          text.slice(end, statement.start).trim() === ""
      )
      return { names: names(statement), start: statement.start, comment: before.at(-1) }
    })
}

/** The exports of a source text without `@since`. */
export const unsaid = (file, text) =>
  exportsOf(file, text)
    .filter(
      ({ comment }) => comment === undefined || !/@since \d+\.\d+\.\d+/.test(text.slice(comment.start, comment.end))
    )
    .flatMap((each) => each.names)

/** The docstring `comment` with another tag, formatted as the formatter would. */
const tagged = (comment, tag) => {
  const oneLine = /^\/\*\* (.*) \*\/$/.exec(comment)
  if (oneLine !== null) return `/**\n * ${oneLine[1]}\n * ${tag}\n */`
  return comment.replace(/\n \*\/$/, `\n * ${tag}\n */`)
}

/** A source text with `@since` added to the exports that lack it. */
export const withSince = (file, text, version) => {
  let written = text
  for (const { comment, start } of exportsOf(file, text).reverse()) {
    if (comment === undefined) {
      written = `${written.slice(0, start)}/** @since ${version} */\n${written.slice(start)}`
      continue
    }
    const words = text.slice(comment.start, comment.end)
    if (words.includes("@since")) continue
    written = written.slice(0, comment.start) + tagged(words, `@since ${version}`) + written.slice(comment.end)
  }
  return written
}
