/** The look of what the tree of the markdown has within and around lines. */
import { syntaxTree } from "@codemirror/language"
import type { SyntaxNode, SyntaxNodeRef } from "@lezer/common"
import { lineEnd } from "../lineEndings.js"
import type { EditorTexts } from "../texts.js"
import { htmlBlock, htmlTag } from "./html.js"
import { type Sheet, styled } from "./sheet.js"

const looks = {
  strong: styled("strong"),
  em: styled("em"),
  struck: styled("struck"),
  code: styled("code", { spellcheck: "false" }),
  link: styled("link"),
  address: styled("address", { spellcheck: "false" }),
  picture: styled("picture"),
  maths: styled("maths", { spellcheck: "false" }),
  expression: styled("expression", { spellcheck: "false" }),
  hanging: styled("hanging"),
  prefix: styled("prefix"),
  bullet: styled("bullet"),
  number: styled("number"),
  boxed: styled("boxed"),
  done: styled("done"),
  dim: styled("syntax"),
  info: styled("language", { spellcheck: "false" })
} as const

/** The marks of a node, in order. */
const marksOf = (node: SyntaxNode, name: string): ReadonlyArray<SyntaxNode> => node.getChildren(name)

const wrapped = (sheet: Sheet, ref: SyntaxNodeRef, mark: string, look: keyof typeof looks): void => {
  const marks = marksOf(ref.node, mark)
  const isTouched = sheet.touches(ref.from, ref.to)
  sheet.mark(ref.from, ref.to, looks[look])
  for (const { from, to } of marks) sheet.syntax(from, to, isTouched)
}

const heading = (sheet: Sheet, ref: SyntaxNodeRef, level: number): void => {
  sheet.lines(ref.from, ref.to, ({ classes }) => classes.push("heading", `h${level}`))
  const { doc } = sheet.state
  for (const { from, to } of marksOf(ref.node, "HeaderMark")) {
    const line = doc.lineAt(from)
    const isTouched = sheet.touchesHanging(line.from, line.to)
    const spaces = /^[ \t]*/.exec(doc.sliceString(to, Math.min(to + 20, lineEnd(doc, line.from))))![0].length
    if (ref.name.startsWith("Setext")) {
      sheet.line(line.from).classes.push("underline")
      sheet.syntax(from, to, isTouched)
    } else if (from === ref.from) {
      if (isTouched) sheet.mark(from, to + spaces, looks.hanging)
      else sheet.hide(from, to + spaces)
    } else sheet.syntax(from, to, sheet.touches(from - 1, to))
  }
}

const quote = (sheet: Sheet, ref: SyntaxNodeRef): void => {
  sheet.lines(ref.from, ref.to, (look) => {
    look.classes.push("quote")
    look.rules.push("var(--e-line)")
    delete look.tint
  })
}

const quoteMark = (sheet: Sheet, { from, to }: SyntaxNodeRef): void => {
  const { doc } = sheet.state
  const line = doc.lineAt(from)
  const end = doc.sliceString(to, to + 1) === " " ? to + 1 : to
  if (sheet.touchesHanging(line.from, line.to)) sheet.mark(from, end, looks.hanging)
  else sheet.hide(from, end)
}

/** A link or a picture: its text stays, `[`, `]` and the address are hidden. */
const link = (sheet: Sheet, ref: SyntaxNodeRef): boolean => {
  const marks = marksOf(ref.node, "LinkMark")
  const [opening, closing] = marks
  if (ref.node.getChild("URL") === null || opening === undefined || closing === undefined) return false
  const isTouched = sheet.touches(ref.from, ref.to)
  const isPicture = ref.name === "Image"
  const line = sheet.state.doc.lineAt(ref.from)
  if (isPicture && line.text.trim().length === ref.to - ref.from)
    sheet.lines(ref.from, ref.from, ({ classes }) => classes.push("caption"))
  if (closing.from > opening.to) sheet.mark(opening.to, closing.from, isPicture ? looks.picture : looks.link)
  sheet.syntax(opening.from, opening.to, isTouched)
  if (isTouched) sheet.mark(closing.from, ref.to, looks.address)
  // Without a text, the address is what is shown.
  else if (closing.from > opening.to || isPicture) sheet.hide(closing.from, ref.to)
  else sheet.mark(closing.from, ref.to, looks.link)
  return true
}

