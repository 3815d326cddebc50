/** The part of the template that typesets the blocks of pages. */
import { breakingWords } from "./TemplateBreaking.js"
import { operations } from "./TemplateOperations.js"

/** The part of the template that typesets tables; `Tables` has chosen their font sizes and column widths. */
const tables = `
#let cell(it, sub) = table.cell(
  colspan: it.colspan, rowspan: it.rowspan, breakable: if it.whole { false } else { auto },
  align: if it.at("align", default: none) == "center" { center } else if it.at("align", default: none) == "right" { right } else { auto },
  fill: if it.header { luma(243) } else { none },
  if it.header { strong(sub(it.children)) } else { sub(it.children) },
)

#let grid-table(it, sub) = {
  set text(size: it.size * 1pt)
  set par(leading: 0.55em, spacing: 0.7em)
  set list(indent: 0pt, body-indent: 0.4em)
  let head = it.rows.slice(0, it.headers)
  let rest = it.rows.slice(it.headers)
  block(width: 100%, above: 1.2em, below: 1.2em, breakable: not it.whole, table(
    columns: it.widths.map(width => if width == none { auto } else { width * 1fr }), stroke: 0.5pt + luma(205),
    inset: (x: it.inset * 1pt, y: calc.min(it.inset, 5) * 1pt), align: start + top,
    ..if head.len() > 0 { (table.header(repeat: true, ..head.flatten().map(each => cell(each, sub))),) },
    ..rest.flatten().map(each => cell(each, sub)),
  ))
}

`

const lines = `
#let directed(it, body) = if it.at("rtl", default: false) { text(dir: rtl, body) } else { body }

#let emoji(it) = box(height: 1em, baseline: 0.14em, image(it.file, height: 1.08em, alt: it.text))

#let keycap(body) = box(
  fill: luma(246), stroke: 0.5pt + luma(190), radius: 2pt, inset: (x: 3pt), outset: (y: 2pt),
  text(size: 0.88em, body),
)

#let styled(marks, it) = {
  let body = if "code" in marks {
    box(fill: luma(241), radius: 2pt, inset: (x: 1.5pt), outset: (x: 1pt, y: 2.2pt), raw(it))
  } else { it }
  if "code" in marks and it.len() > 40 { body = highlight(fill: luma(241), raw(it)) }
  for mark in marks {
    if mark == "bold" { body = strong(body) }
    if mark == "italic" { body = emph(body) }
    if mark == "strikethrough" { body = strike(body) }
    if mark == "underline" { body = underline(body) }
    if mark == "mark" { body = highlight(fill: rgb("#fff3a3"), body) }
    if mark == "sub" { body = sub(body) }
    if mark == "sup" { body = super(body) }
    if mark == "kbd" { body = keycap(body) }
  }
  body
}

#let target(to) = if to.kind == "url" { to.url } else if data.mode == "whole" { label(to.place) } else { "lectern:" + to.place }

#let missing-image(it) = {
  let shown = box(stroke: 0.5pt + luma(200), fill: luma(250), radius: 2pt, inset: (x: 4pt), outset: (y: 2.5pt), {
    set text(size: 0.88em, fill: muted)
    [#data.words.image: ]
    it.alt
  })
  if "url" in it { link(it.url, shown) } else { shown }
}

#let formula(it, block) = if "typst" in it {
  math.equation(block: block, alt: it.formula, eval(it.typst, mode: "math"))
} else { raw(it.formula, block: block, lang: "latex") }

#let inline-change(it, body) = if it.change == "removed" {
  strike(text(fill: red.darken(20%), body))
} else { underline(offset: 2pt, text(fill: green.darken(45%), body)) }

#let inlines(items, plain: false) = {
  for it in items {
    if it.type == "text" { breaking(it.text, if "marks" in it { styled(it.marks, it.text) } else { it.text }) }
    else if it.type == "break" { linebreak() }
    else if it.type == "pause" { box() }
    else if it.type == "emoji" { emoji(it) }
    else if it.type == "link" { if plain { inlines(it.children, plain: true) } else { link(target(it.to), inlines(it.children)) } }
    else if it.type == "math" { formula(it, false) }
    else if it.type == "image" {
      if "path" in it { box(baseline: 0.2em, image(it.path, height: 1.2em, alt: it.alt)) } else { missing-image(it) }
    }
    else if it.type == "footnote" { footnote(inlines(it.children)) }
    else if it.type == "change" { inline-change(it, inlines(it.children)) }
  }
}
`

