/** Converts formulas of Word (Office Math) to TeX. */
import { child, childrenOf, isXml, type XmlElement, type XmlNode, xmlText } from "../xml/Xml.js"

/** The commands of operators with limits. */
export const operators: Readonly<Record<string, string>> = {
  "∑": "\\sum",
  "∏": "\\prod",
  "∐": "\\coprod",
  "∫": "\\int",
  "∬": "\\iint",
  "∭": "\\iiint",
  "∮": "\\oint",
  "⋃": "\\bigcup",
  "⋂": "\\bigcap",
  "⋁": "\\bigvee",
  "⋀": "\\bigwedge"
}

/** The commands of accents, by the characters that show them. */
export const accents: Readonly<Record<string, string>> = {
  "\u0300": "\\grave",
  "\u0301": "\\acute",
  "\u0302": "\\hat",
  "\u0303": "\\tilde",
  "\u0304": "\\bar",
  "\u0305": "\\overline",
  "\u0306": "\\breve",
  "\u0307": "\\dot",
  "\u0308": "\\ddot",
  "\u030c": "\\check",
  "\u20d7": "\\vec",
  "\u00af": "\\bar",
  "^": "\\hat",
  "~": "\\tilde"
}

const fences: Readonly<Record<string, string>> = {
  "": ".",
  "{": "\\{",
  "}": "\\}",
  "⟨": "\\langle",
  "⟩": "\\rangle",
  "〈": "\\langle",
  "〉": "\\rangle",
  "‖": "\\|",
  "⌊": "\\lfloor",
  "⌋": "\\rfloor",
  "⌈": "\\lceil",
  "⌉": "\\rceil"
}

const groups: Readonly<Record<string, string>> = { "⏞": "\\overbrace", "⏟": "\\underbrace", "→": "\\overrightarrow" }

/** Functions that have a command of their name. */
export const functions: ReadonlySet<string> = new Set(
  "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh".split(
    " "
  )
)

