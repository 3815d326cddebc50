/** URLs that serve a file without a token: signed for the file and its content with a key of the space. */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as Encoding from "effect/Encoding"
import type { FileItem } from "../items/Item.js"

/** The signature in a file's URL: 128 bits of HMAC-SHA256 with the space's key, in base64url. */
export const signFile = (downloadKey: string, file: string, hash: string): string =>
  Encoding.encodeBase64Url(hmac(sha256, utf8ToBytes(downloadKey), utf8ToBytes(`${file}\n${hash}`)).subarray(0, 16))

/**
 * The URL of a file that works without a token; for a file that only a change request has, the URL names the request.
 */
export const fileAddress = (
  base: string,
  space: string,
  downloadKey: string,
  file: FileItem,
  changeRequest?: string
): string => {
  const home = changeRequest === undefined ? space : `${space}/${changeRequest}`
  const signature = signFile(downloadKey, file.id, file.hash)
  return `${base}/files/${home}/${file.id}/${file.hash}/${signature}/${encodeURIComponent(file.name)}`
}
