/** The words that pages have in addition to their texts, by language. */
import { arabic } from "./Arabic.js"
import { chinese } from "./Chinese.js"
import { dutch } from "./Dutch.js"
import { english, type Words } from "./English.js"
import { french } from "./French.js"
import { german } from "./German.js"
import { hebrew } from "./Hebrew.js"
import { japanese } from "./Japanese.js"
import { norwegian } from "./Norwegian.js"
import { portuguese } from "./Portuguese.js"
import { spanish } from "./Spanish.js"

/** The languages with words of their own, by the first part of their tags. */
export const languages: ReadonlyMap<string, Words> = new Map([
  ["ar", arabic],
  ["de", german],
  ["en", english],
  ["es", spanish],
  ["fr", french],
  ["he", hebrew],
  ["ja", japanese],
  ["nl", dutch],
  ["no", norwegian],
  ["nb", norwegian],
  ["pt", portuguese],
  ["zh", chinese]
])

const primary = (language: string): string => language.toLowerCase().split("-")[0] ?? ""

/** The words of a language, given by its BCP 47 tag; the English ones if there are none. */
export const wordsIn = (language: string): Words => languages.get(primary(language)) ?? english

const rightToLeft: ReadonlySet<string> = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"])

/** The direction in which a language is written. */
export const directionOf = (language: string): "ltr" | "rtl" => (rightToLeft.has(primary(language)) ? "rtl" : "ltr")
