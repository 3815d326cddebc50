/** Decides which URLs belong to a site, and derives their canonical form. */

/** The part of a site that is imported. */
export interface Scope {
  /** The URL that the scope was derived from. */
  readonly address: string
  /** The canonical URL of the first page. */
  readonly start: string
  /** The URL of the folder that contains everything, with a trailing slash. */
  readonly folder: string
  /**
   * The canonical URL of a page: without fragment, index file, trailing slash and tracking parameters. Other queries
   * are dropped too unless `queries` is set. `undefined` outside the scope.
   */
  readonly keyOf: (url: string, queries?: boolean) => string | undefined
}

/** The maximum number of path segments; deeper paths are crawler traps, and so are overlong URLs. */
const maxSegments = 25
const maxLength = 2000

const indexFile = /\/(?:index|default)\.(?:x?html?|php|aspx?)$/i
/** Matches the file name of a page. Servers with content negotiation append a language. */
const pageFile = /\.(?:x?html?|php|aspx?|jsp|cgi)(?:\.[a-z]{2}(?:-[a-z]{2})?)?$/i
const tracking = /^(?:utm_\w+|[a-z]*clid|mc_[ce]id|_ga|_gl|ref_src|igshid|mkt_tok|sessionid|phpsessid)$/i
const downloads = new RegExp(
  `\\.(?:${[
    "7z apk atom avi avif bmp bz2 cab cfg class conf css csv deb dmg doc docx dvi eot eps epub exe gif gz ico ics inv",
    "iso jar jpe?g js json jsonl log m4a m4v map md mjs mov mp3 mp4 mpeg msi odp ods odt ogg otf patch pdf pem pkg",
    "png ppt pptx ps py rar rpm rss rst rtf sh sig svg swf tar tgz tiff? toml ts tsv ttf txt wasm wav webm webmanifest",
    "webp woff2? xls xlsx xml xz ya?ml zip zst"
  ]
    .join(" ")
    .replaceAll(" ", "|")})$`,
  "i"
)

/** The source listings and indexes that Sphinx generates, which are not content of the site. */
const machineMade = /\/_(?:modules|sources|static|images|downloads)\/|\/(?:genindex(?:-\w+)?|py-modindex|search)\.html$/

/** Whether a URL is, judged by its path, that of a download, a source listing or a search rather than of a page. */
export const isNoPage = (url: string): boolean => {
  const { pathname } = new URL(url)
  return downloads.test(pathname) || machineMade.test(pathname)
}

/** An absolute http or https URL without its fragment; `undefined` for anything else. */
export const absolute = (href: string, base?: string): string | undefined => {
  if (!URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  if ((url.protocol !== "http:" && url.protocol !== "https:") || url.username !== "" || url.password !== "") {
    return undefined
  }
  url.hash = ""
  return url.href
}

/**
 * The path segments of a page's URL, without its extension. The path of a child page begins with the path of its
 * parent.
 */
export const segmentsOf = (key: string): ReadonlyArray<string> =>
  new URL(key).pathname.replace(pageFile, "").split("/").filter(Boolean)

/** A path segment, decoded. */
export const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The slug in a URL: its last segment, unless that is just a number. */
export const slugOf = (key: string, scope: Scope): string | undefined => {
  const last = decoded(segmentsOf(key).at(-1) ?? "")
  return key === scope.start || !/\p{L}/u.test(last) ? undefined : last
}

const folderOf = (pathname: string): string => {
  const path = pathname.replace(indexFile, "/")
  if (path.endsWith("/")) return path
  return pageFile.test(path) ? path.slice(0, path.lastIndexOf("/") + 1) : `${path}/`
}

/** The scope of a URL: everything in its folder. A URL without a file name is itself a folder. */
export const scopeOf = (url: string): Scope => {
  const { host, origin, pathname, protocol } = new URL(url)
  const folder = folderOf(pathname)
  const keyOf: Scope["keyOf"] = (each, queries = false) => {
    if (each.length > maxLength || !URL.canParse(each)) return undefined
    const other = new URL(each)
    if (other.host !== host || (other.protocol !== "http:" && other.protocol !== "https:")) return undefined
    if (other.username !== "" || other.password !== "") return undefined
    if (!`${other.pathname}/`.startsWith(folder) || other.pathname.split("/").length > maxSegments) return undefined
    other.protocol = protocol
    other.hash = ""
    other.pathname = other.pathname.replace(indexFile, "/").replace(/(?<=.)\/+$/, "")
    if (!queries) other.search = ""
    else {
      for (const name of [...other.searchParams.keys()]) if (tracking.test(name)) other.searchParams.delete(name)
      other.searchParams.sort()
    }
    return other.href
  }
  return { address: url, start: keyOf(url, true) ?? url, folder: `${origin}${folder}`, keyOf }
}

/** The key of a page in a scope; `queries` are the keys whose query identifies a separate page. */
export const keyIn = (scope: Scope, queries: ReadonlySet<string>, url: string): string | undefined => {
  const key = url.includes("?") ? scope.keyOf(url, true) : undefined
  return key !== undefined && queries.has(key) ? key : scope.keyOf(url)
}

/** Maps the URLs of links to pages of a scope to their keys, keeping fragments; any other URL is unchanged. */
export const renaming =
  (scope: Scope, queries: ReadonlySet<string>) =>
  (url: string): string => {
    const key = URL.canParse(url) && !isNoPage(url) ? keyIn(scope, queries, url) : undefined
    const hash = url.indexOf("#")
    return key === undefined ? url : hash < 0 ? key : key + url.slice(hash)
  }
