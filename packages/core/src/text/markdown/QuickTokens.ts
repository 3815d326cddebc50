/**
 * Faster constructors for the tokens and the lines of markdown-it. The original ones define each field of a token with
 * `Object.defineProperty`, which takes a fifth of the parsing time, and let five lists grow line by line, which leaves
 * three times their size to garbage collection.
 */
import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from "markdown-it"

type Nesting = Token["nesting"]

class QuickToken implements Token {
  declare type: string
  declare tag: string
  declare attrs: Token["attrs"]
  declare map: Token["map"]
  declare nesting: Nesting
  declare level: number
  declare children: Token["children"]
  declare content: string
  declare markup: string
  declare info: string
  declare meta: Token["meta"]
  declare block: boolean
  declare hidden: boolean
  declare attrIndex: Token["attrIndex"]
  declare attrPush: Token["attrPush"]
  declare attrSet: Token["attrSet"]
  declare attrGet: Token["attrGet"]
  declare attrJoin: Token["attrJoin"]
  constructor(type: string, tag: string, nesting: Nesting) {
    this.map = null
    this.level = 0
    this.children = null
    this.content = ""
    this.markup = ""
    this.info = ""
    this.block = false
    this.hidden = false
    this.type = type
    this.tag = tag
    this.attrs = null
    this.nesting = nesting
    this.meta = null
  }
}
Object.setPrototypeOf(QuickToken.prototype, MarkdownIt.Token.prototype)

/** Whether a character indents a line. */
const isIndent = (code: number): boolean => code === 32 || code === 9

/** The number of lines of a text. The text after the last line break is a line unless it is blank. */
const countLines = (text: string): number => {
  let lines = 0
  let start = 0
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
    lines++
    start = at + 1
  }
  while (isIndent(text.charCodeAt(start))) start++
  return start < text.length ? lines + 1 : lines
}

/** Room for one number for each line. Unlike a list, it is not copied while it fills, nor during garbage collection. */
const perLine = (lines: number): Array<number> => new Int32Array(lines) as unknown as Array<number>

class QuickBlock extends MarkdownIt.StateBlock {
  constructor(text: string, md: Parser, env: Env, tokens: Array<Token>) {
    // Without a text, there are no lines for it to list.
    super("", md, env, tokens)
    const lines = countLines(text)
    this.src = text
    this.bMarks = perLine(lines + 1)
    this.eMarks = perLine(lines + 1)
    this.tShift = perLine(lines + 1)
    this.sCount = perLine(lines + 1)
    this.bsCount = perLine(lines + 1)
    this.lineMax = lines
    let start = 0
    for (let line = 0; line < lines; line++) {
      const found = text.indexOf("\n", start)
      const end = found < 0 ? text.length : found
      let at = start
      let columns = 0
      for (let code = text.charCodeAt(at); at < end && isIndent(code); code = text.charCodeAt(++at)) {
        columns += code === 9 ? 4 - (columns % 4) : 1
      }
      this.bMarks[line] = start
      this.eMarks[line] = end
      this.tShift[line] = at - start
      this.sCount[line] = columns
      start = end + 1
    }
    this.bMarks[lines] = text.length
    this.eMarks[lines] = text.length
  }

  override push(type: string, tag: string, nesting: Nesting): Token {
    const token = new QuickToken(type, tag, nesting)
    token.block = true
    if (nesting < 0) this.level--
    token.level = this.level
    if (nesting > 0) this.level++
    this.tokens.push(token)
    return token
  }
}

class QuickInline extends MarkdownIt.StateInline {
  override pushPending(): Token {
    const token = new QuickToken("text", "", 0)
    token.content = this.pending
    token.level = this.pendingLevel
    this.tokens.push(token)
    this.pending = ""
    return token
  }

  override push(type: string, tag: string, nesting: Nesting): Token {
    if (this.pending !== "") this.pushPending()
    const token = new QuickToken(type, tag, nesting)
    let meta: (typeof this.tokens_meta)[number]
    if (nesting < 0) {
      this.level--
      this.delimiters = this._prev_delimiters.pop() ?? []
    }
    token.level = this.level
    if (nesting > 0) {
      this.level++
      this._prev_delimiters.push(this.delimiters)
      this.delimiters = []
      meta = { delimiters: this.delimiters }
    }
    this.pendingLevel = this.level
    this.tokens.push(token)
    this.tokens_meta.push(meta)
    return token
  }
}

/** Makes a parser use this constructor. Its tokens are otherwise the same. */
export const makeTokensQuickly = (parser: Parser): void => {
  parser.block.State = QuickBlock
  parser.inline.State = QuickInline
}
