/** The layout of a card. Its texts are in `/card.json`; none of them is evaluated as Typst. */
export const template = `
#let card = json("/card.json")
#let accent = rgb(card.colours.accent)
#let start-side = if card.rtl { right } else { left }
#set page(width: 1200pt, height: 630pt, margin: 0pt, fill: rgb(card.colours.back))
#set text(font: card.fonts, fallback: false, lang: card.lang, region: card.region, dir: if card.rtl { rtl } else { ltr }, hyphenate: false)
#set text(fill: rgb(card.colours.text), top-edge: "ascender", bottom-edge: "descender")
#set par(justify: false)

#let measure-at = 1040pt
#let set-in(string, size, leading) = block(width: measure-at, par(leading: leading, text(size: size, string)))

// The text, cut with an ellipsis where it would be higher than this.
#let cut(string, size, leading, most) = {
  if measure(set-in(string, size, leading)).height <= most { return set-in(string, size, leading) }
  let parts = string.clusters()
  let (low, high) = (0, parts.len())
  while low < high {
    let middle = calc.quo(low + high + 1, 2)
    let height = measure(set-in(parts.slice(0, middle).join() + "…", size, leading)).height
    if height <= most { low = middle } else { high = middle - 1 }
  }
  set-in(parts.slice(0, low).join("").trim(at: end) + "…", size, leading)
}

// The title as large as it fits, and cut where it does not fit in the smallest size.
#let title(most) = {
  for size in (80pt, 68pt, 56pt) {
    let set-title = set-in(card.title, size, 0.16em)
    if measure(set-title).height <= most { return set-title }
  }
  cut(card.title, 48pt, 0.16em, most)
}

#place(top + start-side, rect(width: 16pt, height: 100%, fill: accent))
#place(top + start-side, dx: if card.rtl { -80pt } else { 80pt }, dy: 64pt, block(width: measure-at, {
  if card.logo == none { text(size: 34pt, weight: "bold", fill: accent, card.site) }
  else {
    context {
      let logo = image(card.logo, height: 64pt)
      if measure(logo).width <= 420pt { logo } else { image(card.logo, width: 420pt) }
    }
  }
}))
#place(bottom + start-side, dx: if card.rtl { -80pt } else { 80pt }, dy: -64pt, context {
  let foot = if card.logo == none { none } else { text(size: 28pt, fill: rgb(card.colours.muted), card.site) }
  let about = if card.description == "" { none } else {
    text(fill: rgb(card.colours.muted), cut(card.description, 32pt, 0.3em, 96pt))
  }
  stack(
    spacing: 24pt,
    text(weight: "bold", title(if about == none { 320pt } else { 250pt })),
    ..(about, foot).filter(each => each != none),
  )
})
`
