/** Makes the links of pages lead to files. Pages are rendered with an address that nothing else has, and it is replaced. */
import { attribute, html } from "../html/Html.js"
import { relativeTo } from "./ExportedPaths.js"

/** Where a site is while it is exported. */
export const exportRoot = "/lectern~export/"

/** Where the files of an export will be. */
export interface Place {
  /** The origin that absolute addresses have while the site is exported. */
  readonly origin: string
  /** The address of the export, with a slash at its end, where it is known. */
  readonly base: string | undefined
  /** The address of the site that is exported: what has no file is there. */
  readonly live: string
  /** The file of a path below the address of the site. */
  readonly fileOf: (path: string) => string | undefined
}

/** Addresses end with what cannot be in them where they stand. */
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

/** Replaces the addresses of a site in a text by those of files, for the file that the text is in. */
export const makeLocalize = ({ base, fileOf, live, origin }: Place) => {
  const patterns = {
    html: new RegExp(`(${escapedFor(origin)})?${escapedFor(exportRoot)}(${ends.html.source})`, "g"),
    text: new RegExp(
      `(?<=<)(${escapedFor(origin)})?${escapedFor(exportRoot)}([^\\s<>]*)(?=>)|(${escapedFor(origin)})?${escapedFor(exportRoot)}(${ends.text.source})`,
      "g"
    )
  }
  const basePath = base === undefined ? "/" : new URL(base).pathname

  /** The address that stands in for one of the site; `from` is absent where a text is shown at any address. */
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

  return {
    /** A page. `from` is absent for one that is shown at any address. */
    page: (text: string, from: string | undefined): string => {
      const folder = from === undefined ? basePath : relativeTo(from, "x").slice(0, -1) || "./"
      const rooted = text.replace(`data-root="${exportRoot}"`, () =>
        html`${attribute("data-root", folder)}`.text.trim()
      )
      const known =
        base === undefined
          ? rooted.replace(/<link rel="canonical"[^>]*>/, "").replace(/<meta property="og:url"[^>]*>/, "")
          : rooted
      return known.replace(
        patterns.html,
        (_, absolute: string | undefined, written: string) =>
          html`${addressOf(unescaped(written), absolute !== undefined, from)}`.text
      )
    },
    /** Any other text. */
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
    /** The address of a file from another one. */
    addressFrom: relativeTo,
    basePath
  }
}
