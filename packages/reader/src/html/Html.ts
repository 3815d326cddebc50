/** HTML by template strings, which escape every value that is not HTML itself. */

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const special = /[&<>"']/

/** Text escaped for HTML, both in elements and in quoted attributes. */
export const escape = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? character) : text

/** A piece of HTML. */
export class Html {
  constructor(readonly text: string) {}
}

/** The values allowed in a template: nothing, a text, which is escaped, HTML, or several of these. */
export type Part = Html | string | number | undefined | false | ReadonlyArray<Part>

const textOf = (part: Part): string => {
  if (part === undefined || part === false) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "string") return escape(part)
  if (typeof part === "number") return String(part)
  let text = ""
  for (const one of part) text += textOf(one)
  return text
}

/** Renders a template. Attributes must be quoted in it. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => {
  let text = strings[0] ?? ""
  for (let index = 0; index < parts.length; index++) text += textOf(parts[index]) + (strings[index + 1] ?? "")
  return new Html(text)
}

/** No HTML. */
export const nothing = new Html("")

/** Joins several parts. */
export const joined = (parts: Part): Html => new Html(textOf(parts))

/** Text that is known to be HTML: written by hand, or checked tag by tag. */
export const trusted = (text: string): Html => new Html(text)

/** An attribute with the space before it; nothing if there is no value. */
export const attribute = (name: string, value: string | number | undefined): Html =>
  value === undefined ? nothing : new Html(` ${name}="${escape(String(value))}"`)

const schemes: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"])
const pictures = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+$/

/**
 * A URL from a text that a browser may follow: `http`, `https`, `mailto`, `tel`, or relative to the page. Characters
 * that browsers ignore are removed before the scheme is checked.
 */
export const safeAddress = (written: string): string | undefined => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them
  const address = written.replace(/[\u0000-\u001f\u007f-\u009f]/g, "").trim()
  const scheme = /^([^/?#]*?):/.exec(address)?.[1]
  if (scheme === undefined) return address
  return schemes.has(scheme.toLowerCase()) ? address : undefined
}

/** The URL of a picture: as {@link safeAddress}, or a data URL of a bitmap. */
export const pictureAddress = (written: string): string | undefined =>
  pictures.test(written) ? written : safeAddress(written)

/** Whether a URL leads away from the site. */
export const isOutside = (address: string): boolean => /^(?:https?:)?\/\//i.test(address)