const listMark = (sheet: Sheet, { from, node, to }: SyntaxNodeRef): void => {
  const { doc } = sheet.state
  const line = doc.lineAt(from)
  const text = doc.sliceString(to, lineEnd(doc, from))
  const task = /^[ \t]+\[[ xX]\](?=\s)/.exec(text)
  const isBullet = node.parent?.parent?.name === "BulletList"
  const isTask = task !== null && isBullet
  // The box stands in place of the bullet.
  if (isTask) sheet.mark(from, to + 1, looks.boxed)
  else sheet.mark(from, to, isBullet ? looks.bullet : looks.number)
  hang(sheet, line.from, to + Math.min(1, /^[ \t]*/.exec(text)![0].length) + (task === null ? 0 : 4), isTask ? 2 : 0)
}

/** The lines of an item hang beside its text: its mark and the space before it are in characters of one width. */
const hang = (sheet: Sheet, lineFrom: number, textFrom: number, unseen = 0): void => {
  const start = lineFrom + /^(?:\s*>)*/.exec(sheet.state.doc.sliceString(lineFrom, textFrom))![0].length
  const look = sheet.line(lineFrom)
  if (look.hanging > 0) return
  look.hanging = textFrom - start - unseen
  look.classes.push("item")
  sheet.mark(start, textFrom, looks.prefix)
}

const item = (sheet: Sheet, ref: SyntaxNodeRef): void => {
  const { doc } = sheet.state
  const first = doc.lineAt(ref.from)
  sheet.lines(first.to + 1, ref.to, (_look, line) => {
    const space = /^(?:\s*>)*[ \t]*/.exec(line.text)![0].length
    if (space > 0 && space < line.text.length && !/^\s*(?:[-*+]|\d+[.)])\s/.test(line.text))
      hang(sheet, line.from, line.from + space)
  })
}

const task = (sheet: Sheet, { from, node, to }: SyntaxNodeRef, texts: EditorTexts): void => {
  const isDone = sheet.state.doc.sliceString(from + 1, from + 2) !== " "
  const attributes = { role: "checkbox", "aria-checked": String(isDone), "aria-label": texts.task }
  sheet.mark(from, to, styled(isDone ? "box checked" : "box", attributes))
  const parent = node.parent
  if (isDone && parent !== null) sheet.mark(to, parent.to, looks.done)
}

const code = (sheet: Sheet, ref: SyntaxNodeRef, texts: EditorTexts): void => {
  const { doc } = sheet.state
  const marks = marksOf(ref.node, "CodeMark")
  const info = ref.node.getChild("CodeInfo")
  const firstLine = doc.lineAt(ref.from)
  const lastLine = doc.lineAt(ref.to)
  const closing = marks.length > 1 ? marks.at(-1) : undefined
  sheet.lines(ref.from, ref.to, ({ attributes, classes }, line) => {
    classes.push("fenced")
    attributes.dir = "ltr"
    attributes.spellcheck = "false"
    if (line.from === firstLine.from) {
      classes.push("code-first")
      const language = info === null ? "" : doc.sliceString(info.from, info.to).trim()
      attributes["data-language"] = language === "mermaid" ? texts.blocks.diagram : language
    }
    if (line.from === lastLine.from) classes.push("code-last")
  })
  const touched = (line: { from: number; to: number }) => sheet.touchesHanging(line.from, line.to)
  if (touched(firstLine)) {
    sheet.mark(ref.from, lineEnd(doc, ref.from), looks.info)
    sheet.lines(ref.from, ref.from, ({ classes }) => classes.push("touched"))
  } else sheet.hide(ref.from, lineEnd(doc, ref.from))
  if (closing !== undefined && closing.from > firstLine.to) sheet.syntax(closing.from, closing.to, touched(lastLine))
}

