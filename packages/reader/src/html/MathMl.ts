/** Converts LaTeX formulas to MathML. The library's output is checked tag by tag. */
import temml from "temml"
import { type Html, html, trusted } from "./Html.js"

const elements: ReadonlySet<string> = new Set(
  "math semantics mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose mprescripts mmultiscripts merror annotation none".split(
    " "
  )
)

const attributes: ReadonlySet<string> = new Set(
  "display xmlns mathvariant stretchy fence separator form lspace rspace minsize maxsize accent accentunder columnalign rowspacing columnspacing columnlines rowlines width height depth voffset linethickness scriptlevel displaystyle movablelimits largeop symmetric notation encoding mathcolor mathbackground mathsize class".split(
    " "
  )
)

const tag = /<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/g
const attribute = /\s+([\w:-]+)="([^"<>]*)"/g

/** The MathML without foreign attributes; `undefined` if it contains something that is not MathML. */
const checked = (text: string): string | undefined => {
  let isKnown = true
  let rest = ""
  let from = 0
  let made = ""
  for (const found of text.matchAll(tag)) {
    const [whole, slash = "", name = "", written = "", empty = ""] = found
    if (!elements.has(name)) isKnown = false
    const between = text.slice(from, found.index)
    rest += between
    from = found.index + whole.length
    let kept = ""
    for (const [, key = "", value = ""] of written.matchAll(attribute)) {
      if (attributes.has(key)) kept += ` ${key}="${value}"`
    }
    made += `${between}<${slash}${name}${kept}${empty}>`
  }
  rest += text.slice(from)
  return isKnown && !/[<>]/.test(rest) ? made + text.slice(from) : undefined
}

/** The maximum length of a formula, in characters. */
const longest = 10_000

/**
 * The work that the formulas of a page may take, in microseconds of a slow processor: so many for each formula, for each
 * of its characters, and for each token of its own macros.
 */
const mostWork = 1_000_000
const perFormula = 20
const perCharacter = 10

/** Matches commands that define macros. */
const defining = /def|let|newcommand|providecommand/

/** How long it takes to render a formula at worst, as the length of a text that takes as long to parse. */
export const formulaWeight = (source: string): number =>
  defining.test(source) ? mostWork : perFormula + perCharacter * source.length

/** The reader of a formula, as far as macros see it: the tokens that it has read ahead. */
interface Reading {
  readonly stack: ReadonlyArray<unknown>
}

/** The definition of a macro, where `#` comes before the number of an argument. */
interface Definition {
  readonly tokens: ReadonlyArray<{ readonly text: string }>
}

const isDefinition = (value: unknown): value is Definition =>
  typeof value === "object" && value !== null && "tokens" in value && Array.isArray(value.tokens)

/**
 * Macros whose definitions are counted wherever they are used, since a few lines of them can ask for millions of
 * tokens: an argument is repeated as often as a macro says, and is at most the rest of the source.
 */
const countedMacros = (source: string, spend: (tokens: number) => void): Record<string, unknown> =>
  new Proxy<Record<string, unknown>>(
    {},
    {
      set: (macros, name, value: unknown) => {
        const repeats = isDefinition(value) ? value.tokens.filter(({ text }) => text === "#").length : 0
        const counted = ({ stack }: Reading): unknown => {
          if (isDefinition(value)) spend(value.tokens.length + repeats * (stack.length + source.length))
          return value
        }
        return Reflect.set(macros, name, isDefinition(value) ? counted : value)
      }
    }
  )

/** Renders a formula; its source if it cannot be parsed, or exceeds the limit. */
export type Formula = (source: string, isBlock: boolean) => Html

/** Renders the formulas of one page, up to a limit of work that depends only on their sources. */
export const makeFormulas = (): { readonly formula: Formula; readonly areTooMany: () => boolean } => {
  let left = mostWork
  let areTooMany = false
  const spend = (work: number): void => {
    areTooMany ||= work > left
    if (work > left) throw new Error("too much work")
    left -= work
  }
  const rendered = (source: string, isBlock: boolean): string => {
    spend(source.length > longest ? Infinity : perFormula + perCharacter * source.length)
    const macros = countedMacros(source, (tokens) => spend(perCharacter * tokens))
    const options = { displayMode: isBlock, throwOnError: true, trust: false, maxExpand: 200, annotate: false, macros }
    return temml.renderToString(source, options)
  }
  return {
    formula: (source, isBlock) => {
      try {
        const made = checked(rendered(source, isBlock))
        if (made !== undefined) return trusted(made)
      } catch {
        // A formula that cannot be parsed, or that exceeds the limits, is shown as source.
      }
      return html`<code>${source}</code>`
    },
    areTooMany: () => areTooMany
  }
}
