/**
 * Documents that are passed on as JSON: serialized where they are parsed, so that millions of nodes are never in memory
 * together.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { inlineSize, type WorkersService } from "../../foundation/workers/Workers.js"
import type { DocumentNode } from "./DocumentNode.js"
import { documentTask, writtenDocumentTask } from "./TextTasks.js"

/** A document that is already serialized as JSON, in UTF-8; its nodes are only there. */
export class WrittenDocument implements DocumentNode {
  readonly object = "document"
  constructor(readonly json: Uint8Array) {}
  toJSON(): unknown {
    return JSON.parse(new TextDecoder().decode(this.json))
  }
}

/** Whether the caller passes documents on as JSON, and accepts {@link WrittenDocument} in place of a large one. */
export class SendsDocuments extends Context.Reference<SendsDocuments>()("@lectern/core/SendsDocuments", {
  defaultValue: () => false
}) {}

/** The document of a text or, for callers that pass it on and if it is large, its serialized form. */
export const documentOf = (
  workers: WorkersService,
  markdown: string
): Effect.Effect<DocumentNode, Conflict | Unavailable> =>
  Effect.flatMap(SendsDocuments, (sends) =>
    sends && markdown.length > inlineSize
      ? Effect.map(workers.run(writtenDocumentTask, markdown), (json) => new WrittenDocument(json))
      : workers.run(documentTask, markdown)
  )
