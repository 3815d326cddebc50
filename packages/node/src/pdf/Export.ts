/** Exports a document that Typst has laid out to PDF: as PDF/UA-1 where Typst can guarantee conformance. */
import type { NodeCompiler, NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler"

/** The standard to which PDFs conform. */
const standard = "ua-1"

/** A PDF, and whether it conforms to {@link standard}. */
export interface Exported {
  readonly pdf: Uint8Array
  readonly isAccessible: boolean
}

/**
 * Exports a document as {@link standard}. If Typst finds something that the standard forbids, or `isAccessible` says
 * that other parts do not conform, the PDF is still tagged but does not claim conformance.
 */
export const exportPdf = (compiler: NodeCompiler, document: NodeTypstDocument, isAccessible = true): Exported => {
  if (!isAccessible) return { pdf: compiler.pdf(document), isAccessible }
  try {
    return { pdf: compiler.pdf(document, { pdfStandard: standard }), isAccessible: true }
  } catch {
    return { pdf: compiler.pdf(document), isAccessible: false }
  }
}