/** A text with TeX's special characters escaped. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/[\\{}$&#%_^~]/g, (each) =>
      each === "\\" ? "\\backslash " : each === "^" ? "\\hat{}" : each === "~" ? "\\sim " : `\\${each}`
    )
    .replaceAll("\u2061", "")

const property = (node: XmlElement, holder: string, name: string): string | undefined =>
  child(child(node, holder), name)?.attributes["m:val"]

const isOn = (stated: string | undefined, node: XmlElement | undefined): boolean =>
  node !== undefined && stated !== "0" && stated !== "false" && stated !== "off"

const group = (text: string): string => `{${text}}`

const part = (node: XmlElement, name: string): string => all(child(node, name)?.children ?? [])

const hidden = (node: XmlElement, holder: string, name: string): boolean =>
  isOn(property(node, holder, name), child(child(node, holder), name))

const script = (sign: string, text: string): string => (text === "" ? "" : `${sign}${group(text)}`)

const fence = (written: string, side: "left" | "right"): string =>
  `\\${side}${fences[written] ?? ([...written].length === 1 ? written : ".")} `

const run = (node: XmlElement): string => {
  const text = childrenOf(node, "m:t").map(xmlText).join("")
  const style = child(node, "m:rPr")
  const isText = child(style, "m:nor") !== undefined || /\p{L}\S*\s+\S*\p{L}/u.test(text)
  if (isText && text.trim() !== "")
    return `\\text{${text.replaceAll(/[\\{}$]/g, (each) => (each === "\\" ? "" : `\\${each}`))}}`
  return functions.has(text.trim()) ? `\\${text.trim()} ` : escaped(text)
}

const rows = (name: string, lines: ReadonlyArray<string>): string =>
  lines.length === 0 ? "" : `\\begin{${name}}${lines.join(" \\\\ ")}\\end{${name}}`

const shapes: Readonly<Record<string, (node: XmlElement) => string>> = {
  "m:r": run,
  "m:f": (node) => {
    const kind = property(node, "m:fPr", "m:type")
    const [over, under] = [part(node, "m:num"), part(node, "m:den")]
    if (kind === "lin" || kind === "skw") return `${group(over)}/${group(under)}`
    return kind === "noBar" ? `\\binom${group(over)}${group(under)}` : `\\frac${group(over)}${group(under)}`
  },
  "m:sSup": (node) => `${group(part(node, "m:e"))}${script("^", part(node, "m:sup"))}`,
  "m:sSub": (node) => `${group(part(node, "m:e"))}${script("_", part(node, "m:sub"))}`,
  "m:sSubSup": (node) =>
    `${group(part(node, "m:e"))}${script("_", part(node, "m:sub"))}${script("^", part(node, "m:sup"))}`,
  "m:sPre": (node) =>
    `{}${script("_", part(node, "m:sub"))}${script("^", part(node, "m:sup"))}${group(part(node, "m:e"))}`,
  "m:rad": (node) => {
    const degree = hidden(node, "m:radPr", "m:degHide") ? "" : part(node, "m:deg")
    return `\\sqrt${degree === "" ? "" : `[${degree}]`}${group(part(node, "m:e"))}`
  },
  "m:nary": (node) => {
    const sign = property(node, "m:naryPr", "m:chr") ?? "∫"
    const below = hidden(node, "m:naryPr", "m:subHide") ? "" : part(node, "m:sub")
    const above = hidden(node, "m:naryPr", "m:supHide") ? "" : part(node, "m:sup")
    return `${operators[sign] ?? escaped(sign)}${script("_", below)}${script("^", above)} ${part(node, "m:e")}`
  },
  "m:d": (node) => {
    const begin = property(node, "m:dPr", "m:begChr") ?? "("
    const end = property(node, "m:dPr", "m:endChr") ?? ")"
    const separator = property(node, "m:dPr", "m:sepChr") ?? "|"
    const inner = childrenOf(node, "m:e").map((each) => all(each.children))
    return `${fence(begin, "left")}${inner.join(` ${escaped(separator)} `)} ${fence(end, "right").trimEnd()}`
  },
  "m:func": (node) => `${part(node, "m:fName")}${group(part(node, "m:e"))}`,
  "m:acc": (node) => {
    const accent = accents[property(node, "m:accPr", "m:chr") ?? "\u0302"]
    return accent === undefined ? part(node, "m:e") : `${accent}${group(part(node, "m:e"))}`
  },
  "m:bar": (node) =>
    `${property(node, "m:barPr", "m:pos") === "top" ? "\\overline" : "\\underline"}${group(part(node, "m:e"))}`,
  "m:borderBox": (node) => `\\boxed${group(part(node, "m:e"))}`,
  "m:groupChr": (node) => {
    const sign = property(node, "m:groupChrPr", "m:chr") ?? "⏟"
    const shape = groups[sign]
    return shape === undefined
      ? `\\overset${group(escaped(sign))}${group(part(node, "m:e"))}`
      : `${shape}${group(part(node, "m:e"))}`
  },
  "m:limLow": (node) => {
    const base = part(node, "m:e").trim()
    return functions.has(base.slice(1))
      ? `${base}${script("_", part(node, "m:lim"))}`
      : `\\underset${group(part(node, "m:lim"))}${group(base)}`
  },
  "m:limUpp": (node) => `\\overset${group(part(node, "m:lim"))}${group(part(node, "m:e"))}`,
  "m:m": (node) =>
    rows(
      "matrix",
      childrenOf(node, "m:mr").map((row) =>
        childrenOf(row, "m:e")
          .map((each) => all(each.children))
          .join(" & ")
      )
    ),
  "m:eqArr": (node) =>
    rows(
      "aligned",
      childrenOf(node, "m:e").map((each) => all(each.children).replaceAll("\\&", "&"))
    )
}

const silent = /^m:\w+Pr$|^w:(?:rPr|bookmark\w+|proofErr|del|moveFrom)$/

const all = (nodes: ReadonlyArray<XmlNode>): string =>
  nodes
    .map((node) => {
      if (!isXml(node) || silent.test(node.name)) return ""
      return shapes[node.name]?.(node) ?? (node.name === "w:t" ? escaped(xmlText(node)) : all(node.children))
    })
    .join("")

/** The TeX of a formula. Parts without a TeX equivalent keep their text. */
export const texOf = (node: XmlElement): string => {
  const lines = childrenOf(node, "m:oMath").map((each) => all(each.children).trim())
  return lines.length > 1 ? rows("gathered", lines) : (lines[0] ?? all(node.children).trim())
}
