/** The directory of a zip archive (APPNOTE 4.3, without zip64 and encryption). */

/** An entry as the archive's directory describes it; none of it can be trusted before it is checked. */
export interface ZipEntry {
  readonly name: string
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

const codePage437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0"

/** A name as UTF-8, which most tools write without declaring it, else as code page 437, which the format prescribes. */
const nameOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : codePage437[byte - 128]!)).join("")
  }
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
  const entries: Array<ZipEntry> = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) break
    const nameLength = view.getUint16(at + 28, true)
    const compressed = view.getUint32(at + 20, true)
    const system = view.getUint16(at + 4, true) >> 8
    const mode = view.getUint32(at + 38, true) >>> 16
    entries.push({
      name: nameOf(bytes.subarray(at + 46, at + 46 + nameLength)),
      encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressed,
      size: view.getUint32(at + 24, true),
      link: system === 3 && (mode & 0xf000) === 0xa000,
      data: dataOf(view, bytes, view.getUint32(at + 42, true), compressed)
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
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
