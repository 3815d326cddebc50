/**
 * Formulas from LaTeX to Typst. Typst reads a formula as code: a name in it is a variable, a call a call. So what comes
 * out of the conversion is taken apart again, and goes on only if every sign of it is one that can do no more than to
 * be set: known symbols and functions of mathematics, single letters, numbers, quoted texts and operators.
 */
import { shorthandMap, symbolMap, tex2typst } from "tex2typst"

/** The functions of mathematics that conversions use, and the names of their arguments. */
const functions =
  "abs accent acute arrow arrow.l arrow.l.r bar bb binom bold breve caron cal cancel ceil circle class cases delim display dot dot.double dot.triple floor frac frak gap grave hat inline italic limits lr macron mat mid mono mono norm op overbrace overbracket overline overparen root round sans scr script sqrt sscript serif stretch tilde underbrace underbracket underline underparen upright vec"

/** Names that stand for the operators and spaces of mathematics. */
const operators =
  "arccos arcsin arctan arg cos cosh cot coth csc csch ctg deg det dim exp gcd hom id im inf infinity integral ker lcm lg lim liminf limsup ln log max min mod mod oo partial Pr product quad sec sech sin sinc sinh sum sup tan tanh tg thick thin tr wide wj med zwj"

/** Words that symbols are made of and that are not symbols: nothing that reads, runs or imports may be named. */
const known: ReadonlySet<string> = new Set([
  ...functions.split(" "),
  ...operators.split(" "),
  ...[...symbolMap.values()].filter((name) => /^[a-zA-Z]+(?:\.[a-z]+)*$/.test(name)),
  ...[...shorthandMap.keys()].filter((name) => /^[a-zA-Z]+(?:\.[a-z]+)*$/.test(name))
])

const denied: ReadonlySet<string> = new Set(
  "calc cbor csv data datetime dictionary eval function here image json label link locate metadata panic plugin query raw read selector state std sys toml xml yaml".split(
    " "
  )
)

const token =
  /"[^"\\\n]*"|\\(?=\s|$)|\\[#$%&_{}()[\]|,;/"@~]|\d+(?:\.\d+)?|\p{L}[\p{L}\p{N}]*(?:\.[\p{L}][\p{L}\p{N}]*)*|[+\-*/=<>|!,;:.()[\]{}&^_'?~%]|\s+|[^\p{L}\p{N}\s\x20-\x7e]/uy

/** How deep brackets nest. */
const depthLimit = 40

/** Whether a text in Typst's mathematics can do nothing but be set. */
export const isHarmless = (formula: string): boolean => {
  if (/\/[/*]|(?<!\.)\.\.(?!\.)/.test(formula.replaceAll(/"[^"\\\n]*"/g, '""'))) return false
  let depth = 0
  token.lastIndex = 0
  while (token.lastIndex < formula.length) {
    const found = token.exec(formula)
    if (found === null) return false
    const [sign] = found
    if (/^\p{L}./u.test(sign) && (!known.has(sign) || denied.has(sign.split(".")[0] ?? ""))) return false
    if (/^[([{]$/.test(sign)) depth++
    if (/^[)\]}]$/.test(sign)) depth--
    if (depth > depthLimit) return false
  }
  return true
}

const labels = /\\(?:label|tag)\*?\{[^{}]*\}/g

/** A formula for Typst; `undefined` where it cannot be converted, or where the result is not {@link isHarmless}. */
export const toTypst = (latex: string): string | undefined => {
  try {
    const converted = tex2typst(latex.replaceAll(labels, "").trim())
    return converted.trim() !== "" && isHarmless(converted) ? converted : undefined
  } catch {
    return undefined
  }
}
