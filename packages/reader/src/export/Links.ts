/** Makes the links of pages lead to files. Pages are rendered with a unique placeholder URL, which is then replaced. */
import { attribute, html } from "../html/Html.js"
import { relativeTo } from "./ExportedPaths.js"

/** The placeholder root of a site while it is exported. */
export const exportRoot = "/lectern~export/"

/** The future location of the files of an export. */
export interface ExportLocation {
  /** The placeholder origin of absolute URLs while the site is exported. */
  readonly origin: string
  /** The URL of the export, with a trailing slash, if known. */
  readonly base: string | undefined
  /** The URL of the published site, for everything that has no file. */
  readonly live: string
  /** The file of a path below the URL of the site. */
  readonly fileOf: (path: string) => string | undefined
}

/** The characters that end a URL in its context. */
const ends = { html: /[^"\s<>]*/, text: /[^"\s<>()\]]*/ }

const unescaped = (text: string): string => text.replaceAll("&#39;", "'").replaceAll("&amp;", "&")

const decoded = (path: string): string | undefined => {
  try {
    return path.split("/").map(decodeURIComponent).join("/")
  } catch {
    return undefined
  }
}

const escapedFor = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")

/** Creates functions that replace the URLs of a site in a text with URLs of files, relative to the file of the text. */
export const makeLocalize = ({ base, fileOf, live, origin }: ExportLocation) => {
  const patterns = {
    html: new RegExp(`(${escapedFor(origin)})?${escapedFor(exportRoot)}(${ends.html.source})`, "g"),
    text: new RegExp(
      `(?<=<)(${escapedFor(origin)})?${escapedFor(exportRoot)}([^\\s<>]*)(?=>)|(${escapedFor(origin)})?${escapedFor(exportRoot)}(${ends.text.source})`,
      "g"
    )
  }
  const basePath = base === undefined ? "/" : new URL(base).pathname

  /** The replacement of a URL of the site; `from` is absent if a text may be shown at any URL. */
  const addressOf = (written: string, isAbsolute: boolean, from: string | undefined): string => {
    const [, path = "", rest = ""] = /^([^?#]*)(.*)$/.exec(written) ?? []
    const name = decoded(path)
    const file = name === undefined ? undefined : fileOf(name)
    if (file === undefined) return `${live}${written}`
    const plain = file
      .split("/")
      .map(encodeURIComponent)
      .join("/")
      .replace(/(^|\/)index\.html$/, "$1")
    if (isAbsolute && base !== undefined) return `${base}${plain}${rest}`
    if (from === undefined) return `${basePath}${plain}${rest}`
    return `${relativeTo(from, file)}${rest}`
  }

  let knownIn: string | undefined
  let known = new Map<string, string>()

  /** The replacement of a URL in HTML. Replacements of the last folder are kept: its pages link to the same pages. */
  const inHtml = (whole: string, written: string, isAbsolute: boolean, from: string | undefined): string => {
    const here = from?.slice(0, from.lastIndexOf("/") + 1)
    if (here !== knownIn) {
      knownIn = here
      known = new Map()
    }
    const made = known.get(whole)
    if (made !== undefined) return made
    const address = html`${addressOf(unescaped(written), isAbsolute, from)}`.text
    known.set(whole, address)
    return address
  }

  return {
    /** Localizes a page. `from` is absent for a page that may be shown at any URL. */
    page: (text: string, from: string | undefined): string => {
      const folder = from === undefined ? basePath : relativeTo(from, "x").slice(0, -1) || "./"
      const rooted = text.replace(`data-root="${exportRoot}"`, () =>
        html`${attribute("data-root", folder)}`.text.trim()
      )
      const shown =
        base === undefined
          ? rooted.replace(/<link rel="canonical"[^>]*>/, "").replace(/<meta property="og:url"[^>]*>/, "")
          : rooted
      return shown.replace(patterns.html, (whole: string, absolute: string | undefined, written: string) =>
        inHtml(whole, written, absolute !== undefined, from)
      )
    },
    /** Localizes any other text. */
    text: (text: string, from: string): string =>
      text.replace(
        patterns.text,
        (
          _,
          angled: string | undefined,
          inAngles: string | undefined,
          plain: string | undefined,
          written: string | undefined
        ) => addressOf(unescaped(inAngles ?? written ?? ""), (angled ?? plain) !== undefined, from)
      ),
    /** The URL of a file, relative to another one. */
    addressFrom: relativeTo,
    basePath
  }
}
