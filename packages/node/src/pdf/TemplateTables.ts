/** The part of the template that sets tables: `Tables` has chosen their sizes and widths. */
export const tables = `
// Breaks the words that are wider than the space for them, wherever they may be broken else or not.
#let broken(body) = layout(size => {
  let most = size.width - 0.5pt
  show math.equation.where(block: false): it => context {
    let natural = measure(it).width
    if natural <= most { it } else { box(scale(most / natural * 100%, reflow: true, it)) }
  }
  show box: it => context if measure(it).width > most { it.body } else { it }
  show regex("[^\\s\u{200b}]{4,}"): it => context if measure(it).width <= most { it } else {
    let parts = it.text.replace(regex("[-_./,:;=&?@]"), found => found.text + "\u{200b}").split("\u{200b}")
    parts.map(part => if measure(part).width <= most { part } else { part.clusters().join(box()) }).join(box())
  }
  body
})

#let broken-if(tight, body) = if tight { broken(body) } else { body }

#let cell(it, sub) = table.cell(
  colspan: it.colspan, rowspan: it.rowspan, breakable: if it.whole { false } else { auto },
  align: if it.at("align", default: none) == "center" { center } else if it.at("align", default: none) == "right" { right } else { auto },
  fill: if it.header { luma(243) } else { none },
  {
    let body = if it.header { strong(sub(it.children)) } else { sub(it.children) }
    broken-if(it.tight, body)
  },
)

#let grid-table(it, sub) = {
  set text(size: it.size * 1pt)
  set par(leading: 0.55em, spacing: 0.7em)
  set list(indent: 0pt, body-indent: 0.4em)
  let head = it.rows.slice(0, it.headers)
  let rest = it.rows.slice(it.headers)
  block(width: 100%, above: 1.2em, below: 1.2em, table(
    columns: it.widths.map(width => if width == none { auto } else { width * 1fr }), stroke: 0.5pt + luma(205),
    inset: (x: it.inset * 1pt, y: calc.min(it.inset, 5) * 1pt), align: start + top,
    ..if head.len() > 0 { (table.header(repeat: true, ..head.flatten().map(each => cell(each, sub))),) },
    ..rest.flatten().map(each => cell(each, sub)),
  ))
}

`
