/**
 * Rewrites TeX that the converter does not support in terms that it does: macros that a formula defines itself,
 * synonyms, and environments. The result is TeX again, which is converted and checked like any other formula.
 */

/** How deep macros may expand into others, and how long the result may be, in characters. */
const depthLimit = 12
const lengthLimit = 8_000

/** Commands that are dropped. */
const dropped: ReadonlySet<string> = new Set(
  "! limits nolimits displaylimits displaystyle textstyle scriptstyle scriptscriptstyle big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm middle nonumber notag hline smash allowbreak strut mathstrut relax centering boxed fbox".split(
    " "
  )
)

/** A macro: the number of its arguments, and its replacement with `#1` and so on. */
interface Macro {
  readonly takes: number
  readonly says: string
  /** Whether an optional argument in square brackets may come first, which is ignored. */
  readonly optional?: true
}

const other = (says: string): Macro => ({ takes: 0, says })
const one = (says: string): Macro => ({ takes: 1, says })
const arrow = (sign: string): Macro => ({ takes: 1, says: `\\overset{#1}{${sign}}`, optional: true })

const common: Readonly<Record<string, Macro>> = {
  bm: other("\\boldsymbol "),
  bf: other("\\mathbf "),
  it: other("\\mathit "),
  cal: other("\\mathcal "),
  sf: other("\\mathsf "),
  tt: other("\\mathtt "),
  lvert: other("|"),
  rvert: other("|"),
  lVert: other("\\|"),
  rVert: other("\\|"),
  impliedby: other("\\Longleftarrow "),
  enspace: other("\\quad "),
  enskip: other("\\quad "),
  LaTeX: other("\\text{LaTeX}"),
  TeX: other("\\text{TeX}"),
  stackrel: { takes: 2, says: "\\overset{#1}{#2}" },
  cfrac: { takes: 2, says: "\\dfrac{#1}{#2}", optional: true },
  xrightarrow: arrow("\\longrightarrow"),
  xleftarrow: arrow("\\longleftarrow"),
  xleftrightarrow: arrow("\\longleftrightarrow"),
  xmapsto: arrow("\\longmapsto"),
  textbf: one("\\mathbf{\\text{#1}}"),
  textit: one("\\mathit{\\text{#1}}"),
  emph: one("\\mathit{\\text{#1}}"),
  texttt: one("\\mathtt{\\text{#1}}"),
  textnormal: one("\\text{#1}"),
  textup: one("\\text{#1}"),
  mbox: one("\\text{#1}"),
  hbox: one("\\text{#1}"),
  intertext: one("\\text{#1}"),
  color: one(""),
  textcolor: { takes: 2, says: "#2", optional: true },
  colorbox: { takes: 2, says: "\\text{#2}" },
  href: { takes: 2, says: "#2" },
  hspace: one("\\quad "),
  mspace: one("\\quad "),
  phantom: one("\\quad "),
  hphantom: one("\\quad "),
  vphantom: one(""),
  rlap: one("#1"),
  llap: one("#1"),
  mathrlap: one("#1"),
  mathllap: one("#1"),
  eqref: one("\\text{(#1)}"),
  ref: one("\\text{#1}"),
  tag: one("\\qquad \\text{(#1)}"),
  label: one(""),
  mathring: one("\\overset{\\circ}{#1}"),
  slashed: one("\\cancel{#1}")
}

const aligned =
  "gather gather* gathered equation equation* split multline multline* eqnarray eqnarray* flalign flalign*"

const environments: Readonly<Record<string, string>> = {
  ...Object.fromEntries(aligned.split(" ").map((name) => [name, "aligned"])),
  smallmatrix: "matrix",
  dcases: "cases",
  rcases: "cases"
}

/** Converts a chemical formula to mathematics. */
const chemistry = (formula: string): string =>
  formula
    .replaceAll(/<=+>/g, " \\rightleftharpoons ")
    .replaceAll(/<-+(?!>)/g, " \\leftarrow ")
    .replaceAll(/-+>/g, " \\rightarrow ")
    .replaceAll(/(?<=[A-Za-z)\]])(\d+)/g, "_{$1}")
    .replaceAll(/\^\{?(\d*[+-])\}?/g, "^{$1}")
    .replaceAll(/(?<!\\[a-z]*)[A-Za-z]+(?![a-z]*\s*\})/g, "\\mathrm{$&}")

/** Reads TeX from left to right. */
class Reading {
  at = 0
  constructor(readonly text: string) {}

  get char(): string {
    return this.text[this.at] ?? ""
  }