const inner = `
#let notice(body) = block(
  width: 100%, fill: rgb("#fff8e6"), stroke: (left: 2.5pt + rgb("#d29922")), inset: 9pt, radius: 2pt,
  text(size: 9pt, fill: black, body),
)

#let change-color = (added: rgb("#2da44e"), edited: rgb("#bf8700"), removed: rgb("#cf222e"))

#let marked(change, body) = block(
  width: 100%, above: 1.05em, below: 1.05em, stroke: (left: 2.5pt + change-color.at(change)), outset: (left: 9pt),
  if change == "removed" { text(fill: luma(130), body) } else { body },
)

#let picture(it, share: 100%) = if "path" in it {
  layout(size => {
    let wanted = it.at("width", default: none)
    let natural = measure(image(it.path))
    let limit = calc.min(size.width, natural.width)
    let width = if wanted == none { limit } else if wanted.unit == "%" { size.width * wanted.value / 100 } else { calc.min(size.width, wanted.value * 0.75pt) }
    let tallest = 17cm
    let height = natural.height * (width / natural.width)
    if height > tallest { width = width * (tallest / height) }
    image(it.path, width: width, alt: it.alt)
  })
} else { missing-image(it) }

#let figures(it) = block(width: 100%, breakable: false, above: 1.2em, below: 1.2em, {
  set align(center)
  let pictures = it.images.map(each => broken-if(it.tight, picture(each)))
  if pictures.len() == 1 { pictures.first() } else {
    grid(columns: (1fr,) * calc.min(pictures.len(), 3), gutter: 8pt, align: center + horizon, ..pictures)
  }
  if it.caption.len() > 0 { block(above: 0.8em, text(size: 8.5pt, fill: muted, broken-if(it.tight, inlines(it.caption)))) }
})

// Escapes the characters of emoji that are special in a regular expression.
#let literally(string) = string.replace("*", "\\*").replace("#", "\\#")

#let code(it) = {
  set par(leading: 0.55em)
  set text(dir: ltr)
  let isNumbered = it.at("numbered", default: false)
  let dressed(body) = {
    // Side by side, so that a continued line is not below the line number.
    show raw.where(block: true): it => if isNumbered {
      grid(
        columns: (2.2em, 1fr), column-gutter: 0.9em, row-gutter: 0.55em, align: (right + top, left + top),
        ..it.lines.map(line => (text(fill: luma(160), str(line.number)), line.body)).flatten(),
      )
    } else { it }
    show raw.line: line => { line.body; box() }
    if it.emojis.len() == 0 { body } else {
      let written = it.emojis.keys().sorted(key: key => -key.len()).map(literally).join("|")
      show regex(written): each => it.emojis.at(each.text, default: ()).map(emoji).join()
      body
    }
  }
  let shown = layout(size => {
    set text(size: calc.min(8.8pt, text.size))
    dressed(context {
      let letter = measure(raw("0")).width
      let most = size.width - if isNumbered { 3.1 * text.size } else { 0pt }
      let fitting = it.text.split("\n").map(line => fitting-line(line, letter, most)).map(printable-line).join("\n")
      breaking(fitting, raw(fitting, block: true, lang: it.at("language", default: none)))
    })
  })
  let title = if "title" in it {
    block(
      width: 100%, fill: luma(235), inset: (x: 9pt, y: 5pt), radius: (top: 3pt), above: 1.1em, below: 0pt, sticky: true,
      text(size: 8pt, fill: luma(70), font: code-fonts, broken(it.title)),
    )
  }
  title
  block(
    width: 100%, fill: luma(247), inset: 9pt, breakable: not it.whole, below: 1.1em,
    radius: if "title" in it { (bottom: 3pt) } else { 3pt }, above: if "title" in it { 0pt } else { 1.1em }, shown,
  )
}

#let hint-style = (
  info: (rgb("#eef4ff"), rgb("#3b6fd4"), "i"),
  success: (rgb("#ecf8ef"), rgb("#2b8a4b"), "✓"),
  warning: (rgb("#fff7e3"), rgb("#b7791f"), "!"),
  danger: (rgb("#fdeeee"), rgb("#c53030"), "×"),
)

#let hint(it, sub) = {
  let (fill, color, sign) = hint-style.at(it.style)
  block(
    width: 100%, fill: fill, stroke: (left: 2.5pt + color), inset: (x: 10pt, y: 9pt), radius: 2pt, above: 1.2em, below: 1.2em,
    {
      block(below: 0.75em, sticky: true, {
        box(baseline: 0.16em, circle(radius: 0.52em, fill: color, inset: 0pt, align(center + horizon, text(size: 0.72em, weight: "bold", fill: white, sign))))
        h(0.45em)
        text(fill: color, weight: "bold", size: 9pt, data.words.at(it.style))
      })
      sub(it.children)
    },
  )
}
`

