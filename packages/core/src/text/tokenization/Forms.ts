/**
 * The forms of a word: the tokens that it is found by. A word is found as it is and by its parts; an English one also
 * by its stem, an Arabic one without its article and clitics, a Hebrew one without its prefixes, and a run of a script
 * without spaces by its character bigrams and its last character, so that any part of it is found without a dictionary.
 */
import { stemmer } from "stemmer"
import { memoized } from "./Memo.js"
import { isRun, words } from "./Words.js"

const english = /^[a-z]{3,}$/
const arabic = /^\p{sc=Arab}+$/v
const hebrew = /^[א-ת]+$/
const version = /^\d+(?:\.\d+)+$/
const thousands = /^\d{1,3}(?:\.\d{3})+$/
const numbered = /^v(\d+)$/
const padded = /^(\p{L}+)0+(\d+)$/u

const articles = ["وبال", "وكال", "ولل", "وال", "فال", "بال", "كال", "لل", "ال"]
const endings = ["ها", "ات", "ان", "ون", "ين", "يه", "ية", "هم", "هن", "كم", "نا", "ه", "ة", "ي"]

/** An Arabic word without its clitics, and the same without its ending. */
const arabicForms = (word: string): ReadonlyArray<string> => {
  const plain = word.replaceAll("ى", "ي")
  const article = articles.find((each) => plain.startsWith(each) && plain.length - each.length >= 2)
  let bare = article === undefined ? plain : plain.slice(article.length)
  if (article === undefined && plain.length >= (plain.startsWith("و") ? 4 : 5) && /^[وفبكل]/.test(plain)) {
    bare = plain.slice(1)
  }
  const ending = endings.find((each) => bare.endsWith(each) && bare.length - each.length >= 3)
  return [bare, ending === undefined ? bare : bare.slice(0, -ending.length)]
}

/** A Hebrew word without one, two or three prefix letters. */
const hebrewForms = (word: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = 1; at <= 3 && word.length - at >= 3 && "והבכלמש".includes(word.charAt(at - 1)); at++) {
    found.push(word.slice(at))
  }
  return found
}

/** Other forms of a plain word, nearest first; English stems if the text may be English. */
export const otherForms = (word: string, inEnglish: boolean): ReadonlyArray<string> => {
  if (english.test(word)) {
    const stem = inEnglish ? stemmer(word) : word
    return stem === word ? [] : [stem]
  }
  const digits = numbered.exec(word)
  if (digits !== null) return [digits[1] ?? ""]
  const zeros = padded.exec(word)
  if (zeros !== null) return [`${zeros[1]}${zeros[2]}`]
  const found = arabic.test(word) ? arabicForms(word) : hebrew.test(word) ? hebrewForms(word) : []
  return [...new Set(found)].filter((form) => form !== word)
}

/** The character bigrams of a run, and its last character alone. */
export const pairs = (run: string): ReadonlyArray<string> => {
  const characters = Array.from(run)
  return characters.map((character, i) => character + (characters[i + 1] ?? ""))
}

/** The parts of a version or of a dotted number, and its prefixes: `1.2` of `1.2.3`. */
export const versionForms = (word: string): ReadonlyArray<string> => {
  const numbers = word.split(".")
  const beginnings = numbers.slice(2).map((_, i) => numbers.slice(0, i + 2).join("."))
  return [...new Set([...beginnings, ...(thousands.test(word) ? [numbers.join("")] : []), ...numbers])]
}

/** Whether a word is a version or a dotted number. */
export const isVersion = (word: string): boolean => version.test(word)

const plainForms = (word: string, inEnglish: boolean): ReadonlyArray<string> => [word, ...otherForms(word, inEnglish)]

const formsOf = (word: string, inEnglish: boolean): ReadonlyArray<string> => {
  if (isRun(word)) return pairs(word)
  if (isVersion(word)) return [word, ...versionForms(word)]
  if (!word.includes("_")) return plainForms(word, inEnglish)
  const parts = word.split("_")
  return [...plainForms(parts.join(""), inEnglish), ...parts.flatMap((part) => plainForms(part, inEnglish))]
}

const englishForms = memoized((word) => formsOf(word, true))
const foreignForms = memoized((word) => formsOf(word, false))

/** The tokens by which a word is found. */
export const forms = (word: string, inEnglish: boolean): ReadonlyArray<string> =>
  inEnglish ? englishForms(word) : foreignForms(word)

/** The tokens by which an English text is found, in text order. */
export const tokens = (text: string): ReadonlyArray<string> => words(text).flatMap((word) => forms(word, true))

const englishWords =
  "the of and to is are for with that this from you your it be not can when which how by as if then".split(" ")
const foreignWords = (
  "der das und ist nicht ein eine mit von zu den dem auf wird werden oder sich sie " +
  "le les des et est une dans pour que vous sur avec du au qui pas " +
  "el los las una por para con del como es y " +
  "il di che per gli della sono nel um uma nao da dos ao " +
  "het een van voor niet zijn op och att som inte av till og ikke til " +
  "nie jest sie je na ve bir icin ile"
).split(" ")
/** Words that vote for English, and against it; a word of several languages counts as English. */
const votes = new Map([
  ...foreignWords.map((word) => [word, -1] as const),
  ...englishWords.map((word) => [word, 1] as const)
])

/** The vote of a word: 1 for an English text, -1 against it. */
export const voteOf = (word: string): number => votes.get(word) ?? 0
