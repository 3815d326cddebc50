/**
 * How a document looks. The data it sets is in `/document.json`; none of it is ever read as Typst, but for formulas,
 * which `Formulas` has checked sign by sign.
 */
import { blocks } from "./TemplateBlocks.js"

const page = `
#let data = json("/document.json")
#let accent = rgb("#3451b2")
#let muted = luma(100)
#let hairline = 0.5pt + luma(215)
#let body-fonts = data.fonts
#let code-fonts = ("DejaVu Sans Mono", ..data.fonts)

#set document(title: data.title, author: data.author, date: datetime(..data.date))
#set page(paper: "a4", margin: (x: 2.3cm, top: 2.6cm, bottom: 2.3cm))
#set text(font: body-fonts, fallback: false, size: 10pt, lang: "en", hyphenate: false)
#set par(leading: 0.68em, spacing: 1.15em, justify: false)
#set heading(numbering: none)
#set footnote.entry(gap: 0.6em, indent: 0em)
#set list(indent: 0.4em, body-indent: 0.6em, spacing: 0.85em)
#set enum(indent: 0.4em, body-indent: 0.6em, spacing: 0.85em)
#show math.equation: set text(font: ("New Computer Modern Math", ..data.fonts))
#show raw: set text(font: code-fonts, size: 1.12em)
#show link: set text(fill: accent)
#show heading: set block(sticky: true)
`

const sheets = `
#let header(title) = {
  set text(size: 8pt, fill: muted)
  grid(
    columns: (1fr, 1fr), align: (left + bottom, right + bottom), column-gutter: 1em,
    block(height: 1em, clip: true, inlines(data.heading)), block(height: 1em, clip: true, title),
  )
  v(-0.6em)
  line(length: 100%, stroke: hairline)
}

#let footer = {
  set text(size: 8pt, fill: muted)
  grid(
    columns: (1fr, auto), align: (left, right),
    data.author, context [#counter(page).display() / #counter(page).final().first()],
  )
}

#let cover = {
  set page(header: none, footer: none)
  v(1fr)
  block(width: 3cm, height: 4pt, fill: accent)
  v(0.4em)
  { set par(leading: 0.4em); text(size: 30pt, weight: "bold", inlines(data.heading)) }
  if data.subtitle != none { v(0.2em); text(size: 14pt, fill: muted, inlines(data.subtitle)) }
  v(2fr)
  set text(size: 10pt, fill: muted)
  stack(spacing: 0.75em, ..(text(weight: "semibold", fill: black, data.author), data.shown-date, data.shown-revision))
  if data.missing != none { v(1em); notice(data.missing) }
  pagebreak(weak: true)
}

#let contents = {
  show outline.entry.where(level: 1): set block(above: 0.95em)
  show outline.entry.where(level: 1): set text(weight: "semibold")
  show outline.entry: it => link(it.element.location(), {
    set text(fill: black)
    it.indented(it.prefix(), { it.body(); h(0.5em); box(width: 1fr, text(fill: luma(170), weight: "regular", repeat[.#h(2.5pt)])); h(0.5em); it.page() })
  })
  block(below: 1.6em, text(size: 20pt, weight: "bold", data.words.contents))
  set text(size: 9.5pt)
  outline(title: none, depth: 4, indent: 1.3em)
  if data.removed.len() > 0 {
    v(1.5em)
    block(below: 0.8em, text(weight: "bold", data.words.removed))
    list(..data.removed.map(title => text(fill: red.darken(20%), strike(title))))
  }
}

#let page-title(it) = {
  let size = if it.depth == 0 { 20pt } else if it.depth == 1 { 17pt } else { 15pt }
  let title = {
    if it.at("emoji", default: none) != none { emoji(it.emoji); h(0.35em) }
    inlines(it.title)
  }
  v(2.4em, weak: true)
  show heading: set text(size: size, weight: "bold")
  show heading: set block(above: 0pt, below: if "description" in it { 0.6em } else { 1.1em })
  let shown = directed(it, [#heading(level: calc.min(it.depth + 1, 6), bookmarked: true, title)#label(it.place)])
  if "change" in it { marked(it.change, shown) } else { shown }
  if "description" in it { block(below: 1.4em, text(fill: muted, size: 11pt, directed(it, inlines(it.description)))) }
}

#cover
#set page(footer: footer)
#if data.runs.len() > 0 { set page(header: header(data.words.contents)); contents }
#for run in data.runs {
  set page(header: header(inlines(run.first().title)))
  for it in run {
    page-title(it)
    content-of(it.children)
  }
}
`

/** The main file. */
export const template = page + blocks + sheets
