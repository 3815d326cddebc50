/** Whether the words of a phrase follow each other in a page. */
import type { FoundPage } from "../search-index/SearchIndex.js"
import { isRun, words } from "../tokenization/Words.js"

const plain = (joined: string): string => ` ${joined.replaceAll("_", " ")} `

/** The pattern of a phrase: a run of a script without spaces may begin and end within another one. */
const wantedOf = (phrase: ReadonlyArray<string>): string => {
  const [first, last] = [phrase[0] ?? "", phrase.at(-1) ?? ""]
  const joined = phrase.join(" ").replaceAll("_", " ")
  return `${isRun(first) ? "" : " "}${joined}${isRun(last) ? "" : " "}`
}

/** Whether a page has every phrase, in its title, its path, a heading or a text. */
export const hasPhrases = (page: FoundPage, phrases: ReadonlyArray<ReadonlyArray<string>>): boolean => {
  const texts = page.sections.flatMap(({ body, title }) => [plain(title), plain(body)])
  texts.push(plain(words(page.path).join(" ")))
  return phrases.every((phrase) => {
    const wanted = wantedOf(phrase)
    return texts.some((text) => text.includes(wanted))
  })
}
