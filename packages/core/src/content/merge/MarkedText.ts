/** Deciding a conflict that stands between markers in a page's text. */
import type { MarkedPart } from "./Markers.js"

const front = /^(---\r?\n)([\s\S]*?)(^---[ \t]*(?:\r?\n|$))/m

const lineEndingOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n")

/** The key that both versions of a part give a value, if they are values of one key of the front matter. */
const keyOf = ({ main, request }: MarkedPart): string | undefined => {
  const names = new Set(
    [main, request].flatMap((text) => {
      if (text === "") return []
      const [first = "", ...others] = text.split(/\r?\n/)
      return [others.every((line) => line === "" || /^[\s-]/.test(line)) ? /^([^\s:#]+):/.exec(first)?.[1] : undefined]
    })
  )
  return names.size === 1 ? [...names][0] : undefined
}

/** The key of the front matter that a part is about, if it is: such parts are right after it, before the body. */
export const frontKeyOf = (text: string, part: MarkedPart, parts: ReadonlyArray<MarkedPart>): string | undefined => {
  const found = front.exec(text)
  if (found?.index !== 0) return undefined
  const start = found[0].length
  if (part.from < start) return undefined
  const before = parts.filter(({ from }) => from < part.from)
  const rest = [...before, part].map(({ from }, index) => text.slice(index === 0 ? start : before[index - 1]!.to, from))
  return rest.every((gap) => gap.trim() === "") ? keyOf(part) : undefined
}

/** Where the lines of a key begin and end among lines of YAML. */
const rangeOf = (lines: ReadonlyArray<string>, key: string, depth: number): readonly [number, number] | undefined => {
  const from = lines.findIndex(
    (line) => line.trimStart().startsWith(`${key}:`) && /^\s*/.exec(line)![0].length >= depth
  )
  if (from < 0) return undefined
  const indent = /^\s*/.exec(lines[from]!)![0].length
  let to = from + 1
  while (to < lines.length && (lines[to]!.trim() === "" || /^\s*/.exec(lines[to]!)![0].length > indent)) to++
  while (to > from + 1 && lines[to - 1]!.trim() === "") to--
  return [from, to]
}

/** YAML in which a key, such as `layout.width`, has the value that this text gives it; none if the text is empty. */
const withKey = (yaml: string, key: string, stated: string, eol: string): string => {
  const lines = yaml.split(/\r?\n/)
  const value = stated.slice(key.length)
  const whole = rangeOf(lines, key, 0)
  const names = whole === undefined ? key.split(".") : [key]
  let [from, to] = [0, lines.length]
  for (const [depth, name] of names.entries()) {
    const found = rangeOf(lines.slice(from, to), name, depth === 0 ? 0 : 1)
    const isLast = depth === names.length - 1
    if (found === undefined) {
      const added = names.slice(depth).map((each, index) => `${"  ".repeat(depth + index)}${each}:`)
      const end = lines.slice(from, to).findLastIndex((line) => line.trim() !== "") + 1
      if (stated !== "") lines.splice(from + end, 0, ...added.slice(0, -1), `${added.at(-1)!.slice(0, -1)}${value}`)
      break
    }
    ;[from, to] = [from + found[0], from + found[1]]
    if (isLast) {
      const indent = /^\s*/.exec(lines[from]!)![0]
      lines.splice(from, to - from, ...(stated === "" ? [] : `${indent}${name}${value}`.split(/\r?\n/)))
    } else from++
  }
  return lines.join(eol)
}

/** A text without a part of it, and without the empty line that was after it. */
const without = (text: string, { from, to }: MarkedPart): string => {
  const after = text.slice(to).replace(/^(?:\r?\n){1,2}/, "")
  return after === "" ? text.slice(0, from).replace(/(\r?\n)(?:\r?\n)+$/, "$1") : text.slice(0, from) + after
}

/**
 * A text in which one of its marked parts is decided: `by` is what stands in its place, or the value of its key in the
 * front matter.
 */
export const withDecided = (
  text: string,
  part: MarkedPart,
  parts: ReadonlyArray<MarkedPart>,
  by: "main" | "request" | { readonly text: string }
): string => {
  const key = frontKeyOf(text, part, parts)
  if (key !== undefined) {
    const rest = without(text, part)
    const chosen = typeof by === "string" ? part[by] : by.text === "" ? "" : `${key}: ${by.text}`
    if (by === "request" || chosen === part.request) return rest
    const [, opening = "", yaml = "", closing = ""] = front.exec(rest)!
    const next = withKey(yaml, key, chosen, lineEndingOf(text))
    return opening + next + closing + rest.slice(opening.length + yaml.length + closing.length)
  }
  const chosen = typeof by === "string" ? part[by] : by.text
  return chosen === "" ? without(text, part) : text.slice(0, part.from) + chosen + text.slice(part.to)
}
