/** The directory of a zip archive (APPNOTE 4.3, without zip64 and encryption). */

import { encodingOf, utf8Name } from "./ZipNames.js"

/** An entry as the archive's directory describes it; none of it can be trusted before it is checked. */
export interface ZipEntry {
  readonly name: string
  /** The encoding of the name, if it is a guess. */
  readonly guessed?: string
  readonly encrypted: boolean
  /** 0 is stored, 8 is deflated. */
  readonly method: number
  readonly crc: number
  readonly compressed: number
  readonly size: number
  /** Whether the entry is a symbolic link. */
  readonly link: boolean
  /** The compressed bytes; `undefined` when the archive does not have them. */
  readonly data: Uint8Array | undefined
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50

/** The name in UTF-8 that some tools add beside another (APPNOTE 4.6.9). */
const addedName = (extra: Uint8Array): Uint8Array | undefined => {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength)
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 0x7075) return extra.subarray(at + 9, at + 4 + view.getUint16(at + 2, true))
  }
  return undefined
}

const dataOf = (view: DataView, bytes: Uint8Array, offset: number, length: number): Uint8Array | undefined => {
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== localSignature) return undefined
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  return start + length > bytes.length ? undefined : bytes.subarray(start, start + length)
}

const endOf = (view: DataView): number => {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 22 - 0xffff; at--) {
    if (view.getUint32(at, true) === endSignature && at + 22 + view.getUint16(at + 20, true) <= view.byteLength)
      return at
  }
  return -1
}

/** The number of entries that an archive declares; -1 if the bytes are not a readable archive. */
export const entryCount = (bytes: Uint8Array): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  return end < 0 || view.getUint32(end + 16, true) === 0xffffffff ? -1 : view.getUint16(end + 10, true)
}

/** The entries of an archive in order; reading stops where its directory is broken. */
export const zipEntries = (bytes: Uint8Array): ReadonlyArray<ZipEntry> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end < 0) return []
  const count = view.getUint16(end + 10, true)
  const entries: Array<Omit<ZipEntry, "name" | "guessed"> & { readonly written: Uint8Array }> = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) break
    const nameLength = view.getUint16(at + 28, true)
    const afterName = at + 46 + nameLength
    const extraLength = view.getUint16(at + 30, true)
    const compressed = view.getUint32(at + 20, true)
    const system = view.getUint16(at + 4, true) >> 8
    const mode = view.getUint32(at + 38, true) >>> 16
    entries.push({
      written: addedName(bytes.subarray(afterName, afterName + extraLength)) ?? bytes.subarray(at + 46, afterName),
      encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressed,
      size: view.getUint32(at + 24, true),
      link: system === 3 && (mode & 0xf000) === 0xa000,
      data: dataOf(view, bytes, view.getUint32(at + 42, true), compressed)
    })
    at = afterName + extraLength + view.getUint16(at + 32, true)
  }
  const encoding = encodingOf(entries.map(({ written }) => written).filter((each) => utf8Name(each) === undefined))
  return entries.map(({ written, ...entry }) => {
    const name = utf8Name(written)
    return name === undefined
      ? { ...entry, name: encoding.decode(written), guessed: encoding.name }
      : { ...entry, name }
  })
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** The CRC-32 of some bytes. */
export const crc32 = (bytes: Uint8Array): number => {
  let value = 0xffffffff
  for (const byte of bytes) value = table[(value ^ byte) & 0xff]! ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
