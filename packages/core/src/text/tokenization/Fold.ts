/** Normalizes texts before they are split into words: without accents, compatibility forms and marks. */

/** Lower-case letters that Unicode does not decompose, with the form without a diacritic. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ς: "σ"
}
const foldable = new RegExp(`[${Object.keys(letters).join("")}]`, "g")

/** All marks but the two that turn one kana into another, and letters that are marks in older versions of Unicode. */
const marks = /[[\p{M}\u19b0-\u19c0\u19c8-\u19c9\u1cf2-\u1cf3]--[\u3099\u309a]--[\u0900-\u0d7f]]/gv
const remainingMarks = /\p{M}/gv

/** Zero-width characters inside words: soft hyphens, joiners, marks of direction, and the Arabic stretcher. */
const invisible = /[\u00ad\u0640\u200c-\u200f\u2060\ufeff]/g

/** Decimal digits of all scripts but ASCII, and the Arabic separators of decimals and of thousands. */
const digits = /[\p{Nd}\u066b\u066c]/gu
const digit = /\p{Nd}/u

/** The ASCII form of a digit or a separator. Digits are in runs of ten, from zero to nine. */
const asciiDigit = (written: string): string => {
  if (written === "\u066b") return "."
  if (written === "\u066c") return ","
  const code = written.codePointAt(0) ?? 0
  let zero = code
  while (digit.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/**
 * The independent vowel of a dependent vowel sign, which is a letter of the word like any other. The blocks from
 * Devanagari to Malayalam share one layout, in which the two are 56 places apart.
 */
const vowel = (mark: string): string => {
  const code = mark.charCodeAt(0)
  const place = code & 0x7f
  return code >= 0x0900 && code <= 0x0d7f && place >= 0x3e && place <= 0x4c ? String.fromCharCode(code - 0x38) : ""
}

const ascii = /^[\0-\x7f]*$/

/**
 * A text without distinctions that do not tell words apart, except letter case: compatibility forms are resolved
 * (full-width letters, ligatures), digits of all scripts become ASCII ones, and diacritics and all other marks are
 * removed (`É` becomes `E`, `ё` becomes `е`), except for the vowel signs of Indic scripts, which become the vowels that
 * they represent. Kana and Hangul are not changed.
 */
export const fold = (text: string): string =>
  ascii.test(text)
    ? text
    : text
        .toWellFormed()
        .normalize("NFKD")
        .replace(marks, "")
        .replace(invisible, "")
        .normalize("NFC")
        .replace(remainingMarks, vowel)
        .replace(digits, asciiDigit)
        .replaceAll("’", "'")

/** A folded word in lower case, with letters such as `ø` and `ß` as `o` and `ss`. */
export const lowerCase = (word: string): string => {
  const lower = word.toLowerCase()
  return ascii.test(lower) ? lower : lower.replace(foldable, (letter) => letters[letter] ?? letter)
}
