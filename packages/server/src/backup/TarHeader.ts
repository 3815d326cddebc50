/** The headers of tar archives, in the format that every tar program reads. */

/** The size of a header, and what everything in an archive is padded to. */
export const blockSize = 512

/** What a header says. */
export interface TarHeader {
  readonly name: string
  readonly size: number
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Where the fields are: offset and length. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  sum: [148, 8],
  type: [156, 1],
  magic: [257, 8]
} as const

/** The largest size that fits as octal digits; larger ones are written in binary. */
const largestOctal = 8 ** 11 - 1

const put = (header: Uint8Array, [offset, length]: readonly [number, number], text: string): void => {
  const bytes = encoder.encode(text)
  if (bytes.length > length) throw new Error(`${text} is too long for a tar archive`)
  header.set(bytes, offset)
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`

const putSize = (header: Uint8Array, size: number): void => {
  if (size <= largestOctal) {
    put(header, fields.size, octal(size, 11))
    return
  }
  const [offset, length] = fields.size
  let rest = size
  for (let at = offset + length - 1; at > offset; at--) {
    header[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  header[offset] = 0x80
}

/** The sum of a header's bytes, those of the sum itself counted as spaces. */
const sumOf = (header: Uint8Array): number => {
  const [offset, length] = fields.sum
  return header.reduce((sum, byte, at) => sum + (at >= offset && at < offset + length ? 0x20 : byte), 0)
}

/** The header of a file that only its owner may read. */
export const writeHeader = ({ name, size }: TarHeader, seconds: number): Uint8Array => {
  const header = new Uint8Array(blockSize)
  put(header, fields.name, name)
  put(header, fields.mode, octal(0o600, 7))
  put(header, fields.owner, octal(0, 7))
  put(header, fields.group, octal(0, 7))
  putSize(header, size)
  put(header, fields.time, octal(seconds, 11))
  put(header, fields.type, "0")
  put(header, fields.magic, "ustar\u000000")
  put(header, fields.sum, `${sumOf(header).toString(8).padStart(6, "0")}\0 `)
  return header
}

const textOf = (header: Uint8Array, [offset, length]: readonly [number, number]): string => {
  const text = decoder.decode(header.subarray(offset, offset + length))
  const end = text.indexOf("\0")
  return end < 0 ? text : text.slice(0, end)
}

const sizeOf = (header: Uint8Array): number => {
  const [offset, length] = fields.size
  if (header[offset] !== 0x80) return Number.parseInt(textOf(header, fields.size), 8)
  return header.subarray(offset + 1, offset + length).reduce((size, byte) => size * 256 + byte, 0)
}

/** What a header says; `undefined` where it is not whole, or not of a plain file. */
export const readHeader = (header: Uint8Array): TarHeader | undefined => {
  if (Number.parseInt(textOf(header, fields.sum), 8) !== sumOf(header)) return undefined
  if (textOf(header, fields.type) !== "0" || !textOf(header, fields.magic).startsWith("ustar")) return undefined
  const size = sizeOf(header)
  return Number.isSafeInteger(size) && size >= 0 ? { name: textOf(header, fields.name), size } : undefined
}

/** How many bytes of padding follow so many bytes. */
export const paddingAfter = (size: number): number => (blockSize - (size % blockSize)) % blockSize
