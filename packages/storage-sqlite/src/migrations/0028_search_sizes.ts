/** Search keeps how many pages a space has, and how many words: counted here from the lists of the empty token. */
import type Sqlite from "better-sqlite3"
import type { Walk } from "../Migration.js"

/** An entry: the place of a page, the number of words of its title, and that of its text, in digits from `0` to `?`. */
const entry = /[\u0100-\u013f][0-?]*`([0-?]*)`/gu

const numberOf = (digits: string): number => {
  let number = 0
  for (let at = 0; at < digits.length; at++) number = number * 16 + digits.charCodeAt(at) - 0x30
  return number
}

const measure = (database: Sqlite.Database, space: number): void => {
  const lists = database
    .prepare<[number, number], string>(
      "select list from search_postings where token = '' and block between ? << 18 and ((? + 1) << 18) - 1"
    )
    .pluck()
  let [pages, words] = [0, 0]
  for (const list of lists.iterate(space, space)) {
    for (const [, digits = ""] of list.matchAll(entry)) {
      pages++
      words += numberOf(digits)
    }
  }
  database.prepare("update search_spaces set pages = ?, words = ? where id = ?").run(pages, words, space)
}

/** Measures the spaces, some at a time. */
export const searchSizes: Walk = {
  table: "search_spaces",
  rows: 20,
  piece: (database, { after, last }) => {
    const spaces = database
      .prepare<[number, number], number>("select id from search_spaces where id > ? and id <= ?")
      .pluck()
      .all(after, last)
    for (const space of spaces) measure(database, space)
  }
}
