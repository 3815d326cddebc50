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

/** A formula; its source if it cannot be parsed. */
export const formula = (source: string, isBlock: boolean): Html => {
  try {
    const options = { displayMode: isBlock, throwOnError: true, trust: false, maxExpand: 200, annotate: false }
    const made = checked(temml.renderToString(source, options))
    if (made !== undefined) return trusted(made)
  } catch {
    // A formula that cannot be parsed is shown as source.
  }
  return html`<code>${source}</code>`
}
