/** The version in which each export of a public module came, as the tag `@since` of its docstring. */
import { parseSync } from "oxc-parser"

const names = (statement) => {
  const { declaration, specifiers = [] } = statement
  if (declaration?.id) return [declaration.id.name]
  if (declaration?.declarations) return declaration.declarations.map(({ id }) => id.name)
  return specifiers.map(({ exported }) => exported.name ?? exported.value)
}

/** The exports that a source declares, each with where it starts and its docstring, where it has one. */
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

/** The exports of a source that do not say since when they are there. */
export const unsaid = (file, text) =>
  exportsOf(file, text)
    .filter(
      ({ comment }) => comment === undefined || !/@since \d+\.\d+\.\d+/.test(text.slice(comment.start, comment.end))
    )
    .flatMap((each) => each.names)

/** The docstring `comment` with one more tag, as the formatter would have it. */
const tagged = (comment, tag) => {
  const oneLine = /^\/\*\* (.*) \*\/$/.exec(comment)
  if (oneLine !== null) return `/**\n * ${oneLine[1]}\n * ${tag}\n */`
  return comment.replace(/\n \*\/$/, `\n * ${tag}\n */`)
}

/** A source whose exports that do not say it say that they came with a version. */
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
