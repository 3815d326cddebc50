/** Addresses that serve a file without a token: bound to file and content by a key of the space. */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as Encoding from "effect/Encoding"
import type { FileItem } from "../content/Item.js"

/** The signature in a file's address: 128 bits of HMAC-SHA256 by the space's key, base64url. */
export const signFile = (downloadKey: string, file: string, hash: string): string =>
  Encoding.encodeBase64Url(hmac(sha256, utf8ToBytes(downloadKey), utf8ToBytes(`${file}\n${hash}`)).subarray(0, 16))

/** Where a file can be fetched without a token; the address of one that only a change request has names that. */
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
