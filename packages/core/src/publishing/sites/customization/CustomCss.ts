/** Checks a site's own CSS: it may have rules and declarations, but nothing that loads anything from elsewhere. */

/** CSS with its escapes decoded, since an escaped name means the same: `@\69mport` is `@import`. */
const unescaped = (css: string): string =>
  css.replace(/\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\s\S]))/g, (_, hex?: string, other = "") => {
    if (hex === undefined) return /^[\r\n\f]/.test(other) ? "" : other
    const point = Number.parseInt(hex, 16)
    return point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
      ? "\ufffd"
      : String.fromCodePoint(point)
  })

/** Rules that load style sheets or bind names to URLs. */
const rules = /@\s*(import|namespace|charset|document|-moz-document)/i

/** Functions that take a URL as a string. */
const functions = /(?<![\w-])((?:-webkit-|-moz-)?(?:image-set|image|src|cross-fade|element|expression))\s*\(/i

/** URLs: only data of a bitmap or a font, or a fragment of the page. */
const addresses = /(?<![\w-])url(?:-prefix)?\(\s*(?:"([^"]*)|'([^']*)|([^)]*))/gi
const inside =
  /^\s*(?:#|data:(?:image\/(?:png|jpeg|gif|webp|avif)|font\/(?:woff2?|ttf|otf));base64,[A-Za-z0-9+/=\s]*$)/i

const bindings = /(?:-moz-binding|behavior)\s*:/i

/** Whether brackets, strings and comments are closed, so that nothing after the text becomes a part of it. */
const isClosed = (css: string): boolean => {
  const open: Array<string> = []
  const closing: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" }
  for (const [token] of css.matchAll(
    /\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|\\[\s\S]|\/\*|["'{}()[\]\\]/g
  )) {
    if (token.length > 1 && token !== "/*") continue
    const expected = closing[token]
    if (expected !== undefined) open.push(expected)
    else if (open.pop() !== token) return false
  }
  return open.length === 0
}

/** The error in CSS for a site; `undefined` if it is allowed. */
export const cssProblem = (css: string): string | undefined => {
  for (const text of [css, unescaped(css)]) {
    const rule = rules.exec(text)?.[1]
    if (rule !== undefined) return `expected CSS without @${rule.toLowerCase()}`
    const called = functions.exec(text)?.[1]
    if (called !== undefined) return `expected CSS without ${called.toLowerCase()}()`
    if (bindings.test(text)) return "expected CSS without bindings of scripts"
    for (const [, double, single, bare] of text.matchAll(addresses)) {
      if (!inside.test(double ?? single ?? bare ?? "")) {
        return "expected CSS without addresses in url(), other than #names and base64 data of pictures and fonts"
      }
    }
  }
  return isClosed(css) ? undefined : "expected CSS in which every bracket, string and comment is closed"
}
