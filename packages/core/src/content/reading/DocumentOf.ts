/** Texts as documents. */
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { inlineSize, type WorkersService } from "../../foundation/workers/Workers.js"
import type { DocumentNode } from "../../text/markdown/DocumentNode.js"
import { SendsDocuments, WrittenDocument } from "../../text/markdown/WrittenDocument.js"
import { type DialectText, documentTask, writtenDocumentTask } from "../dialects/DialectTasks.js"

/** The document of a text or, for callers that pass it on and if it is large, its serialized form. */
export const documentOf = (
  workers: WorkersService,
  text: DialectText
): Effect.Effect<DocumentNode, Conflict | Unavailable> =>
  Effect.flatMap(SendsDocuments, (sends) =>
    sends && text.markdown.length > inlineSize
      ? Effect.map(workers.run(writtenDocumentTask, text), (json) => new WrittenDocument(json))
      : workers.run(documentTask, text)
  )
