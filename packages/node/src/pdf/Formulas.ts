/**
 * Converts formulas from LaTeX to Typst. Typst reads a formula as code: a name in it is a variable, and a call is a
 * call. Therefore the result of the conversion is tokenized again, and is only used if every token is harmless: a known
 * symbol or function of mathematics, a single letter, a number, a quoted text or an operator.
 */
import { shorthandMap, symbolMap, tex2typst } from "tex2typst"
import { withoutMacros } from "./TexMacros.js"

/** The mathematical functions that conversions use, and the names of their arguments. */
const functions =
  "align augment limits abs accent acute arrow arrow.l arrow.l.r bar bb binom bold breve caron cal cancel ceil circle class cases delim display dot dot.double dot.triple floor frac frak gap grave hat inline italic limits lr macron mat mid mono mono norm op overbrace overbracket overline overparen root round sans scr script sqrt sscript serif stretch tilde underbrace underbracket underline underparen upright vec"

/** Names that denote mathematical operators and spaces. */
const operators =
  "arccos arcsin arctan arg cos cosh cot coth csc csch ctg deg det dif dim exp gcd hom id im inf infinity integral ker lcm lg lim liminf limsup ln log max min mod mod oo partial Pr product quad sec sech sin sinc sinh sum sup tan tanh tg thick thin tr wide wj med zwj"

/** The names that a formula may contain: functions, operators and symbols. */
const known: ReadonlySet<string> = new Set([
  ...functions.split(" "),
  ...operators.split(" "),
  ...[...symbolMap.values()].filter((name) => /^[a-zA-Z]+(?:\.[a-z]+)*$/.test(name)),
  ...[...shorthandMap.keys()].filter((name) => /^[a-zA-Z]+(?:\.[a-z]+)*$/.test(name))
])

/** Names that a formula may not contain in any case: Typst's functions that read, run or import, and the like. */
const denied: ReadonlySet<string> = new Set(
  "calc cbor csv data datetime dictionary eval function here image json label link locate metadata panic plugin query raw read selector state std sys toml xml yaml".split(
    " "
  )
)

const token =
  /#(?:none|true|left|center|right|\d{1,2})(?=[,)])|#\(vline: \(\d{1,2}(?:, \d{1,2})*\)\)(?=[,)])|"[^"\\\n]*"|\\(?=\s|$)|\\[#$%&_{}()[\]|,;/"@~]|\d+(?:\.\d+)?|\p{L}[\p{L}\p{N}]*(?:\.[\p{L}][\p{L}\p{N}]*)*|[+\-*/=<>|!,;:.()[\]{}&^_'?~%]|\s+|[^\p{L}\p{N}\s\x20-\x7e]/uy

/** How deep brackets may nest. */
const depthLimit = 40

/** The first token that a formula may not contain; `undefined` if there is none. */
const refusedSign = (formula: string): string | undefined => {
  if (/\/[/*]|(?<!\.)\.\.(?!\.)/.test(formula.replaceAll(/"[^"\\\n]*"/g, '""'))) return "//"
  let depth = 0
  token.lastIndex = 0
  while (token.lastIndex < formula.length) {
    const from = token.lastIndex
    const found = token.exec(formula)
    if (found === null) return formula.charAt(from)
    const [sign] = found
    if (/^\p{L}./u.test(sign) && (!known.has(sign) || denied.has(sign.split(".")[0] ?? ""))) return sign
    if (/^[([{]$/.test(sign)) depth++
    if (/^[)\]}]$/.test(sign)) depth--
    if (depth > depthLimit) return sign
  }
  return undefined
}

/** Whether a formula only makes Typst typeset. */
export const isHarmless = (formula: string): boolean => refusedSign(formula) === undefined

/** A formula for Typst, and whether a part of it is shown as source text. */
export interface ReadFormula {
  readonly typst: string
  readonly isPartial: boolean
}

/** How many unknown commands a formula may have before it is not converted at all. */
const unknownLimit = 20

/** Characters that stand for unknown commands during the conversion; formulas must not contain them. */
const stand = (index: number): string => String.fromCharCode(0xe000 + index)

/**
 * Converts a formula; `undefined` if it cannot be converted, or if the result is not harmless. Commands that the
 * converter does not know are shown by name.
 */
export const toTypst = (latex: string): ReadFormula | undefined => {
  const read = withoutMacros(latex.replaceAll(/[\ue000-\uf8ff]/g, "").trim())
  if (read === undefined) return undefined
  let tex: string = read
  const unknown: Array<string> = []
  while (unknown.length <= unknownLimit) {
    let converted: string
    try {
      converted = tex2typst(tex)
    } catch {
      return undefined
    }
    const refused = refusedSign(converted)
    if (refused === undefined) {
      if (converted.trim() === "") return undefined
      const typst = converted.replaceAll(/"([\ue000-\uf8ff])"/g, (_, sign: string) => {
        const name = unknown[sign.charCodeAt(0) - 0xe000] ?? ""
        return `mono("\\\\${name}")`
      })
      return { typst, isPartial: unknown.length > 0 }
    }
    if (!/^[a-zA-Z]+$/.test(refused)) return undefined
    const written = new RegExp(`\\\\${refused}(?![a-zA-Z])`, "g")
    const replaced: string = tex.replaceAll(written, `\\text{${stand(unknown.length)}}`)
    if (replaced === tex) return undefined
    tex = replaced
    unknown.push(refused)
  }
  return undefined
}
