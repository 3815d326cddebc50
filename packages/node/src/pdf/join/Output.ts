/** Writes a PDF object by object, so that written objects need not be kept in memory. */
import { createHash } from "node:crypto"
import { deflateSync } from "node:zlib"
import { type PDFContext, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from "@cantoo/pdf-lib"
import { arrayOf } from "./Objects.js"

/** The position of an object: an offset in the file, or an index in an object stream. */
type Position = readonly [type: 1, offset: number, generation: 0] | readonly [type: 2, stream: number, index: number]

/** How many objects are compressed together. */
const together = 200

/** How many pairs a leaf of a tree has. */
const leaf = 256

const bytesOf = (object: PDFObject): Uint8Array => {
  const bytes = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}

const compressed = (stream: PDFRawStream): PDFRawStream => {
  const isPlain =
    stream.dict.has(PDFName.of("Filter")) || stream.dict.get(PDFName.of("Type")) === PDFName.of("Metadata")
  if (isPlain) return stream
  stream.dict.set(PDFName.of("Filter"), PDFName.of("FlateDecode"))
  return PDFRawStream.of(stream.dict, deflateSync(stream.contents))
}

/** A PDF that is being written. */
export class Output {
  readonly #chunks: Array<Uint8Array> = []
  readonly #hash = createHash("sha256")
  readonly #positions: Array<Position | undefined> = [undefined]
  #pending: Array<readonly [number: number, bytes: Uint8Array]> = []
  #offset = 0

  constructor() {
    this.#push(Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"))
  }

  #push(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
    this.#hash.update(bytes)
    this.#offset += bytes.length
  }

  #direct(number: number, bytes: Uint8Array): void {
    this.#positions[number] = [1, this.#offset, 0]
    this.#push(Buffer.from(`${number} 0 obj\n`))
    this.#push(bytes)
    this.#push(Buffer.from("\nendobj\n"))
  }

  #stream(number: number, fields: string, content: Uint8Array): void {
    const bytes = deflateSync(content)
    const head = Buffer.from(`<< ${fields} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`)
    this.#direct(number, Buffer.concat([head, bytes, Buffer.from("\nendstream")]))
  }

  #flush(): void {
    if (this.#pending.length === 0) return
    const { ref, number } = this.#next()
    let offset = 0
    const heads: Array<string> = []
    for (const [index, [each, bytes]] of this.#pending.entries()) {
      heads.push(`${each} ${offset}`)
      this.#positions[each] = [2, number, index]
      offset += bytes.length + 1
    }
    const head = Buffer.from(`${heads.join(" ")}\n`)
    const content = this.#pending.flatMap(([, bytes]) => [bytes, Buffer.from("\n")])
    const fields = `/Type /ObjStm /N ${this.#pending.length} /First ${head.length}`
    this.#pending = []
    this.#stream(ref.objectNumber, fields, Buffer.concat([head, ...content]))
  }

  #next(): { readonly ref: PDFRef; readonly number: number } {
    const number = this.#positions.push(undefined) - 1
    return { ref: PDFRef.of(number), number }
  }

  /** Reserves a number for an object that is written later. */
  next(): PDFRef {
    return this.#next().ref
  }

  /** Writes an object whose references have been renumbered. */
  write({ objectNumber }: PDFRef, object: PDFObject): void {
    if (object instanceof PDFRawStream) {
      this.#direct(objectNumber, bytesOf(compressed(object)))
      return
    }
    this.#pending.push([objectNumber, bytesOf(object)])
    if (this.#pending.length >= together) this.#flush()
  }

  /** Writes a name tree or number tree; the pairs must be sorted by key. */
  writeTree(key: "Names" | "Nums", pairs: ReadonlyArray<readonly [PDFObject, PDFObject]>, context: PDFContext): PDFRef {
    const kids: Array<PDFRef> = []
    for (let from = 0; from < pairs.length; from += leaf) {
      const some = pairs.slice(from, from + leaf)
      const limits = [some[0]?.[0], some.at(-1)?.[0]].filter((each) => each !== undefined)
      const kid = this.next()
      this.write(kid, context.obj({ Limits: arrayOf(limits, context), [key]: arrayOf(some.flat(), context) }))
      kids.push(kid)
    }
    const root = this.next()
    this.write(root, context.obj({ Kids: arrayOf(kids, context) }))
    return root
  }

  /** Ends the file and returns its bytes. */
  finish(root: PDFRef, info: PDFRef | undefined): Uint8Array {
    this.#flush()
    const { number } = this.#next()
    const start = this.#offset
    this.#positions[number] = [1, start, 0]
    const table = Buffer.alloc(this.#positions.length * 9)
    for (const [index, position] of this.#positions.entries()) {
      if (position === undefined) continue
      table.writeUInt8(position[0], index * 9)
      table.writeUInt32BE(position[1], index * 9 + 1)
      table.writeUInt32BE(position[2], index * 9 + 5)
    }
    const id = this.#hash.copy().digest("hex").slice(0, 32)
    const trailer = `/Root ${root}${info === undefined ? "" : ` /Info ${info}`} /ID [<${id}> <${id}>]`
    const size = PDFNumber.of(this.#positions.length)
    this.#stream(number, `/Type /XRef /Size ${size} /W [1 4 4] ${trailer}`, table)
    this.#push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
    return Buffer.concat(this.#chunks)
  }
}
