/** The part of the template that breaks words where they are wider than the space for them. */
export const breakingWords = `
// Lines may break at the spaces without width in a text. They make lines too long by what stands before them; an empty box
// is a place to break that does not.
#let breaking(string, body) = if "\u{200b}" in string { show "\u{200b}": box(); body } else { body }
#let breaking-text(string) = string.split("\u{200b}").join(box())

// A word in pieces: cut after signs that part names, and where such a piece is too wide, anywhere.
#let pieces(word, fits, together: 1) = {
  let named = word.replace(regex("[-_./,:;=&?@]"), found => found.text + "\u{200b}").split("\u{200b}")
  let cut(part) = part.clusters().chunks(together).map(some => some.join())
  named.map(part => if fits(part) { part } else { cut(part) }).flatten()
}

// Breaks the words that are wider than the space for them, wherever they may be broken else or not.
#let broken(body) = layout(size => {
  let most = size.width - 0.5pt
  show math.equation.where(block: false): it => context {
    let natural = measure(it).width
    if natural <= most { it } else { box(scale(most / natural * 100%, reflow: true, it)) }
  }
  show box: it => context if measure(it).width > most { it.body } else { it }
  show regex("[^\\s\u{200b}]{4,}"): it => context if measure(it).width <= most { it } else {
    pieces(it.text, part => measure(part).width <= most).join(box())
  }
  body
})

#let broken-if(tight, body) = if tight { broken(body) } else { body }

// A line of code with spaces without width in those of its words that are wider than \`most\`; no sign of it has more bytes
// than it is times as wide as a letter.
#let fitting-line(line, letter, most) = {
  if line.len() * letter <= most { return line }
  let together = calc.max(1, int(most / letter / 12))
  let fits(part) = part.len() * letter <= most or (part.len() < 2000 and measure(raw(part)).width <= most)
  // By the rules of Unicode a line may not break before these, not even after a space.
  let spaced = line.replace(regex(" [/)\\]}!?:;,.]"), found => " \u{200b}" + found.text.slice(1))
  spaced.replace(regex("[^\\s\u{200b}]+"), found => if fits(found.text) { found.text } else {
    pieces(found.text, fits, together: together).join("\u{200b}")
  })
}

// A line with more places to break than Typst replaces in one, as several.
#let printable-line(line) = {
  let parts = line.split("\u{200b}")
  if parts.len() <= 200 { line } else { parts.chunks(200).map(some => some.join("\u{200b}")).join("\n") }
}
`
