/** Reading the `Cookie` header, as RFC 6265 (4.2.1) writes it: pairs that only a semicolon separates. */
import type { HttpRequest } from "./Exchange.js"

/** Only these may surround a pair. Other white space is part of a name, which is then another name. */
const withoutSpaces = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, "")

/**
 * The value of the cookie with exactly this name. `undefined` if there is none, if it is empty, or if there are
 * several: any host of the same domain can add another one, and nothing says which is ours.
 */
export const cookieIn = (header: HttpRequest["header"], name: string): string | undefined => {
  const found: Array<string> = []
  for (const pair of (header("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=")
    if (at >= 0 && withoutSpaces(pair.slice(0, at)) === name) found.push(withoutSpaces(pair.slice(at + 1)))
  }
  return found.length === 1 ? found[0] || undefined : undefined
}
