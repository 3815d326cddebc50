/** Looks up, traverses and renumbers the objects of a PDF. */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFString
} from "@cantoo/pdf-lib"

export type { PDFObject }

/** A string of a PDF. */
export type Text = PDFString | PDFHexString

/** The objects of a file. */
export interface File {
  readonly context: PDFContext
  readonly catalog: PDFDict
  /** The sheets in order. */
  readonly sheets: ReadonlyArray<PDFRef>
}

/** The value of a field of a dictionary. */
export const field = (dict: PDFDict | undefined, name: string): PDFObject | undefined => dict?.get(PDFName.of(name))

/** The dictionary in a field. */
export const dictIn = (dict: PDFDict | undefined, name: string): PDFDict | undefined =>
  dict?.lookupMaybe(PDFName.of(name), PDFDict)

/** The array in a field. */
export const arrayIn = (dict: PDFDict | undefined, name: string): PDFArray | undefined =>
  dict?.lookupMaybe(PDFName.of(name), PDFArray)

/** The number in a field. */
export const numberIn = (dict: PDFDict | undefined, name: string): number | undefined =>
  dict?.lookupMaybe(PDFName.of(name), PDFNumber)?.asNumber()

/** Sets a field of a dictionary. */
export const setField = (dict: PDFDict, name: string, value: PDFObject): void => dict.set(PDFName.of(name), value)

/** Whether a value is a string. */
export const isText = (value: unknown): value is Text => value instanceof PDFString || value instanceof PDFHexString

/** The bytes of a string, each as one character. */
export const bytesOf = (text: Text): string => Buffer.from(text.asBytes()).toString("latin1")

/** A string from bytes that are given as characters. */
export const textOf = (bytes: string): PDFHexString => PDFHexString.of(Buffer.from(bytes, "latin1").toString("hex"))

/** An array of some values. */
export const arrayOf = (values: ReadonlyArray<PDFObject>, context: PDFContext): PDFArray => {
  const array = PDFArray.withContext(context)
  for (const value of values) array.push(value)
  return array
}

const sheetsBelow = (context: PDFContext, ref: PDFRef): ReadonlyArray<PDFRef> => {
  const kids = arrayIn(context.lookupMaybe(ref, PDFDict), "Kids")
  if (kids === undefined) return [ref]
  return kids.asArray().flatMap((kid) => (kid instanceof PDFRef ? sheetsBelow(context, kid) : []))
}

/** Parses a PDF. */
export const readFile = async (bytes: Uint8Array): Promise<File> => {
  const context = await PDFParser.forBytesWithOptions(bytes, Number.POSITIVE_INFINITY, true).parseDocument()
  const catalog = context.lookup(context.trailerInfo.Root, PDFDict)
  const pages = field(catalog, "Pages")
  return { context, catalog, sheets: pages instanceof PDFRef ? sheetsBelow(context, pages) : [] }
}

/** The pairs in a name tree or number tree. */
export const pairsOf = (tree: PDFDict | undefined, key: "Names" | "Nums"): Array<readonly [PDFObject, PDFObject]> => {
  const found: Array<readonly [PDFObject, PDFObject]> = []
  const walk = (node: PDFDict | undefined): void => {
    const values = arrayIn(node, key)?.asArray() ?? []
    for (let index = 0; index + 1 < values.length; index += 2) {
      const [name, value] = [values[index], values[index + 1]]
      if (name !== undefined && value !== undefined) found.push([name, value])
    }
    const kids = arrayIn(node, "Kids")
    for (let index = 0; index < (kids?.size() ?? 0); index++) walk(kids?.lookupMaybe(index, PDFDict))
  }
  walk(tree)
  return found
}

/** The dictionary of a stream, or the dictionary itself. */
export const fieldsOf = (object: PDFObject | undefined): PDFDict | undefined =>
  object instanceof PDFRawStream ? object.dict : object instanceof PDFDict ? object : undefined

/** Calls a function for each reference in an object. */
export const eachRef = (object: PDFObject | undefined, call: (ref: PDFRef) => void): void => {
  if (object instanceof PDFRef) call(object)
  else if (object instanceof PDFArray) for (const each of object.asArray()) eachRef(each, call)
  else for (const each of fieldsOf(object)?.values() ?? []) eachRef(each, call)
}

/** Replaces every reference in an object, in place. */
export const renumber = <A extends PDFObject>(object: A, numbered: (ref: PDFRef) => PDFObject): A => {
  if (object instanceof PDFArray) {
    for (let index = 0; index < object.size(); index++) {
      const each = object.get(index)
      if (each instanceof PDFRef) object.set(index, numbered(each))
      else renumber(each, numbered)
    }
  } else {
    const dict = fieldsOf(object)
    for (const [key, each] of dict?.entries() ?? []) {
      if (each instanceof PDFRef) dict?.set(key, numbered(each))
      else renumber(each, numbered)
    }
  }
  return object
}
