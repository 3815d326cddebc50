/** Reads the sitemaps of a site: https://www.sitemaps.org/protocol.html */
import { joined } from "@lectern/core/outbound/FetchedBytes"
import * as Effect from "effect/Effect"
import { XMLParser } from "fast-xml-parser"
import { Gunzip } from "fflate"
import type { Scope } from "./Addresses.js"
import type { PoliteOutbound } from "./PoliteOutbound.js"
import type { Robots } from "./Robots.js"

/** The content of one sitemap: URLs of pages, or of further sitemaps. */
export interface Sitemap {
  readonly pages: ReadonlyArray<string>
  readonly sitemaps: ReadonlyArray<string>
}

const maxBytes = 20 * 1024 * 1024
const maxSitemaps = 50

const lists = new Set(["urlset.url", "sitemapindex.sitemap"])
const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  htmlEntities: false,
  isArray: (_, path) => lists.has(String(path))
})
const nothing: Sitemap = { pages: [], sitemaps: [] }

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const locations = (list: unknown): ReadonlyArray<string> =>
  (Array.isArray(list) ? list : []).flatMap((each) => {
    const location = field(each, "loc")
    return typeof location === "string" ? [location.trim()] : []
  })

/** Parses a sitemap in XML, or with one URL per line. Anything else yields an empty one. */
export const parseSitemap = (text: string): Sitemap => {
  if (!text.trimStart().startsWith("<")) {
    return { pages: text.split(/\s+/).filter((line) => /^https?:\/\//.test(line)), sitemaps: [] }
  }
  if (/<!(?:doctype|entity)/i.test(text)) return nothing
  try {
    const document: unknown = parser.parse(text)
    return {
      pages: locations(field(field(document, "urlset"), "url")),
      sitemaps: locations(field(field(document, "sitemapindex"), "sitemap"))
    }
  } catch {
    return nothing
  }
}

/** Decompresses gzip. Returns nothing if the data is damaged or larger than a sitemap may be. */
export const unzipped = (bytes: Uint8Array): Uint8Array => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const chunks: Array<Uint8Array> = []
  let total = 0
  const gunzip = new Gunzip((chunk) => {
    total += chunk.length
    if (total <= maxBytes) chunks.push(chunk)
  })
  const step = 64 * 1024
  try {
    for (let offset = 0; offset < bytes.length && total <= maxBytes; offset += step) {
      gunzip.push(bytes.subarray(offset, offset + step), offset + step >= bytes.length)
    }
  } catch {
    return new Uint8Array()
  }
  return total > maxBytes ? new Uint8Array() : joined(chunks)
}

/**
 * The URLs in a site's sitemaps that are in the scope, in order, at most `limit`. The sitemaps are the ones that
 * robots.txt names on the same host, otherwise `sitemap.xml` in the folder of the scope, otherwise `sitemap.xml` of the
 * host.
 */
export const readSitemaps = (
  polite: PoliteOutbound,
  robots: Robots,
  scope: Scope,
  limit: number
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const { host, origin } = new URL(scope.folder)
    const allowed = (url: string) => URL.canParse(url) && new URL(url).host === host && robots.allows(url)
    const read = (url: string): Effect.Effect<Sitemap> =>
      polite.fetchBytes({ url, maxBytes, follow: allowed }).pipe(
        Effect.map(({ bytes, status }) =>
          status === 200 ? parseSitemap(new TextDecoder().decode(unzipped(bytes))) : nothing
        ),
        Effect.orElseSucceed(() => nothing)
      )
    const named = robots.sitemaps.filter(allowed)
    const candidates =
      named.length > 0
        ? [named]
        : [[`${scope.folder}sitemap.xml`], [`${origin}/sitemap.xml`]].filter(([url]) => allowed(url!))
    const found = new Set<string>()
    const seen = new Set<string>()
    for (const candidate of candidates) {
      const waiting = [...candidate]
      for (let url = waiting.shift(); url !== undefined && seen.size < maxSitemaps; url = waiting.shift()) {
        if (seen.has(url)) continue
        seen.add(url)
        const { pages, sitemaps } = yield* read(url)
        waiting.push(...sitemaps.filter(allowed))
        for (const page of pages) {
          if (found.size === limit) return [...found]
          if (scope.keyOf(page) !== undefined) found.add(page)
        }
      }
      if (found.size > 0) break
    }
    return [...found]
  })
