/** The part of the template that breaks words that are wider than the available space. */
export const breakingWords = `
// Zero-width spaces in a text are break opportunities, but they make lines too long by what precedes them. An empty box
// is a break opportunity without that problem.
#let breaking(string, body) = if "\u{200b}" in string { show "\u{200b}": box(); body } else { body }
#let breaking-text(string) = string.split("\u{200b}").join(box())

// Splits a word after the characters that separate its parts, and anywhere if a part is still too wide.
#let pieces(word, fits, together: 1) = {
  let named = word.replace(regex("[-_./,:;=&?@]"), found => found.text + "\u{200b}").split("\u{200b}")
  let cut(part) = part.clusters().chunks(together).map(some => some.join())
  named.map(part => if fits(part) { part } else { cut(part) }).flatten()
}

// Breaks the words that are wider than the available space, whether or not they have break opportunities.
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

// A line of code with zero-width spaces in the words that are wider than \`most\`. No character is wider than a letter
// times the number of its bytes.
#let fitting-line(line, letter, most) = {
  if line.len() * letter <= most { return line }
  let together = calc.max(1, int(most / letter / 12))
  let fits(part) = part.len() * letter <= most or (part.len() < 2000 and measure(raw(part)).width <= most)
  // By the rules of Unicode, a line may not break before these characters, not even after a space.
  let spaced = line.replace(regex(" [/)\\]}!?:;,.]"), found => " \u{200b}" + found.text.slice(1))
  spaced.replace(regex("[^\\s\u{200b}]+"), found => if fits(found.text) { found.text } else {
    pieces(found.text, fits, together: together).join("\u{200b}")
  })
}

// Splits a line that has more break opportunities than Typst replaces in one run.
#let printable-line(line) = {
  let parts = line.split("\u{200b}")
  if parts.len() <= 200 { line } else { parts.chunks(200).map(some => some.join("\u{200b}")).join("\n") }
}
`
