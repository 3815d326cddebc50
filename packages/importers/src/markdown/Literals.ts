/** Reads the literals of JavaScript: strings, numbers, lists and objects of them. */

/** The value of a literal. Any other expression is `undefined`. */
export type Literal =
  | string
  | number
  | boolean
  | undefined
  | ReadonlyArray<Literal>
  | { readonly [key: string]: Literal }

/** The maximum nesting of lists and objects. */
const depthLimit = 30

const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
const string = /"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)'|`((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)`/y
const number = /-?\d+(?:\.\d+)?(?![\w.])/y
const word = /(?:true|false)(?![\w$.])/y
const nothing = /(?:null|undefined)(?![\w$.])/y
const name = /[A-Za-z_$][\w$-]*/y
const escape = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "",
  "\n": ""
}

const unescaped = (text: string): string =>
  text.replaceAll(escape, (whole, wide?: string, code?: string, short?: string, char?: string) => {
    if (char !== undefined) return escapes[char] ?? char
    const point = Number.parseInt(wide ?? code ?? short ?? "", 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

/** The value of a text, and whether all of the text is a literal. */
interface ReadLiteral {
  readonly value: Literal
  readonly isWhole: boolean
}

class Reading {
  at = 0
  isWhole = true
  constructor(readonly text: string) {}

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found === null) return undefined
    this.at = pattern.lastIndex
    return found
  }

  /** Whether a mark follows, which is then passed. */
  passes(mark: string): boolean {
    this.match(space)
    if (this.text[this.at] !== mark) return false
    this.at++
    return true
  }

  /** Passes an expression of any other kind, up to the comma or bracket after it. */
  other(): undefined {
    let depth = 0
    this.isWhole = this.match(nothing) !== undefined && this.isWhole
    for (; this.at < this.text.length; this.at++) {
      if (this.match(string) !== undefined) this.at--
      else {
        const char = this.text[this.at]!
        if (depth === 0 && /[,\]}]/.test(char)) return
        if (/[[{(]/.test(char)) depth++
        else if (/[\]})]/.test(char)) depth--
      }
    }
  }

  /** A literal with nothing after it but a comma or a closing bracket. */
  value(depth: number): Literal {
    this.match(space)
    const from = this.at
    const found = this.literal(depth)
    this.match(space)
    if (found !== undefined && /[,\]}]|^$/.test(this.text[this.at] ?? "")) return found
    this.at = from
    return this.other()
  }

  literal(depth: number): Literal {
    const text = this.match(string)
    if (text !== undefined) return unescaped(text[1] ?? text[2] ?? text[3] ?? "")
    const digits = this.match(number)
    if (digits !== undefined) return Number(digits[0])
    const flag = this.match(word)
    if (flag !== undefined) return flag[0] === "true"
    if (depth > depthLimit) return undefined
    if (this.passes("[")) return this.list(depth + 1)
    return this.passes("{") ? this.object(depth + 1) : undefined
  }

  list(depth: number): Literal {
    const items: Array<Literal> = []
    while (!this.passes("]")) {
      if (this.at >= this.text.length) return undefined
      items.push(this.value(depth))
      if (!this.passes(",") && this.text[this.at] !== "]") return undefined
    }
    return items
  }

  object(depth: number): Literal {
    const entries = new Map<string, Literal>()
    while (!this.passes("}")) {
      this.match(space)
      const quoted = this.match(string)
      const key = quoted === undefined ? this.match(name)?.[0] : (quoted[1] ?? quoted[2])
      if (key !== undefined && this.passes(":")) entries.set(key, this.value(depth))
      else this.other()
      if (!this.passes(",") && this.text[this.at] !== "}") return undefined
    }
    return Object.fromEntries(entries)
  }
}

/** Reads a text as a literal. Other expressions in it are `undefined`, and so is a text that is no literal. */
export const readLiteral = (text: string): ReadLiteral => {
  const reading = new Reading(text.trim())
  const value = reading.value(0)
  return reading.at < reading.text.length ? { value: undefined, isWhole: false } : { value, isWhole: reading.isWhole }
}

/** Writes a literal on one line, with an ellipsis for each other expression in it. */
export const writeLiteral = (value: Literal): string => {
  if (typeof value === "string") return JSON.stringify(value)
  if (value === undefined) return "…"
  if (typeof value !== "object") return String(value)
  if (Array.isArray(value)) return `[${value.map(writeLiteral).join(", ")}]`
  const entries = Object.entries(value).map(
    ([key, each]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${writeLiteral(each)}`
  )
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`
}
