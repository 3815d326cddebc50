/**
 * Documents that are passed on as JSON: serialized where they are parsed, so that millions of nodes are never in memory
 * together.
 */
import * as Context from "effect/Context"
import type { DocumentNode } from "./DocumentNode.js"

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
