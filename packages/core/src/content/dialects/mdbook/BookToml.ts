/** `book.toml`: what mdBook is told about a book, as far as its pages need it. */
import { lineCounter, type Problem } from "../../git-layout/Folder.js"

/** A redirect as written: the address that leads elsewhere, and where to. */
export interface BookRedirect {
  readonly from: string
  readonly to: string
  readonly line: number
}

/** The settings of a book; what the file does not say, or does not say in a way that is understood, is missing. */
export interface BookConfig {
  readonly src?: string
  readonly title?: string
  readonly redirects: ReadonlyArray<BookRedirect>
  readonly problems: ReadonlyArray<Problem>
}

type Value = string | ReadonlyArray<Pair> | undefined

interface Pair {
  readonly keys: ReadonlyArray<string>
  readonly value: Value
  readonly offset: number
}

const escapes: Readonly<Record<string, string>> = {
  ...{ b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", e: "\u001b", '"': '"', "\\": "\\" }
}

/** The text that a string in double quotes stands for; `undefined` if one of its escapes is wrong. */
const unescaped = (inner: string): string | undefined => {
  let wrong = false
  const text = inner.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g, (_, four, eight, sign) => {
    const code = Number.parseInt(four ?? eight ?? "0", 16)
    const isCode = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    const found = sign === undefined ? (isCode ? String.fromCodePoint(code) : undefined) : escapes[sign]
    if (found === undefined) wrong = true
    return found ?? ""
  })
  return wrong ? undefined : text
}

/** The maximum nesting of values that are read. */
const depthLimit = 20

/** Reads a text from its beginning to its end; `failed` says that something was not understood. */
class TomlReader {
  at = 0
  failed = false
  constructor(readonly text: string) {}

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found !== null) this.at = pattern.lastIndex
    return found
  }

  fail(): undefined {
    this.failed = true
    return undefined
  }

  keys(): ReadonlyArray<string> {
    const keys: Array<string> = []
    do {
      const found = this.take(/[ \t]*(?:([\w-]+)|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')[ \t]*/y)
      const key = found?.[1] ?? found?.[3] ?? unescaped(found?.[2] ?? "\\")
      if (key === undefined) {
        this.fail()
        break
      }
      keys.push(key)
    } while (this.take(/\./y) !== null)
    return keys
  }

  pair(depth: number): Pair {
    const keys = this.keys()
    const offset = this.at
    if (!this.failed && this.take(/[ \t]*=[ \t]*/y) === null) this.fail()
    return { keys, value: this.failed ? undefined : this.value(depth), offset }
  }

  value(depth: number): Value {
    if (depth > depthLimit) return this.fail()
    if (this.take(/"""(?:[^"\\]|\\[\s\S]|"(?!""))*"{3,5}|'''(?:[^']|'(?!''))*'{3,5}/y) !== null) return undefined
    if (/"""|'''/.test(this.text.slice(this.at, this.at + 3))) return this.fail()
    const quoted = this.take(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y)
    if (quoted !== null) return quoted[2] ?? unescaped(quoted[1] ?? "") ?? this.fail()
    if (this.take(/\[/y) !== null) return this.#list(depth)
    if (this.take(/\{/y) !== null) return this.#table(depth)
    return this.take(/[\w+:.-]+(?: \d[\w:.+-]*)?/y) === null ? this.fail() : undefined
  }

  #list(depth: number): undefined {
    const between = /(?:\s|#[^\n]*)*,?(?:\s|#[^\n]*)*/y
    this.take(between)
    while (!this.failed && this.take(/\]/y) === null) {
      this.value(depth + 1)
      this.take(between)
    }
    return undefined
  }

  #table(depth: number): ReadonlyArray<Pair> {
    const pairs: Array<Pair> = []
    const between = /(?:\s|#[^\n]*)*,?(?:\s|#[^\n]*)*/y
    this.take(between)
    while (!this.failed && this.take(/\}/y) === null) {
      pairs.push(this.pair(depth + 1))
      this.take(between)
    }
    return pairs
  }
}

/** All pairs of a file with the names of the tables that they are in; lines that are not understood are reported. */
const pairsOf = (text: string, report: (offset: number) => void): ReadonlyArray<Pair> => {
  const reader = new TomlReader(text)
  const found: Array<Pair> = []
  let table: ReadonlyArray<string> = []
  const add = ({ keys, offset, value }: Pair, above: ReadonlyArray<string>): void => {
    const path = [...above, ...keys]
    if (typeof value === "object") for (const each of value) add(each, path)
    else found.push({ keys: path, value, offset })
  }
  while (reader.take(/(?:\s|#[^\n]*)*/y) !== null && reader.at < text.length) {
    const start = reader.at
    reader.failed = false
    const opening = reader.take(/\[\[?/y)
    if (opening !== null) {
      const keys = reader.keys()
      const isClosed = reader.take(opening[0] === "[" ? /\]/y : /\]\]/y) !== null
      if (reader.failed || !isClosed) reader.fail()
      // What belongs to a table that is not understood, or to one of a list, belongs to no table of a book.
      table = reader.failed || opening[0] === "[[" ? ["", ...keys] : keys
    } else {
      const pair = reader.pair(0)
      if (!reader.failed) add(pair, table)
    }
    if (reader.take(/[ \t]*(?:#[^\n]*)?(?=\r?\n|$)/y) === null) reader.fail()
    if (!reader.failed) continue
    report(start)
    reader.at = Math.max(reader.at, start)
    reader.take(/[^\n]*/y)
  }
  return found
}

/** Reads `book.toml`; what is not understood is reported with its line, and everything else is read. */
export const readBookToml = (file: string, text: string): BookConfig => {
  const problems: Array<Problem> = []
  const report = (line: number, message: string): void => {
    problems.push({ file, line, message, severity: "error" })
  }
  const config: { src?: string; title?: string } = {}
  const redirects: Array<BookRedirect> = []
  const wrongLine = lineCounter(text)
  const pairs = pairsOf(text, (offset) => report(wrongLine(offset), "the line is not understood; it is left out"))
  const lineOf = lineCounter(text)
  for (const { keys, offset, value } of pairs) {
    const [first, second, third, from = ""] = keys
    const isBook = keys.length === 2 && first === "book" && (second === "src" || second === "title")
    const isRedirect = keys.length === 4 && first === "output" && second === "html" && third === "redirect"
    if (!isBook && !isRedirect) continue
    if (typeof value !== "string") report(lineOf(offset), `${keys.join(".")}: expected a text in quotes`)
    else if (isRedirect) redirects.push({ from, to: value, line: lineOf(offset) })
    else config[second as "src" | "title"] = value
  }
  return { ...config, redirects, problems }
}
