/** Reads posting lists, whose encoding `Postings.ts` explains. */
import { firstPlace, inHeading, mostOccurrences, ofDigit, ofFields, ofSection } from "./Postings.js"

/** A visitor of a list: called with the place and the fields of each entry, then with each of its sections. */
export interface ListReader {
  readonly page: (place: number) => void
  readonly fields: (place: number, fields: number) => void
  readonly section: (place: number, section: number, count: number, heading: boolean) => void
}

/** Reads a list from its beginning to its end. */
export const readList = (list: string, reader: ListReader): void => {
  let place = -1
  let section = 0
  let distance = 0
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at)
    if (code >= firstPlace) {
      place = code - firstPlace
      section = 0
      distance = 0
      reader.page(place)
    } else if (code >= ofSection) {
      section += distance
      distance = 0
      reader.section(place, section, code & mostOccurrences, (code & inHeading) !== 0)
    } else if (code >= ofFields) reader.fields(place, code & 15)
    else distance = distance * 16 + code - ofDigit
  }
}

/** Reads the list of the empty token: the number of words in the title and the text of each page. */
export const readLengths = (list: string, use: (place: number, title: number, text: number) => void): void => {
  let place = -1
  let title = -1
  let number = 0
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at)
    if (code >= firstPlace) {
      place = code - firstPlace
      title = -1
      number = 0
    } else if (code >= ofSection) {
      if (title < 0) title = number
      else use(place, title, number)
      number = 0
    } else number = number * 16 + code - ofDigit
  }
}

/** A list without the entries of some places. */
export const withoutPlaces = (list: string, places: ReadonlySet<number>): string => {
  let left = ""
  let from = 0
  while (from < list.length) {
    let to = from + 1
    while (to < list.length && list.charCodeAt(to) < firstPlace) to++
    if (!places.has(list.charCodeAt(from) - firstPlace)) left += list.slice(from, to)
    from = to
  }
  return left
}
