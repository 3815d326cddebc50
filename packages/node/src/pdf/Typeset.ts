/** Typesets a document with Typst in this process; `TypesetProcess` does so in a separate process. */
import { readFileSync } from "node:fs"
import { join, sep } from "node:path"
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler"
import type { Spot } from "./Frame.js"
import { prepare, problemsOf, type Share } from "./Prepare.js"
import type { Trials } from "./Preparing.js"
import { template } from "./Template.js"

/** The standard to which PDFs conform. */
const standard = "ua-1"

/** A PDF, and whether it conforms to {@link standard}. */
interface Exported {
  readonly pdf: Uint8Array
  readonly isAccessible: boolean
}

/**
 * Exports a document as {@link standard}. If Typst finds something that the standard forbids, or `isAccessible` says
 * that other parts do not conform, the PDF is still tagged but does not claim conformance.
 */
const exportPdf = (compiler: NodeCompiler, document: NodeTypstDocument, isAccessible = true): Exported => {
  if (!isAccessible) return { pdf: compiler.pdf(document), isAccessible }
  try {
    return { pdf: compiler.pdf(document, { pdfStandard: standard }), isAccessible: true }
  } catch {
    return { pdf: compiler.pdf(document), isAccessible: false }
  }
}

/** A PDF, and the content that it could not show properly. */
export interface Typeset {
  readonly pdf: Uint8Array
  readonly missing: ReadonlyArray<string>
  /** Whether it conforms to PDF/UA-1. */
  readonly isAccessible: boolean
  /** The problems of content that is not shown properly, in sentences for users. */
  readonly problems: ReadonlyArray<string>
  /** How many formulas are partly shown as source text. */
  readonly unread: number
  /** The positions of the titles and headings of a part; empty otherwise. */
  readonly spots: ReadonlyArray<Spot>
}

/** The items of a list that pass a test, which is applied to as many items together as possible, by bisection. */
const passing = <A>(all: ReadonlyArray<A>, passes: (some: ReadonlyArray<A>) => boolean): ReadonlyArray<A> => {
  if (all.length === 0 || passes(all)) return all
  if (all.length === 1) return []
  const half = Math.ceil(all.length / 2)
  return [...passing(all.slice(0, half), passes), ...passing(all.slice(half), passes)]
}

const compiles = (compiler: NodeCompiler, mainFileContent: string): boolean => {
  const result = compiler.compile({ mainFileContent })
  return result.result !== null
}

/** The root folder of Typst. It does not exist: Typst gets every file from memory and cannot read any other. */
const root = join(sep, "lectern-without-files")

const trialsWith = (compiler: NodeCompiler): Trials => ({
  formulas: (formulas) =>
    new Set(
      passing(formulas, (some) => {
        compiler.mapShadow(join(root, "formulas.json"), Buffer.from(JSON.stringify(some)))
        return compiles(compiler, `#for each in json("/formulas.json") { math.equation(eval(each, mode: "math")) }`)
      })
    ),
  images: (files) => {
    for (const [path, bytes] of files) compiler.mapShadow(join(root, path), Buffer.from(bytes))
    const found = passing([...files.keys()], (some) => {
      compiler.mapShadow(join(root, "images.json"), Buffer.from(JSON.stringify(some)))
      return compiles(compiler, `#for each in json("/images.json") { image(each, width: 10pt) }`)
    })
    return new Set(found)
  }
})

/** Typesets a document, or a share of one. Throws if Typst fails. */
export const typeset = (document: PdfDocument, share?: Share): Typeset => {
  const trials = trialsWith(NodeCompiler.create({ workspace: root }))
  const { data, files, fontFiles, missing, unread } = prepare(document, trials, share)
  const compiler = NodeCompiler.create({
    workspace: root,
    fontArgs: [{ fontBlobs: fontFiles.map((file) => readFileSync(file)) }]
  })
  for (const [path, bytes] of files) compiler.mapShadow(join(root, path), Buffer.from(bytes))
  compiler.mapShadow(join(root, "document.json"), Buffer.from(JSON.stringify(data)))
  const compiled = compiler.compile({ mainFileContent: template })
  if (compiled.result === null) {
    const problems = compiled.takeDiagnostics()?.shortDiagnostics ?? []
    throw new Error(`Typst: ${JSON.stringify(problems).slice(0, 2000)}`)
  }
  const spots: ReadonlyArray<ReadonlyArray<Spot>> =
    share?.mode === "body" ? compiler.query(compiled.result, { selector: "<lectern-spots>", field: "value" }) : []
  const exported = exportPdf(compiler, compiled.result, share?.mode !== "frame" || share.isAccessible)
  return { ...exported, missing, unread, problems: problemsOf(missing, unread), spots: spots.flat() }
}
