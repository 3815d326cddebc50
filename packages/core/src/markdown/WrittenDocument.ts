/**
 * Documents that are passed on as JSON: serialized where they are parsed, so that nobody holds millions of nodes for
 * it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../errors/Errors.js"
import { inlineSize, type WorkersService } from "../workers/Workers.js"
import type { DocumentNode } from "./DocumentNode.js"
import { documentTask, writtenDocumentTask } from "./TextTasks.js"

/** A value that is already serialized as JSON, in UTF-8. */
export class WrittenJson {
  constructor(readonly json: Uint8Array) {}
  toJSON(): unknown {
    return JSON.parse(new TextDecoder().decode(this.json))
  }
}

/** Whether the caller passes documents on as JSON, and accepts {@link WrittenJson} in place of a large one. */
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
      ? Effect.map(
          workers.run(writtenDocumentTask, markdown),
          // Nobody but the one who asked for it sees that it is no node.
          (json) => new WrittenJson(json) as unknown as DocumentNode
        )
      : workers.run(documentTask, markdown)
  )
