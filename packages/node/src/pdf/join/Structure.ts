/** Joins the structure trees of the parts below one document element, with one parent tree. */
import { type PDFContext, PDFDict, PDFName, PDFNumber, PDFRef } from "@cantoo/pdf-lib"
import {
  arrayIn,
  arrayOf,
  bytesOf,
  dictIn,
  type File,
  field,
  isText,
  numberIn,
  type PDFObject,
  pairsOf,
  setField,
  type Text,
  textOf
} from "./Objects.js"
import type { Output } from "./Output.js"

/** Renumbers the references in an object for the output. */
type Numbering = <A extends PDFObject>(object: A) => A

/** The structure of one file. */
interface Taken {
  readonly root: PDFDict
  readonly document: PDFDict
  readonly children: ReadonlyArray<PDFObject>
  readonly parents: ReadonlyArray<readonly [PDFObject, PDFObject]>
  readonly names: ReadonlyArray<readonly [PDFObject, PDFObject]>
}

/** The children of a part without the invisible headings at its beginning. */
const withoutLead = (children: ReadonlyArray<PDFObject>, context: PDFContext): ReadonlyArray<PDFObject> => {
  const first = children.findIndex((child) => arrayIn(context.lookupMaybe(child, PDFDict), "K")?.size() !== 0)
  return first < 0 ? [] : children.slice(first)
}

/** The structure of a PDF that is being assembled. */
export class Structure {
  readonly #output: Output
  readonly #root: PDFRef
  readonly #document: PDFRef
  readonly #children: Array<PDFObject> = []
  readonly #parents: Array<readonly [number, PDFObject]> = []
  readonly #names: Array<readonly [string, PDFObject]> = []
  readonly #roles = new Map<PDFName, PDFObject>()
  #file = 0
  #offset = 0
  #taken: Taken | undefined

  constructor(output: Output) {
    this.#output = output
    this.#root = output.next()
    this.#document = output.next()
  }

  #identifier(text: Text): Text {
    return textOf(`${String(this.#file).padStart(6, "0")}.${bytesOf(text)}`)
  }

  /** Starts a file; its document element becomes that of the output. */
  begin({ catalog, context }: File, numbers: Map<PDFRef, PDFRef>): void {
    this.#file++
    const rootRef = field(catalog, "StructTreeRoot")
    const root = dictIn(catalog, "StructTreeRoot")
    const documentRef = arrayIn(root, "K")?.get(0) ?? field(root, "K")
    const document = context.lookupMaybe(documentRef, PDFDict)
    this.#taken = undefined
    if (root === undefined || document === undefined) return
    if (rootRef instanceof PDFRef) numbers.set(rootRef, this.#root)
    if (documentRef instanceof PDFRef) numbers.set(documentRef, this.#document)
    this.#taken = {
      root,
      document,
      children: withoutLead(arrayIn(document, "K")?.asArray() ?? [], context),
      parents: pairsOf(dictIn(root, "ParentTree"), "Nums"),
      names: pairsOf(dictIn(root, "IDTree"), "Names")
    }
  }

  /** The references from which the structure of the file can be reached. */
  roots(): ReadonlyArray<PDFRef> {
    if (this.#taken === undefined) return []
    const { children, names, parents } = this.#taken
    const all = [...children, ...parents.map(([, value]) => value), ...names.map(([, value]) => value)]
    return all.filter((each) => each instanceof PDFRef)
  }

  /** Changes the keys and identifiers in an object of the file to the ones in the output. */
  shift(fields: PDFDict): void {
    for (const name of ["StructParents", "StructParent"]) {
      const key = numberIn(fields, name)
      if (key !== undefined) setField(fields, name, PDFNumber.of(key + this.#offset))
    }
    if (field(fields, "Type") !== PDFName.of("StructElem")) return
    const id = field(fields, "ID")
    if (isText(id)) setField(fields, "ID", this.#identifier(id))
    for (const attributes of arrayIn(fields, "A")?.asArray() ?? []) {
      const headers = attributes instanceof PDFDict ? arrayIn(attributes, "Headers") : undefined
      for (let index = 0; index < (headers?.size() ?? 0); index++) {
        const header = headers?.get(index)
        if (isText(header)) headers?.set(index, this.#identifier(header))
      }
    }
  }

  /** Finishes a file, once its objects have been renumbered. */
  end(numbered: Numbering, context: PDFContext): void {
    if (this.#taken === undefined) return
    const { children, names, parents, root } = this.#taken
    const all = <A extends PDFObject>(values: ReadonlyArray<A>): ReadonlyArray<PDFObject> =>
      numbered(arrayOf(values, context)).asArray()
    this.#children.push(...all(children))
    const owners = all(parents.map(([, value]) => value))
    for (const [index, [key]] of parents.entries()) {
      const owner = owners[index]
      if (key instanceof PDFNumber && owner !== undefined) this.#parents.push([key.asNumber() + this.#offset, owner])
    }
    const named = all(names.map(([, value]) => value))
    for (const [index, [name]] of names.entries()) {
      const value = named[index]
      if (isText(name) && value !== undefined) this.#names.push([bytesOf(this.#identifier(name)), value])
    }
    for (const [role, value] of dictIn(root, "RoleMap")?.entries() ?? []) this.#roles.set(role, value)
    this.#offset += numberIn(root, "ParentTreeNextKey") ?? 0
  }

  /** Writes the structure into the root of the last file, the frame, whose children come first. */
  finish(numbered: Numbering, context: PDFContext): void {
    if (this.#taken === undefined) return
    const { children, document, root } = this.#taken
    const own = children.length
    const inOrder = [...this.#children.slice(-own), ...this.#children.slice(0, -own)]
    document.delete(PDFName.of("K"))
    for (const name of ["K", "ParentTree", "IDTree"]) root.delete(PDFName.of(name))
    numbered(document)
    numbered(root)
    setField(document, "K", arrayOf(own === 0 ? this.#children : inOrder, context))
    this.#output.write(this.#document, document)
    setField(root, "K", arrayOf([this.#document], context))
    setField(root, "RoleMap", PDFDict.fromMapWithContext(this.#roles, context))
    setField(root, "ParentTreeNextKey", PDFNumber.of(this.#offset))
    const parents = this.#parents.map(([key, value]) => [PDFNumber.of(key), value] as const)
    setField(root, "ParentTree", this.#output.writeTree("Nums", parents, context))
    const names = this.#names
      .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
      .map(([name, value]) => [textOf(name), value] as const)
    if (names.length > 0) setField(root, "IDTree", this.#output.writeTree("Names", names, context))
    this.#output.write(this.#root, root)
  }
}
