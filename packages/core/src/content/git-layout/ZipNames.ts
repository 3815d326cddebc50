/** Decodes the names in a zip archive, which seldom says in which encoding they are. */

const codePage437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0"

const decode = (encoding: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const as437 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : codePage437[byte - 128]!)).join("")

/** Whether every byte above ASCII belongs to one of the pairs of GB 2312, with which the usual Chinese is written. */
const isChinese = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 128) continue
    if (bytes[at]! < 0xa1 || bytes[at]! > 0xf7 || !((bytes[++at] ?? 0) >= 0xa1)) return false
  }
  return true
}

/** Whether a name in Shift_JIS is Japanese: with two kana side by side, or most bytes above ASCII beside others. */
const isJapanese = (name: string, bytes: Uint8Array): boolean => {
  const foreign =
    /[^\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。・「」『』（）！？々～＿－０-９Ａ-Ｚａ-ｚ]|[\uff61-\uff9f]/u
  if (foreign.test(name)) return false
  if (/[\p{Script=Hiragana}\p{Script=Katakana}ー]{2}/u.test(name)) return true
  const high = [...bytes.keys()].filter((at) => bytes[at]! >= 128)
  return high.filter((at) => bytes[at - 1]! >= 128 || bytes[at + 1]! >= 128).length * 2 > high.length
}

/** An encoding, and the names that it makes of bytes. */
export interface NameEncoding {
  readonly name: string
  readonly decode: (bytes: Uint8Array) => string
}

/**
 * The encoding of the names that are not in UTF-8, the same for all names of an archive: GBK and Shift_JIS where the
 * names are Chinese and Japanese in them, else code page 437, which the format prescribes.
 */
export const encodingOf = (names: ReadonlyArray<Uint8Array>): NameEncoding => {
  if (names.every(isChinese)) {
    const decoded = names.map((each) => decode("gbk", each))
    if (!decoded.includes(undefined)) return { name: "GBK", decode: (bytes) => decode("gbk", bytes) ?? as437(bytes) }
  }
  if (names.every((each) => isJapanese(decode("shift_jis", each) ?? "\uff61", each))) {
    return { name: "Shift_JIS", decode: (bytes) => decode("shift_jis", bytes) ?? as437(bytes) }
  }
  return { name: "code page 437", decode: as437 }
}

/** A name in UTF-8, which most tools write without declaring it; `undefined` if it is in another encoding. */
export const utf8Name = (bytes: Uint8Array): string | undefined => decode("utf-8", bytes)