  /** Reads the name of a command; empty if there is none. */
  command(): string {
    const found = /\\([a-zA-Z]+|.)/sy
    found.lastIndex = this.at
    const [whole = "", name = ""] = found.exec(this.text) ?? []
    this.at += whole.length
    return name
  }

  spaces(): void {
    while (this.at < this.text.length && /\s/.test(this.char)) this.at++
  }

  /** Reads the text between two delimiters, which may nest; `undefined` if it does not begin here or never ends. */
  between(open: string, close: string): string | undefined {
    this.spaces()
    if (this.char !== open) return undefined
    let depth = 0
    for (let end = this.at; end < this.text.length; end++) {
      const char = this.text[end]
      if (char === "\\") end++
      else if (char === close && (open !== close || end > this.at) && --depth <= 0) {
        const inner = this.text.slice(this.at + 1, end)
        this.at = end + 1
        return inner
      } else if (char === open) depth++
    }
    return undefined
  }

  /** Reads the next argument: a group, a command or a character. */
  argument(): string | undefined {
    const group = this.between("{", "}")
    if (group !== undefined || this.char === "{" || this.char === "") return group
    const from = this.at
    if (this.char === "\\") this.command()
    else this.at++
    return this.text.slice(from, this.at)
  }
}

type Macros = Map<string, Macro>

/** Reads a definition into the macros; returns whether there was one. */
const defines = (name: string, reading: Reading, macros: Macros): boolean => {
  const called = (written: string | undefined): string => /^\s*\\([a-zA-Z]+)\s*$/.exec(written ?? "")?.[1] ?? ""
  const [start, star] = [reading.at, reading.char === "*"]
  if (star) reading.at++
  const own = called(reading.argument())
  const says = (): string | undefined => reading.argument()
  if (own !== "" && name === "DeclareMathOperator") {
    const text = says()
    if (text !== undefined) macros.set(own, other(`\\operatorname${star ? "*" : ""}{${text}}`))
    return true
  }
  if (own !== "" && ["newcommand", "renewcommand", "providecommand"].includes(name)) {
    const takes = Number(reading.between("[", "]") ?? 0)
    const text = says()
    if (text !== undefined && takes >= 0 && takes <= 9) macros.set(own, { takes, says: text })
    return true
  }
  if (own !== "" && name === "def") {
    let takes = 0
    while (reading.char === "#") {
      reading.at += 2
      takes++
    }
    const text = says()
    if (text !== undefined) macros.set(own, { takes, says: text })
    return true
  }
  reading.at = start
  return false
}

const definitions: ReadonlySet<string> = new Set([
  "newcommand",
  "renewcommand",
  "providecommand",
  "DeclareMathOperator",
  "def"
])

const expand = (text: string, macros: Macros, depth: number, spent: { left: number }): string => {
  const reading = new Reading(text)
  let made = ""
  while (reading.at < text.length && spent.left > 0) {
    if (reading.char !== "\\") {
      made += reading.char
      reading.at++
      spent.left--
      continue
    }
    const from = reading.at
    const name = reading.command()
    spent.left -= name.length + 1
    if (definitions.has(name) && defines(name, reading, macros)) continue
    if (dropped.has(name)) continue
    if (name === "begin" || name === "end") {
      const environment = reading.between("{", "}") ?? ""
      made += `\\${name}{${environments[environment] ?? environment}}`
      continue
    }
    if (name === "ce") {
      const formula = reading.argument()
      made += formula === undefined ? "\\ce" : chemistry(formula)
      continue
    }
    const macro = macros.get(name) ?? (Object.hasOwn(common, name) ? common[name] : undefined)
    if (macro === undefined || depth >= depthLimit) {
      made += text.slice(from, reading.at)
      continue
    }
    if (macro.optional === true) reading.between("[", "]")
    const given = Array.from({ length: macro.takes }, () => reading.argument() ?? "")
    const says = macro.says.replaceAll(/#(\d)/g, (_, index) => given[Number(index) - 1] ?? "")
    const separate = /[a-zA-Z]$/.test(says) && /[a-zA-Z]/.test(reading.char) ? " " : ""
    made += expand(says, macros, depth + 1, spent) + separate
  }
  return made
}

const numbered = /\\begin\{alignat(?:ed)?\*?\}\{\d+\}/g

/** Expands a formula's own macros and the common ones; `undefined` if the result is too long. */
export const withoutMacros = (latex: string): string | undefined => {
  const spent = { left: lengthLimit }
  const plain = latex
    .replaceAll(numbered, "\\begin{aligned}")
    .replaceAll(/\\end\{alignat(?:ed)?\*?\}/g, "\\end{aligned}")
  const made = expand(plain, new Map(), 0, spent)
  return spent.left > 0 ? made : undefined
}
