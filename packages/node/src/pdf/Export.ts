/** From a document that Typst has laid out to a PDF: accessible to the letter of PDF/UA-1 where Typst can promise it. */
import type { NodeCompiler, NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler"

/** The standard that PDFs conform to. */
const standard = "ua-1"

/** A PDF, and whether it conforms to {@link standard}. */
export interface Exported {
  readonly pdf: Uint8Array
  readonly isAccessible: boolean
}

/**
 * The bytes of a PDF: of {@link standard}, or where Typst finds something that it forbids, tagged all the same; so too
 * where `isAccessible` says that what comes with it does not conform.
 */
export const exportPdf = (compiler: NodeCompiler, document: NodeTypstDocument, isAccessible = true): Exported => {
  if (!isAccessible) return { pdf: compiler.pdf(document), isAccessible }
  try {
    return { pdf: compiler.pdf(document, { pdfStandard: standard }), isAccessible: true }
  } catch {
    return { pdf: compiler.pdf(document), isAccessible: false }
  }
}
