/** The part of the template that typesets tables; `Tables` has chosen their font sizes and column widths. */
export const tables = `
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
