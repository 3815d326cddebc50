/** Converts formulas in MathML to TeX. Parts that TeX has no equivalent for keep their text. */
import type { Element } from "hast"
import { accents, escaped, functions, operators } from "../docx/Formulas.js"
import { attribute, isElement, textOf } from "./Hast.js"

const partsOf = (node: Element): ReadonlyArray<Element> =>
  node.children.filter((child): child is Element => isElement(child))

const said = (node: Element): string => textOf(node).replaceAll(/\s+/g, " ").trim()

const group = (tex: string): string => `{${tex.trim()}}`

const all = (nodes: ReadonlyArray<Element>): string => nodes.map(texOfMathMl).join("")

/** The base of scripts: a sign or a command as it is, anything else in braces. */
const base = (tex: string): string => (/^(?:\\[A-Za-z]+|[^\\{}])$/u.test(tex.trim()) ? tex.trim() : group(tex))

const scripted = (node: Element | undefined, below: Element | undefined, above: Element | undefined): string => {
  const script = (sign: string, part: Element | undefined): string => {
    const tex = part === undefined ? "" : texOfMathMl(part).trim()
    return tex === "" ? "" : `${sign}${group(tex)}`
  }
  return `${base(node === undefined ? "" : texOfMathMl(node))}${script("_", below)}${script("^", above)}`
}

/** Signs above or below a base: limits of an operator, an accent, or a text. */
const stacked = (node: Element | undefined, below: Element | undefined, above: Element | undefined): string => {
  if (node === undefined) return ""
  const sign = said(node)
  if (operators[sign] !== undefined || functions.has(sign)) return scripted(node, below, above)
  const mark = above === undefined ? "" : said(above)
  const accent = accents[mark] ?? lines[mark]
  const inner = texOfMathMl(node)
  const upper = above === undefined ? inner : accent === undefined ? over(above, inner) : `${accent}${group(inner)}`
  return below === undefined ? upper : `\\underset${group(texOfMathMl(below))}${group(upper)}`
}

const over = (above: Element, inner: string): string => `\\overset${group(texOfMathMl(above))}${group(inner)}`

const lines: Readonly<Record<string, string>> = {
  "‾": "\\overline",
  "¯": "\\overline",
  "→": "\\vec",
  "˙": "\\dot",
  "¨": "\\ddot",
  "⏞": "\\overbrace",
  ˆ: "\\hat",
  "˜": "\\tilde"
}

const operator = (sign: string): string => {
  const known = operators[sign]
  if (known !== undefined) return `${known} `
  return /^\p{L}{2,}$/u.test(sign) ? word(sign) : escaped(sign.replaceAll(/[\u2061-\u2064]/g, "").replaceAll("−", "-"))
}

const word = (name: string): string => (functions.has(name) ? `\\${name} ` : `\\mathrm${group(escaped(name))}`)

const quoted = (text: string): string =>
  text === "" ? "" : `\\text{${text.replaceAll(/[\\{}$]/g, (each) => (each === "\\" ? "" : `\\${each}`))}}`

const shapes: Readonly<Record<string, (parts: ReadonlyArray<Element>, node: Element) => string>> = {
  mi: (_, node) => ([...said(node)].length > 1 ? word(said(node)) : escaped(said(node))),
  mn: (_, node) => escaped(said(node)),
  mo: (_, node) => operator(said(node)),
  mtext: (_, node) => quoted(textOf(node).replaceAll(/[\s\u00a0]+/g, " ")),
  ms: (_, node) => quoted(`"${said(node)}"`),
  mspace: () => "\\ ",
  mfrac: ([top, bottom], node) => {
    const [above, below] = [top, bottom].map((each) => group(each === undefined ? "" : texOfMathMl(each)))
    if (attribute(node, "bevelled") === "true") return `${above}/${below}`
    return /^0/.test(attribute(node, "linethickness")) ? `\\binom${above}${below}` : `\\frac${above}${below}`
  },
  msqrt: (parts) => `\\sqrt${group(all(parts))}`,
  mroot: ([inner, degree]) =>
    `\\sqrt[${degree === undefined ? "" : texOfMathMl(degree).trim()}]${group(inner === undefined ? "" : texOfMathMl(inner))}`,
  msub: ([inner, below]) => scripted(inner, below, undefined),
  msup: ([inner, above]) => scripted(inner, undefined, above),
  msubsup: ([inner, below, above]) => scripted(inner, below, above),
  munder: ([inner, below]) => stacked(inner, below, undefined),
  mover: ([inner, above]) => stacked(inner, undefined, above),
  munderover: ([inner, below, above]) => stacked(inner, below, above),
  mfenced: (parts, node) => {
    const stated = (name: string, otherwise: string): string =>
      node.properties[name] === undefined ? otherwise : attribute(node, name)
    const inner = parts.map((each) => texOfMathMl(each)).join(`${stated("separators", ",").trim().charAt(0)} `)
    return `${escaped(stated("open", "("))}${inner}${escaped(stated("close", ")"))}`
  },
  mtable: (parts) =>
    `\\begin{matrix}${parts
      .map((row) =>
        partsOf(row)
          .slice(isElement(row, "mlabeledtr") ? 1 : 0)
          .map((cell) => all(partsOf(cell)).trim())
          .join(" & ")
      )
      .join(" \\\\ ")}\\end{matrix}`,
  mphantom: (parts) => `\\phantom${group(all(parts))}`,
  semantics: ([first]) => (first === undefined ? "" : texOfMathMl(first)),
  annotation: () => "",
  "annotation-xml": () => ""
}

/** The TeX of an element of MathML. */
export const texOfMathMl = (node: Element): string => {
  const parts = partsOf(node)
  const shape = Object.hasOwn(shapes, node.tagName) ? shapes[node.tagName] : undefined
  return shape?.(parts, node) ?? (parts.length === 0 ? escaped(said(node)) : all(parts))
}