const outer = `
#let checkbox(checked) = box(
  width: 0.8em, height: 0.8em, baseline: 0.08em, radius: 1.5pt, stroke: 0.7pt + if checked { accent } else { luma(120) },
  fill: if checked { accent } else { none },
  if checked { align(center + horizon, text(size: 0.62em, weight: "bold", fill: white, "✓")) },
)

#let items(it, sub) = {
  let bodies = it.items.map(item => sub(item.children))
  let shown = if it.items.any(item => "checked" in item) {
    for (index, (item, body)) in it.items.zip(bodies).enumerate() {
      block(
        above: if index == 0 { 0.85em } else { 0.72em }, below: if index == bodies.len() - 1 { 1.15em } else { 0.72em },
        grid(columns: (auto, 1fr), column-gutter: 0.55em, inset: (left: 0.4em), checkbox(item.at("checked", default: false)), body),
      )
    }
  } else if "start" in it { enum(start: it.start, ..bodies.map(body => enum.item(body))) } else { list(..bodies) }
  directed(it, shown)
}

#let titled(tab, tight, sub) = {
  block(above: 1em, below: 0.7em, sticky: true, inset: (bottom: 3pt), stroke: (bottom: 1.2pt + accent), text(weight: "semibold", size: 9.5pt, broken-if(tight, inlines(tab.title))))
  block(width: 100%, inset: (left: 10pt), stroke: (left: 0.7pt + luma(215)), sub(tab.children))
}

#let steps(it, sub) = for (number, step) in it.steps.enumerate(start: 1) {
  block(width: 100%, inset: (left: 24pt), above: 1.1em, below: 1.1em, {
    let sign = circle(radius: 7.5pt, inset: 0pt, stroke: 0.9pt + accent, align(center + horizon, text(size: 8pt, weight: "bold", fill: accent, str(number))))
    block(height: 0pt, sticky: true, place(dx: -24pt, dy: -3pt, sign))
    v(0pt, weak: true)
    sub(step)
  })
}

#let side-by-side(it, sub) = block(width: 100%, above: 1.1em, below: 1.1em, grid(
  columns: it.columns.map(column => column.at("width", default: 100 / it.columns.len()) * 1fr),
  column-gutter: 14pt, ..it.columns.map(column => sub(column.children)),
))

#let details(it, sub) = block(width: 100%, stroke: 0.6pt + luma(210), radius: 3pt, inset: 9pt, above: 1.1em, below: 1.1em, {
  if it.summary.len() > 0 { block(below: 0.85em, sticky: true, strong(broken-if(it.tight, inlines(it.summary)))) }
  sub(it.children)
})

#let embed(it) = block(width: 100%, stroke: 0.6pt + luma(210), fill: luma(251), radius: 3pt, inset: 8pt, breakable: false, {
  set text(size: 9pt)
  broken-if(it.tight, {
    text(fill: muted, "↗ ")
    if "to" in it { link(target(it.to), inlines(it.label)) } else { inlines(it.label) }
    if it.caption.len() > 0 { linebreak(); text(fill: muted, inlines(it.caption)) }
  })
})

#let wide(body) = layout(size => {
  let natural = measure(body).width
  if natural > size.width { scale(x: size.width / natural * 100%, y: size.width / natural * 100%, reflow: true, body) } else { body }
})

#let nested-heading(it) = heading(level: it.nested, bookmarked: true, {
  if "number" in it { it.number + "\\u{2002}" }
  inlines(it.children)
})

#let in-page-heading(it) = {
  let size = (16pt, 13.5pt, 11.5pt, 10.5pt, 10pt, 10pt).at(it.level - 1)
  show heading: set text(size: size, weight: "semibold")
  show heading: set block(above: if it.level <= 2 { 1.7em } else { 1.5em }, below: 0.85em)
  broken-if(it.tight, directed(it, [#nested-heading(it)#label(it.place)]))
}

#let quote-of(it, sub) = {
  let side = if it.at("rtl", default: false) { "right" } else { "left" }
  // An element of its own for screen readers, which otherwise looks like any block.
  show quote: shown => shown.body
  quote(block: true, block(
    width: 100%, inset: ((side): 11pt, y: 2pt), stroke: ((side): 2pt + luma(205)), above: 1.1em, below: 1.1em,
    { set block(above: auto, below: auto); text(fill: luma(75), sub(it.children)) },
  ))
}

#let content-of(blocks) = for it in blocks {
  if it.type == "paragraph" {
    let set-par = directed(it, broken-if(it.tight, par(inlines(it.children))))
    let body = if it.at("leads", default: false) { context block(above: par.spacing, below: par.leading, sticky: true, set-par) } else { set-par }
    let placed = it.at("align", default: none)
    if placed == "center" { align(center, body) } else if placed == "right" { align(right, body) } else { body }
  }
  else if it.type == "heading" { in-page-heading(it) }
  else if it.type == "list" { items(it, content-of) }
  else if it.type == "code" { code(it) }
  else if it.type == "table" { grid-table(it, content-of) }
  else if it.type == "figure" { figures(it) }
  else if it.type == "hint" { hint(it, content-of) }
  else if it.type == "quote" { quote-of(it, content-of) }
  else if it.type == "tabs" { for tab in it.tabs { titled(tab, it.tight, content-of) } }
  else if it.type == "steps" { steps(it, content-of) }
  else if it.type == "columns" { side-by-side(it, content-of) }
  else if it.type == "details" { details(it, content-of) }
  else if it.type == "math" { block(width: 100%, above: 1.2em, below: 1.2em, align(center, wide(formula(it, true)))) }
  else if it.type == "divider" { block(above: 1.4em, below: 1.4em, line(length: 100%, stroke: hairline)) }
  else if it.type == "embed" { embed(it) }
  else if it.type == "endpoint" { endpoint(it) }
  else if it.type == "caption" { caption(it) }
  else if it.type == "fields" { fields(it, content-of) }
  else if it.type == "turned" { page(flipped: true, content-of(it.children)) }
  else if it.type == "change" { marked(it.change, content-of(it.children)) }
}
`

/** Functions from the data of blocks to content. */
export const blocks = breakingWords + lines + inner + tables + operations + outer
