/** URLs that serve a PDF for an hour without a token: signed for it and its expiry with a key of the space. */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Encoding from "effect/Encoding"
import { slug } from "../../text/markdown/Slug.js"

/** How long a URL is valid, in milliseconds. */
export const addressLife = 60 * 60 * 1000

/** The cache key of a PDF: a hash of what it shows and of its layout. */
export const pdfKey = (parts: ReadonlyArray<string | number | boolean | undefined>): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, 32)

/** The signature in a URL: 128 bits of HMAC-SHA256 with the space's key, in base64url. */
export const signPdf = (downloadKey: string, key: string, until: string): string =>
  Encoding.encodeBase64Url(hmac(sha256, utf8ToBytes(downloadKey), utf8ToBytes(`pdf\n${key}\n${until}`)).subarray(0, 16))

/** The URL of a PDF that works without a token until the time `until`, in milliseconds since 1970. */
export const pdfAddress = (
  base: string,
  space: string,
  downloadKey: string,
  pdf: { readonly key: string; readonly title: string },
  until: number
): string =>
  `${base}/pdf/${space}/${pdf.key}/${until}/${signPdf(downloadKey, pdf.key, String(until))}/${encodeURIComponent(slug(pdf.title))}.pdf`
