/**
 * Uploaded files of an export, written so that none can run on the origin of the site, whatever host serves them.
 * Hosts tell the type of a file by its name, and browsers by its first bytes where there is none.
 */
import { type Body, isStreamed, type StreamedBody } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { safeSvg } from "./SafeSvg.js"

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** The extensions of files that hosts serve with types that run no script when they are opened. */
const inert = words(
  `png apng jpg jpeg jpe jfif gif webp avif bmp ico tif tiff heic heif mp3 m4a aac wav ogg oga opus flac weba mp4 m4v
  webm ogv mov avi mkv pdf txt text log csv tsv md markdown json jsonl geojson yaml yml toml ini conf js mjs cjs ts css
  map wasm zip tar gz tgz bz2 xz 7z rar zst doc docx xls xlsx ppt pptx odt ods odp rtf epub ttf otf woff woff2 exe msi
  dmg pkg deb rpm apk jar iso bin sql`
)

/** The extensions of files that hosts serve as HTML or XML, which run scripts. */
const markup = words(
  `html htm xhtml xht xhtm shtml shtm stm xml xsl xslt xsd xbl xul rdf rss atom svg svgz mht mhtml mml mathml hta htc
  wml wsdl vml kml opml owl xspf`
)

/** The extensions of files that some hosts run themselves, also before a further extension. */
const program = /^(?:php\d?|phtml|pht|phps|phar|asp|aspx|ashx|asmx|ascx|cshtml|jsp|jspx|cfm|cgi|fcgi|shtml)$/

const compressed = words("gz br bz2 z xz zst")

/** Whether the name of a file makes it run: on some host, as one of the types that its extensions stand for. */
const isActiveName = (name: string): boolean => {
  const [stem = "", ...extensions] = name
    .toLowerCase()
    .replace(/[.\s_]+$/, "")
    .split(".")
  // Files that begin with a dot, and `web.config`, are settings of some hosts for their folder.
  if (stem === "" || name.toLowerCase() === "web.config" || extensions.some((each) => program.test(each))) return true
  const types = extensions.filter((each) => !compressed.has(each))
  const last = types.at(-1) ?? ""
  if (last === "pl") return true
  if (last === "svg" && types.length === extensions.length) return false
  return !inert.has(last) && types.some((each) => markup.has(each))
}

/** The name that a file is written under: the name of a plain text for a file that would run under its own. */
export const inertName = (name: string): string =>
  isActiveName(name) ? `${name.replaceAll(".", "-").replace(/^[-\s]+/, "") || "file"}.txt` : name

const extensionOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ""

/** How many bytes are looked at: at least as many as browsers look at. */
const peeked = 4096

/** The largest SVG that is rewritten, in bytes. */
const svgLimit = 16 * 1024 * 1024

const chunksOf = async function* (body: Body): AsyncGenerator<Uint8Array> {
  if (typeof body === "string") yield new TextEncoder().encode(body)
  else if (isStreamed(body)) yield* body.chunks
  else yield body
}

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/** Whether the first bytes of a file look like HTML or XML. */
const looksLikeMarkup = (start: Uint8Array): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the zeros of UTF-16 are skipped
  /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\u0000]*</.test(String.fromCharCode(...start.subarray(0, peeked)))

/** A file as it is written, without a body if it is left out, and the notice about it. */
export interface SettledFile {
  readonly body?: Body
  readonly problem?: string
}

/** Makes a file that has an {@link inertName} inert by its content, too. */
export const settled = async (name: string, written: string, body: Body): Promise<SettledFile> => {
  if (written !== name) return { body, problem: `${name}: written as ${written}, since it could run scripts` }
  const extension = extensionOf(name.replace(/[.\s_]+$/, ""))
  if (inert.has(extension)) return { body }
  const chunks: Array<Uint8Array> = []
  const rest = chunksOf(body)
  let length = 0
  const limit = extension === "svg" ? svgLimit : peeked
  let isWhole = false
  while (length <= limit && !isWhole) {
    const next = await rest.next()
    isWhole = next.done === true
    if (next.done === true) break
    chunks.push(next.value)
    length += next.value.length
  }
  const start = joined(chunks)
  if (extension === "svg") {
    const text = isWhole ? textOf(start) : undefined
    const safe = text === undefined ? undefined : safeSvg(text)
    if (safe === undefined)
      return { problem: `${name}: left out, since it is not an SVG that can be checked for scripts` }
    if (safe.removed.length === 0) return { body: safe.text }
    return {
      body: safe.text,
      problem: `${name}: written without ${safe.removed.join(", ")}, which could run scripts or load from elsewhere`
    }
  }
  if (looksLikeMarkup(start)) {
    return { problem: `${name}: left out, since a browser could take it for a page and run its scripts` }
  }
  if (isWhole) return { body: start }
  const whole: StreamedBody = {
    length: isStreamed(body) && typeof body !== "string" ? body.length : start.length,
    chunks: (async function* () {
      yield start
      yield* rest
    })()
  }
  return { body: whole }
}

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
