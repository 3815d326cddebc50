/** The few answers of a store that are XML. */
import sax from "sax"

/** The fields of an element that have no elements in them. */
export type Fields = Readonly<Record<string, string>>

/** A list: its own fields, and the fields of its items. */
export interface Listing {
  readonly fields: Fields
  readonly items: ReadonlyArray<Fields>
}

/** Reads the items with this name, and the other fields, of a document. Throws if it is not well-formed. */
export const readListing = (text: string, item: string): Listing => {
  const parser = sax.parser(true, { trim: true })
  const [fields, items] = [{} as Record<string, string>, [] as Array<Record<string, string>>]
  const path: Array<string> = []
  let value = ""
  parser.onopentag = ({ name }) => {
    path.push(name)
    value = ""
    if (path.length === 2 && name === item) items.push({})
  }
  parser.ontext = (more) => {
    value += more
  }
  parser.onclosetag = (name) => {
    if (path.length === 2 && name !== item) fields[name] = value
    if (path.length === 3 && path[1] === item) items.at(-1)![name] = value
    path.pop()
  }
  parser.onerror = (error) => {
    throw error
  }
  parser.write(text).close()
  return { fields, items }
}

/** The text of the first element with this name; `undefined` if there is none. */
export const fieldIn = (text: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
