/** Joins the parts of a document and its frame into one PDF, part by part, without keeping the parts in memory. */
import { createHash } from "node:crypto"
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef
} from "@cantoo/pdf-lib"
import type { FrameSheet, Spot } from "../Frame.js"
import {
  arrayIn,
  arrayOf,
  bytesOf,
  dictIn,
  eachRef,
  field,
  fieldsOf,
  isText,
  type PDFObject,
  readFile,
  renumber,
  setField,
  textOf
} from "./Objects.js"
import { Output } from "./Output.js"
import { Structure } from "./Structure.js"

/** The URL scheme with which parts write links to places of the document. */
const scheme = "lectern:"

/** How far above its target a destination is, in points, as in Typst. */
const above = 10

/** The object numbers in the output, by the object numbers in a file. */
type Numbers = Map<PDFRef, PDFRef>

/** A sheet of a part, and the form with the content of the frame on it. */
interface Sheet {
  readonly ref: PDFRef
  readonly form: PDFRef
}

/** The width and height of a sheet. */
const sizeOf = (sheet: PDFDict): readonly [width: number, height: number] => {
  const [left = 0, bottom = 0, right = 0, top = 0] =
    arrayIn(sheet, "MediaBox")
      ?.asArray()
      .map((each) => (each instanceof PDFNumber ? each.asNumber() : 0)) ?? []
  return [right - left, top - bottom]
}

/** The UTF-8 bytes of a text, each as one character. */
const encoded = (text: string): string => Buffer.from(text, "utf8").toString("latin1")

/** A PDF that is being assembled. */
export class Joining {
  readonly #output = new Output()
  readonly #pages = this.#output.next()
  readonly #content = this.#output.next()
  readonly #structure = new Structure(this.#output)
  readonly #sheets: Array<Sheet> = []
  /** The titles and headings of the whole document, by place as bytes. */
  readonly #places: ReadonlyMap<string, string>
  /** The positions of places, in points from the bottom left corner of a sheet. */
  readonly #spots = new Map<string, { readonly sheet: PDFRef; readonly x: number; readonly y: number }>()
  /** Shared objects such as fonts and images that were written, by a hash of their content. */
  readonly #shared = new Map<string, PDFRef>()

  constructor(places: ReadonlyMap<string, string>) {
    this.#places = new Map([...places].map(([place, text]) => [encoded(place), text]))
  }