const plainLines = (sheet: Sheet, ref: SyntaxNodeRef, name: string, label: string): void => {
  const { doc } = sheet.state
  const first = doc.lineAt(ref.from).from
  const last = doc.lineAt(ref.to).from
  sheet.lines(ref.from, ref.to, ({ attributes, classes }, { from }) => {
    classes.push("fenced", name)
    attributes.spellcheck = "false"
    if (name !== "settings") attributes.dir = "ltr"
    if (from === last) classes.push("code-last")
    if (from !== first) return
    classes.push("code-first")
    attributes["data-language"] = label
  })
  for (const at of [first, last]) {
    const end = lineEnd(doc, at)
    const text = doc.sliceString(at, end)
    const mark = /^[\s>]*(\$\$|---)\s*$/.exec(text)
    const isTouched = sheet.touchesHanging(at, end)
    if (isTouched && at === first) sheet.lines(at, at, ({ classes }) => classes.push("touched"))
    if (mark !== null) sheet.syntax(end - text.trimStart().length, end, isTouched)
  }
}

const rule = (sheet: Sheet, ref: SyntaxNodeRef): void => {
  const isTouched = sheet.touchesHanging(ref.from, ref.to)
  sheet.lines(ref.from, ref.from, ({ classes }) => classes.push("rule", ...(isTouched ? ["touched"] : [])))
  sheet.syntax(ref.from, lineEnd(sheet.state.doc, ref.from), isTouched)
}

/** Styles everything of the tree between two positions. */
export const paintTree = (sheet: Sheet, start: number, end: number, texts: EditorTexts): void => {
  syntaxTree(sheet.state).iterate({
    from: start,
    to: end,
    enter: (ref) => {
      const { from, name, to } = ref
      if (/^(?:ATX|Setext)Heading/.test(name)) return heading(sheet, ref, Number(name.at(-1)))
      switch (name) {
        case "StrongEmphasis":
          return wrapped(sheet, ref, "EmphasisMark", "strong")
        case "Emphasis":
          return wrapped(sheet, ref, "EmphasisMark", "em")
        case "Strikethrough":
          return wrapped(sheet, ref, "StrikethroughMark", "struck")
        case "InlineCode":
          return wrapped(sheet, ref, "CodeMark", "code")
        case "InlineMath":
          return wrapped(sheet, ref, "MathMark", "maths")
        case "Expression":
          return sheet.mark(from, to, looks.expression)
        case "Link":
        case "Image":
          link(sheet, ref)
          return
        case "Autolink":
          wrapped(sheet, ref, "LinkMark", "link")
          return false
        case "URL":
          if (/^(?:Paragraph|TableCell|Task|ATXHeading\d|Emphasis|StrongEmphasis)$/.test(ref.node.parent?.name ?? ""))
            sheet.mark(from, to, looks.link)
          return
        case "Escape":
          return sheet.syntax(from, from + 1, sheet.touches(from, to))
        case "Blockquote":
          return quote(sheet, ref)
        case "QuoteMark":
          return quoteMark(sheet, ref)
        case "ListMark":
          return listMark(sheet, ref)
        case "ListItem":
          return item(sheet, ref)
        case "TaskMarker":
          return task(sheet, ref, texts)
        case "FencedCode":
          code(sheet, ref, texts)
          return
        case "BlockMath":
          plainLines(sheet, ref, "formula", texts.blocks.maths)
          return false
        case "FrontMatter":
          plainLines(sheet, ref, "settings", texts.blocks.settings)
          return false
        case "CodeBlock":
          sheet.lines(from, to, ({ attributes, classes }) => {
            classes.push("fenced")
            attributes.spellcheck = "false"
          })
          return
        case "HorizontalRule":
          return rule(sheet, ref)
        case "HTMLTag":
          return htmlTag(sheet, ref)
        case "HTMLBlock":
          htmlBlock(sheet, ref)
          return false
        case "CommentBlock":
        case "Comment":
        case "LinkReference":
          return sheet.mark(from, to, looks.dim)
        default:
          return
      }
    }
  })
}
