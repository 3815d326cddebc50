/** The words of the scripts of pages, which they read from the page. */
import { english, type Words } from "./English.js"

const names = [
  ...(["copy", "copied", "copyPage", "search", "typeToSearch", "failed", "searching", "noAnswer"] as const),
  ...(["typeWords", "nothingFound", "onePage", "somePages"] as const)
]

const textOf = (words: Words): string => names.map((name) => words[name]).join("|")

/** The words of scripts for a page that states no others. */
export const usualScriptWords: string = textOf(english)

/** The words of scripts as the page states them; `undefined` if they are the usual ones. */
export const scriptWords = (words: Words): string | undefined => (words === english ? undefined : textOf(words))