  /** Appends a part. Returns the facts about its sheets that the frame needs. */
  async add(bytes: Uint8Array, spots: ReadonlyArray<Spot>): Promise<ReadonlyArray<FrameSheet>> {
    const file = await readFile(bytes)
    const { context } = file
    const numbers: Numbers = new Map()
    const sheets = file.sheets.map((each) => ({
      dict: context.lookup(each, PDFDict),
      ref: this.#number(each, numbers),
      form: this.#output.next()
    }))
    const bySheet = new Map(sheets.map((_, index): [number, Array<Spot>] => [index + 1, []]))
    for (const spot of spots) bySheet.get(spot.sheet)?.push(spot)
    const told = sheets.map(({ dict, form, ref }, index): FrameSheet => {
      const [width, height] = sizeOf(dict)
      const here = bySheet.get(index + 1) ?? []
      for (const { place, x, y } of here) {
        const known = encoded(place)
        if (!this.#spots.has(known)) this.#spots.set(known, { sheet: ref, x, y: height - Math.max(0, y - above) })
      }
      dict.delete(PDFName.of("Parent"))
      this.#share(context, field(dict, "Resources"), numbers)
      this.#lead(context, dict)
      this.#sheets.push({ ref, form })
      return { isTurned: width > height, spots: here }
    })
    this.#structure.begin(file, numbers)
    this.#write(context, [...sheets.map(({ dict }) => dict), ...this.#structure.roots()], numbers)
    const numbered = this.#numbered(numbers)
    for (const { dict, form, ref } of sheets) {
      const resources = dictIn(dict, "Resources") ?? PDFDict.withContext(context)
      const objects = dictIn(resources, "XObject") ?? PDFDict.withContext(context)
      const contents = field(dict, "Contents")
      numbered(dict)
      setField(objects, "Sheet", form)
      setField(resources, "XObject", objects)
      setField(dict, "Resources", resources)
      setField(dict, "Parent", this.#pages)
      const own = contents instanceof PDFArray ? contents.asArray() : [field(dict, "Contents")]
      const shown = [this.#content, ...own].filter((each) => each !== undefined)
      setField(dict, "Contents", arrayOf(shown, context))
      this.#output.write(ref, dict)
    }
    this.#structure.end(numbered, context)
    return told
  }

  /** Adds the frame, whose last sheets are those under the parts, and returns the PDF. */
  async finish(bytes: Uint8Array): Promise<Uint8Array> {
    const { catalog, context, sheets } = await readFile(bytes)
    const { Info: info, Root: root } = context.trailerInfo
    const first = sheets.length - this.#sheets.length
    if (first < 0) throw new Error(`the frame has ${sheets.length} sheets, the parts have ${this.#sheets.length}`)
    if (!(root instanceof PDFRef)) throw new Error("the frame has no catalog")
    const front = sheets.slice(0, first)
    const numbers: Numbers = new Map()
    for (const [index, { ref }] of this.#sheets.entries()) numbers.set(sheets[first + index] ?? ref, ref)
    const pages = field(catalog, "Pages")
    if (pages instanceof PDFRef) numbers.set(pages, this.#pages)
    for (const ref of front) this.#lead(context, context.lookup(ref, PDFDict))
    this.#output.write(this.#content, context.stream("q\n/Sheet Do\nQ\n"))
    for (const [index, { form }] of this.#sheets.entries()) {
      this.#writeForm(context, context.lookup(sheets[first + index], PDFDict), form, numbers)
    }
    this.#structure.begin({ catalog, context, sheets }, numbers)
    // The name tree is already written; it gets a reference in this file, so that it can be renumbered with the
    // catalog.
    const names = context.nextRef()
    numbers.set(names, this.#names(context))
    setField(catalog, "Names", context.obj({ Dests: names }))
    const numbered = this.#numbered(numbers)
    this.#write(context, [root, ...(info instanceof PDFRef ? [info] : []), ...front], numbers)
    this.#write(context, this.#structure.roots(), numbers)
    this.#structure.end(numbered, context)
    this.#structure.finish(numbered, context)
    const all = [...front.map((ref) => numbers.get(ref) ?? ref), ...this.#sheets.map(({ ref }) => ref)]
    this.#output.write(this.#pages, context.obj({ Type: "Pages", Count: all.length, Kids: arrayOf(all, context) }))
    const infoNumber = info instanceof PDFRef ? numbers.get(info) : undefined
    return this.#output.finish(numbers.get(root) ?? root, infoNumber)
  }

  /** Points the links of a sheet to the places they name, or to the page of a place that does not exist. */
  #lead(context: PDFContext, sheet: PDFDict): void {
    for (const each of arrayIn(sheet, "Annots")?.asArray() ?? []) {
      const link = context.lookupMaybe(each, PDFDict)
      const address = link === undefined ? undefined : field(dictIn(link, "A"), "URI")
      const written = isText(address) ? bytesOf(address) : ""
      if (link === undefined || !written.startsWith(scheme)) continue
      link.delete(PDFName.of("A"))
      const place = written.slice(scheme.length)
      const target = this.#places.has(place) ? place : (place.split("#", 1)[0] ?? "")
      const text = this.#places.get(target)
      if (text !== undefined) setField(link, "Dest", textOf(target))
      setField(link, "Contents", PDFHexString.fromText(text ?? ""))
    }
  }

  /** Writes the destinations of all places. */
  #names(context: PDFContext): PDFRef {
    const pairs = [...this.#spots]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([place, { sheet, x, y }]): readonly [PDFObject, PDFObject] => {
        const [across, up] = [PDFNumber.of(x), PDFNumber.of(y)]
        return [textOf(place), arrayOf([sheet, PDFName.of("XYZ"), across, up, PDFNumber.of(0)], context)]
      })
    return this.#output.writeTree("Names", pairs, context)
  }

  /** Writes the content of a frame sheet as a form that another sheet can show. */
  #writeForm(context: PDFContext, frame: PDFDict, form: PDFRef, numbers: Numbers): void {
    const content = context.lookup(field(frame, "Contents"))
    const head = context.obj({ Type: "XObject", Subtype: "Form" })
    setField(head, "BBox", field(frame, "MediaBox") ?? context.obj([]))
    const resources = dictIn(frame, "Resources") ?? PDFDict.withContext(context)
    this.#share(context, resources, numbers)
    setField(head, "Resources", this.#numbered(numbers)(resources))
    const isStream = content instanceof PDFRawStream
    const filter = isStream ? field(content.dict, "Filter") : undefined
    if (filter !== undefined) setField(head, "Filter", filter)
    this.#output.write(form, PDFRawStream.of(head, isStream ? content.contents : new Uint8Array()))
  }

  /** Assigns an object of a file a number in the output. */
  #number(ref: PDFRef, numbers: Numbers): PDFRef {
    const number = this.#output.next()
    numbers.set(ref, number)
    return number
  }

  /**
   * Returns a function that converts the references and keys in an object of a file to the ones in the output, in
   * place.
   */
  #numbered(numbers: Numbers): <A extends PDFObject>(object: A) => A {
    return (object) => {
      const fields = fieldsOf(object)
      if (fields !== undefined) this.#structure.shift(fields)
      return renumber(object, (ref) => numbers.get(ref) ?? ref)
    }
  }

  /** Writes the objects that are reachable from some objects and have no number yet, in the order of the file. */
  #write(context: PDFContext, starts: ReadonlyArray<PDFObject>, numbers: Numbers): void {
    const reached = new Set<PDFRef>()
    const open: Array<PDFRef> = []
    for (const start of starts) eachRef(start, (ref) => open.push(ref))
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      if (reached.has(ref) || numbers.has(ref)) continue
      reached.add(ref)
      eachRef(context.lookup(ref), (each) => open.push(each))
    }
    const inOrder = [...reached].sort((left, right) => left.objectNumber - right.objectNumber)
    for (const ref of inOrder) this.#number(ref, numbers)
    const numbered = this.#numbered(numbers)
    for (const ref of inOrder) {
      const object = context.lookup(ref)
      const number = numbers.get(ref)
      if (object !== undefined && number !== undefined) this.#output.write(number, numbered(object))
    }
  }

  /** Writes the fonts, images and the like that an object refers to, unless an identical object was written before. */
  #share(context: PDFContext, object: PDFObject | undefined, numbers: Numbers): void {
    eachRef(object, (ref) => {
      if (numbers.has(ref)) return
      const found = context.lookup(ref)
      if (found === undefined) return
      this.#share(context, found, numbers)
      renumber(found, (each) => numbers.get(each) ?? each)
      const hash = createHash("sha256").update(String(found instanceof PDFRawStream ? found.dict : found))
      if (found instanceof PDFRawStream) hash.update(found.contents)
      const key = hash.digest("base64")
      const known = this.#shared.get(key)
      const number = known ?? this.#output.next()
      numbers.set(ref, number)
      if (known !== undefined) return
      this.#shared.set(key, number)
      this.#output.write(number, found)
    })
  }
}
