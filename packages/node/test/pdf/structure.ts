/** The faults in the structure of a PDF: content or links without an element, elements without their parent. */
import { inflateSync } from "node:zlib"
import { PDFArray, PDFBool, type PDFContext, PDFDict, PDFNumber, PDFRawStream, PDFRef } from "@cantoo/pdf-lib"
import { arrayIn, bytesOf, dictIn, field, isText, numberIn, pairsOf, readFile } from "@lectern/node/pdf/join/Objects"

/** The content of a sheet. */
const contentOf = (context: PDFContext, sheet: PDFDict): string => {
  const contents = context.lookup(field(sheet, "Contents"))
  const streams = contents instanceof PDFArray ? contents.asArray() : [field(sheet, "Contents")]
  return streams
    .map((each) => context.lookup(each))
    .map((each) => (each instanceof PDFRawStream ? inflateSync(each.contents).toString("latin1") : ""))
    .join("\n")
}

/** The numbers of marked content in the content of a sheet. */
const marksIn = (content: string): ReadonlyArray<number> =>
  [...content.matchAll(/\/MCID (\d+)/g)].map(([, id]) => Number(id))

/** Whether a content shows text that is neither marked nor an artifact. */
const hasLooseText = (content: string): boolean => {
  let depth = 0
  const bare = content.replaceAll(/\((?:\\[\s\S]|[^\\()])*\)/g, "()")
  for (const [operator] of bare.matchAll(/\b(?:BDC|BMC|EMC|Tj|TJ)\b/g)) {
    if (operator === "EMC") depth--
    else if (operator.startsWith("B")) depth++
    else if (depth === 0) return true
  }
  return false
}

/** The numbers of marked content and the objects that an element holds. */
const heldBy = (element: PDFDict): ReadonlyArray<unknown> =>
  (arrayIn(element, "K")?.asArray() ?? [field(element, "K")]).map((each) =>
    each instanceof PDFDict
      ? (field(each, "Obj") ?? numberIn(each, "MCID"))
      : each instanceof PDFNumber
        ? each.asNumber()
        : each
  )

/** The problems of a structure, each in a line. */
export const structureProblems = async (pdf: Uint8Array): Promise<ReadonlyArray<string>> => {
  const { catalog, context, sheets } = await readFile(pdf)
  const problems: Array<string> = []
  if (field(dictIn(catalog, "MarkInfo"), "Marked") !== PDFBool.True)
    problems.push("the file does not say that it is tagged")
  if (!isText(field(catalog, "Lang"))) problems.push("the file does not say its language")
  const root = dictIn(catalog, "StructTreeRoot")
  const owners = new Map(
    pairsOf(dictIn(root, "ParentTree"), "Nums").map(([key, value]) => [
      key instanceof PDFNumber ? key.asNumber() : -1,
      value
    ])
  )
  const elements = new Set<unknown>()
  const ids = new Set<string>()
  const headers: Array<string> = []
  const walk = (ref: unknown, parent: unknown): void => {
    if (!(ref instanceof PDFRef)) return
    const element = context.lookup(ref)
    if (!(element instanceof PDFDict)) {
      problems.push(`${ref} is no element`)
      return
    }
    if (elements.has(ref)) problems.push(`${ref} stands twice in the tree`)
    elements.add(ref)
    if (field(element, "P") !== parent) problems.push(`${ref} has another parent`)
    const id = field(element, "ID")
    if (isText(id)) {
      if (ids.has(bytesOf(id))) problems.push(`${ref} has an identifier of another`)
      ids.add(bytesOf(id))
    }
    for (const each of arrayIn(element, "A")?.asArray() ?? []) {
      const named = each instanceof PDFDict ? (arrayIn(each, "Headers")?.asArray() ?? []) : []
      headers.push(...named.filter(isText).map(bytesOf))
    }
    for (const kid of arrayIn(element, "K")?.asArray() ?? []) walk(kid, ref)
  }
  for (const each of arrayIn(root, "K")?.asArray() ?? []) walk(each, field(catalog, "StructTreeRoot"))
  const named = pairsOf(dictIn(root, "IDTree"), "Names").map(([name]) => (isText(name) ? bytesOf(name) : ""))
  if (named.join() !== [...ids].sort().join()) problems.push("the tree of identifiers has others")
  for (const header of headers) if (!ids.has(header)) problems.push(`no cell is called ${header}`)
  for (const [index, ref] of sheets.entries()) {
    const sheet = context.lookup(ref, PDFDict)
    const content = contentOf(context, sheet)
    const marks = marksIn(content)
    if (hasLooseText(content)) problems.push(`sheet ${index + 1} has text without a mark`)
    const own = context.lookup(owners.get(numberIn(sheet, "StructParents") ?? -1))
    for (const mark of marks) {
      const element = own instanceof PDFArray ? own.get(mark) : undefined
      const found = element instanceof PDFRef ? context.lookup(element) : undefined
      if (!elements.has(element)) problems.push(`content ${mark} of sheet ${index + 1} has no element in the tree`)
      else if (found instanceof PDFDict && !heldBy(found).includes(mark))
        problems.push(`${element} does not hold ${mark}`)
    }
    for (const annotation of arrayIn(sheet, "Annots")?.asArray() ?? []) {
      const key = numberIn(context.lookup(annotation, PDFDict), "StructParent") ?? -1
      const element = owners.get(key)
      const found = context.lookup(element)
      if (!elements.has(element)) problems.push(`link ${key} of sheet ${index + 1} has no element in the tree`)
      else if (found instanceof PDFDict && !heldBy(found).includes(annotation)) {
        problems.push(`${element} does not hold link ${annotation}`)
      }
    }
  }
  return problems
}
