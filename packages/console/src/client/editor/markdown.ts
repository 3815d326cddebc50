/** The markdown of pages: GitHub's, with front matter, formulas, expressions and lines of block tags. */
import { defineLanguageFacet, Language } from "@codemirror/language"
import { type Input, Parser, type PartialParse, type TreeFragment } from "@lezer/common"
import { parser as commonMark, GFM, type MarkdownConfig } from "@lezer/markdown"

const dollar = 36
const brace = 123
const tagLine = /^\{%.*%\}\s*$/

const isTagLine = (text: string, position: number): boolean =>
  text.charCodeAt(position) === brace && tagLine.test(text.slice(position))

/** A line that is one block tag ends the paragraph before it. */
const blockTags: MarkdownConfig = {
  defineNodes: [{ name: "BlockTag", block: true }],
  parseBlock: [
    {
      name: "BlockTag",
      before: "HTMLBlock",
      parse: (context, line) => {
        if (!isTagLine(line.text, line.pos)) return false
        const from = context.lineStart + line.pos
        const to = context.lineStart + line.text.length
        context.nextLine()
        context.addElement(context.elt("BlockTag", from, to))
        return true
      },
      endLeaf: (_context, line) => isTagLine(line.text, line.pos)
    }
  ]
}

/** The block of settings between two lines of `---` at the beginning. */
const frontMatter: MarkdownConfig = {
  defineNodes: [{ name: "FrontMatter", block: true }],
  parseBlock: [
    {
      name: "FrontMatter",
      before: "HorizontalRule",
      parse: (context, line) => {
        if (context.lineStart !== 0 || context.depth > 1 || !/^\s?---\s*$/.test(line.text)) return false
        if (!/^(?:[\w"'-][^:]*:(?:\s|$)|#|---\s*$)/.test(context.peekLine())) return false
        let to = line.text.length
        while (context.nextLine()) {
          to = context.lineStart + line.text.length
          if (/^---\s*$/.test(line.text)) {
            context.nextLine()
            break
          }
        }
        context.addElement(context.elt("FrontMatter", 0, to))
        return true
      }
    }
  ]
}

/** Formulas: `$$` lines around a block, and `$…$` or `$$…$$` within a line. */
const maths: MarkdownConfig = {
  defineNodes: [{ name: "BlockMath", block: true }, "InlineMath", "MathMark"],
  parseBlock: [
    {
      name: "BlockMath",
      before: "FencedCode",
      parse: (context, line) => {
        if (line.next !== dollar || !/^\$\$\s*$/.test(line.text.slice(line.pos))) return false
        const from = context.lineStart + line.pos
        let to = context.lineStart + line.text.length
        while (context.nextLine()) {
          to = context.lineStart + line.text.length
          if (/^\s*\$\$\s*$/.test(line.text.slice(line.basePos))) {
            context.nextLine()
            break
          }
        }
        context.addElement(context.elt("BlockMath", from, to))
        return true
      },
      endLeaf: (_context, line) => line.next === dollar && /^\$\$\s*$/.test(line.text.slice(line.pos))
    }
  ],
  parseInline: [
    {
      name: "InlineMath",
      before: "Emphasis",
      parse: (context, next, position) => {
        if (next !== dollar) return -1
        const rest = context.slice(position, context.end)
        const found = /^(?:\$\$([^$\n]+)\$\$|\$(?![\s$])((?:\\.|[^$\\\n])*?[^\s\\$])\$(?!\d))/.exec(rest)
        if (found === null) return -1
        const to = position + found[0].length
        const width = found[1] === undefined ? 1 : 2
        return context.addElement(
          context.elt("InlineMath", position, to, [
            context.elt("MathMark", position, position + width),
            context.elt("MathMark", to - width, to)
          ])
        )
      }
    }
  ]
}

/** `{{ expression }}` within a line. */
const expressions: MarkdownConfig = {
  defineNodes: ["Expression"],
  parseInline: [
    {
      name: "Expression",
      before: "Emphasis",
      parse: (context, next, position) => {
        if (next !== brace || context.char(position + 1) !== brace) return -1
        const end = context.slice(position, context.end).search(/\}\}|\n/)
        if (end < 0 || context.char(position + end) !== 125) return -1
        return context.addElement(context.elt("Expression", position, position + end + 2))
      }
    }
  ]
}

const markdownParser = commonMark.configure([GFM, blockTags, frontMatter, maths, expressions])

/** A text whose byte order mark reads as a space, so that a heading behind it is one. */
class WithoutMark implements Input {
  constructor(private readonly input: Input) {}
  get length() {
    return this.input.length
  }
  get lineChunks() {
    return this.input.lineChunks
  }
  chunk(from: number) {
    return this.replaced(from, this.input.chunk(from))
  }
  read(from: number, to: number) {
    return this.replaced(from, this.input.read(from, to))
  }
  private replaced(from: number, text: string) {
    return from === 0 && text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text
  }
}

class PageParser extends Parser {
  createParse(
    input: Input,
    fragments: ReadonlyArray<TreeFragment>,
    ranges: ReadonlyArray<{ from: number; to: number }>
  ): PartialParse {
    const marked = input.length > 0 && input.read(0, 1) === "\uFEFF"
    return markdownParser.createParse(marked ? new WithoutMark(input) : input, fragments, ranges)
  }
}

/** The language of pages. */
export const markdown = new Language(defineLanguageFacet(), new PageParser(), [], "markdown")
