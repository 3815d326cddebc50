/**
 * The layout of a document. Its data is in `/document.json`; none of it is evaluated as Typst except formulas, which
 * `Formulas` has checked token by token.
 */
import { blocks } from "./TemplateBlocks.js"

const page = `
#let data = json("/document.json")
#let accent = rgb("#3451b2")
#let muted = luma(100)
#let hairline = 0.5pt + luma(215)
#let body-fonts = data.fonts
#let titles = data.runs.flatten()
#let code-fonts = ("DejaVu Sans Mono", ..data.fonts)

#set document(title: data.title, author: data.author, date: datetime(..data.date))
#let margins = (x: 2.3cm, top: 2.6cm, bottom: 2.3cm)
#set page(paper: "a4", margin: margins, numbering: "i")
#set text(font: body-fonts, fallback: false, size: 10pt, lang: data.lang, region: data.region, dir: ltr, hyphenate: false)
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
#let fitted(string, width) = {
  if measure(string).width <= width { return string }
  let parts = string.clusters()
  let (low, high) = (0, parts.len())
  while low < high {
    let middle = calc.quo(low + high + 1, 2)
    if measure(parts.slice(0, middle).join() + "…").width <= width { low = middle } else { high = middle - 1 }
  }
  (..parts.slice(0, low), "…").join()
}

// The header of a sheet: the document, and the chapter with the page.
#let header(it) = {
  set text(size: 8pt, fill: muted, top-edge: "ascender", bottom-edge: "descender")
  let right-side = if it.chapter == it.name or it.chapter == "" { it.name } else { it.chapter + " › " + it.name }
  block(width: 100%, stroke: (bottom: hairline), inset: (bottom: 3pt), layout(size => grid(
    columns: (1fr, auto), column-gutter: 2em,
    fitted(data.title, size.width * 45%), fitted(right-side, size.width * 50%),
  )))
}

// The page shown in the header: the one that continues from the previous sheet, unless another one begins at the top.
#let running-header = context {
  let begun = counter("lectern-titles").get().first()
  let next = if begun < titles.len() { locate(label(titles.at(begun).place)) }
  let begins = next != none and next.page() == here().page() and next.position().y < 2.6cm + 36pt
  if begins { header(titles.at(begun)) } else if begun > 0 { header(titles.at(begun - 1)) }
}

#let footer = {
  set text(size: 8pt, fill: muted)
  grid(columns: (1fr, auto), align: (left, right), data.author, context counter(page).display())
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
  let lines = (text(weight: "semibold", fill: black, data.author),)
  if data.version != none { lines.push(inlines(data.version)) }
  lines.push(data.shown-date)
  stack(spacing: 0.75em, ..lines)
  pagebreak(weak: true)
}

#let sheet-of(it) = if "sheet" in it { it.sheet } else {
  context { let at = locate(label(it.place)); numbering(at.page-numbering(), ..counter(page).at(at)) }
}

#let contents-line(it) = block(
  above: if it.level == 1 { 0.95em } else { 0.65em }, below: 0pt, inset: (left: (it.level - 1) * 1.3em),
  link(target((kind: "place", place: it.place)), {
    set text(fill: black, weight: if it.level == 1 { "semibold" } else { "regular" })
    grid(
      columns: (1fr, auto), column-gutter: 0.5em, align: (left, right + bottom),
      {
        if "number" in it { it.number + "\\u{2002}" }
        inlines(it.title, plain: true)
        h(0.5em)
        box(width: 1fr, text(fill: luma(170), weight: "regular", repeat[.#h(2.5pt)]))
      },
      sheet-of(it),
    )
  }),
)

#let contents = {
  block(below: 1.6em, text(size: 20pt, weight: "bold", data.words.contents))
  set text(size: 9.5pt)
  for it in data.contents { contents-line(it) }
  if data.removed.len() > 0 {
    v(1.5em)
    block(below: 0.8em, text(weight: "bold", data.words.removed))
    list(..data.removed.map(title => text(fill: red.darken(20%), strike(title))))
  }
}

#let title-heading(it) = heading(level: calc.min(it.depth + 1, 6), bookmarked: true, {
  if "number" in it { it.number + "\\u{2002}" }
  if it.at("emoji", default: none) != none { emoji(it.emoji); h(0.35em) }
  inlines(it.title)
})

#let page-title(it) = {
  let size = if it.depth == 0 { 20pt } else if it.depth == 1 { 17pt } else { 15pt }
  v(2.4em, weak: true)
  counter("lectern-titles").step()
  show heading: set text(size: size, weight: "bold")
  show heading: set block(above: 0pt, below: if "description" in it { 0.6em } else { 1.1em })
  let shown = directed(it, [#title-heading(it)#label(it.place)])
  broken-if(it.tight, if "change" in it { marked(it.change, shown) } else { shown })
  if "description" in it { block(below: 1.4em, text(fill: muted, size: 11pt, directed(it, inlines(it.description)))) }
}

#let page-of(it) = {
  let title = if not it.continued { page-title(it) }
  let first = it.children.at(0, default: none)
  if first != none and first.type == "turned" {
    page(flipped: true, { title; content-of(first.children) })
    content-of(it.children.slice(1))
  } else {
    title
    content-of(it.children)
  }
}

// The headings above a part: tagged, but invisible. Joining removes them.
#let lead = {
  show heading: none
  for level in range(1, data.at("lead", default: 0) + 1) { heading(level: level, bookmarked: false, outlined: false)[…] }
}

// The positions of the titles and headings of a part.
#let spots = context [#metadata(query(heading).filter(it => it.has("label")).map(it => {
  let at = it.location().position()
  (place: str(it.label), sheet: at.page, x: at.x.pt(), y: at.y.pt())
}))<lectern-spots>]

// A title or heading that a part has at this position of a sheet.
#let mark(it) = place(top + left, dx: it.x * 1pt - margins.x, dy: it.y * 1pt - margins.top, {
  show heading: none
  let made = if "title" in it.of { title-heading(it.of) } else { nested-heading(it.of) }
  pdf.artifact([#made#label(it.of.place)])
})

// The kind of this run of Typst: the whole document, the body of a part, or the frame that the parts are laid on.
#let mode = data.mode
#if mode != "body" { cover }
#set page(footer: footer, numbering: "i") if mode != "body"
#set page(header: none, footer: none) if mode == "body"
#if mode != "body" and (data.contents.len() > 1 or data.removed.len() > 0) {
  set page(header: header((name: data.words.contents, chapter: "")))
  contents
}
#if mode == "frame" {
  for (index, sheet) in data.frame.enumerate() {
    let it = data.runs.at(sheet.run).at(sheet.page)
    page(flipped: sheet.turned, header: header(it), numbering: "1", {
      if index == 0 { counter(page).update(1) }
      sheet.marks.map(mark).join()
    })
  }
} else {
  for (index, run) in data.runs.enumerate() {
    set page(header: running-header, numbering: "1") if mode == "whole"
    if index == 0 { counter(page).update(1) }
    if mode == "body" { pagebreak(weak: true) }
    if index == 0 { lead }
    counter(footnote).update(0)
    for it in run { page-of(it) }
  }
}
#if mode == "body" { spots }
`

/** The source of the main file. */
export const template = page + blocks + sheets
