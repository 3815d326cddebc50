/** The part of the template that typesets API operations. */
export const operations = `
#let method-color = (
  GET: rgb("#1f6feb"), POST: rgb("#1a7f37"), PUT: rgb("#9a6700"), PATCH: rgb("#8250df"), DELETE: rgb("#cf222e"),
)

#let endpoint(it) = block(width: 100%, fill: luma(247), inset: (x: 9pt, y: 7pt), radius: 3pt, above: 1em, below: 1em, sticky: true, {
  set par(leading: 0.6em)
  show: body => broken-if(it.tight, body)
  let color = method-color.at(it.method, default: luma(80))
  box(fill: color, radius: 2pt, inset: (x: 5pt), outset: (y: 3pt), text(size: 8pt, weight: "bold", fill: white, it.method))
  h(0.7em)
  {
    set text(font: code-fonts, size: 9pt, weight: "bold")
    if it.at("deprecated", default: false) { strike(breaking-text(it.path)) } else { breaking-text(it.path) }
  }
  if it.at("deprecated", default: false) { h(0.7em); text(size: 8pt, fill: rgb("#9a6700"), data.words.deprecated) }
  if it.server != "" { linebreak(); text(font: code-fonts, size: 7.5pt, fill: muted, breaking-text(it.server)) }
})

#let caption(it) = block(
  above: if it.level == 1 { 1.6em } else { 1.3em }, below: 0.8em, sticky: true,
  text(size: if it.level == 1 { 10.5pt } else { 9.5pt }, weight: "semibold", broken-if(it.tight, inlines(it.children))),
)

// Separately rather than as one block, so that a caption above moves along when the first field does not fit.
#let fields(it, sub) = for (index, field) in it.fields.enumerate() {
  let below = if index == it.fields.len() - 1 { 1em } else { 0pt }
  block(
    width: 100%, above: if index == 0 { 0.8em } else { 0.75em }, below: below, breakable: not field.whole,
    stroke: (left: 1pt + luma(225)), inset: (left: 8pt, y: 1pt),
    {
      set par(leading: 0.5em, spacing: 0.7em)
      block(below: 0.6em, sticky: true, broken-if(it.tight, {
        text(font: code-fonts, size: 8.8pt, weight: "bold", breaking-text(field.name))
        if field.kind != "" {
          h(0.7em)
          let kind = text(font: code-fonts, size: 8pt, breaking-text(field.kind))
          if "to" in field { link(target(field.to), kind) } else { text(fill: muted, kind) }
        }
        for flag in field.flags {
          h(0.7em)
          text(size: 7.5pt, fill: if flag == data.words.required { rgb("#cf222e") } else { rgb("#9a6700") }, flag)
        }
      }))
      set text(size: 9.2pt)
      sub(field.children)
    },
  )
}

`
