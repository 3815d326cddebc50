/**
 * The texts of one edit, each parsed once. Long ones are parsed by a rehearsal before the transaction, which then only
 * parses the texts that are still missing.
 */
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { inlineSize, type WorkersService } from "../../foundation/workers/Workers.js"
import { Unprepared } from "../../storage/rows/PreparedTransaction.js"
import { documentHash } from "../items/DocumentHash.js"
import type { DocumentRepositoryService } from "../items/DocumentRepository.js"
import type { SentText } from "../pages/TextReader.js"
import { hashTask, readSent, sentTask } from "../pages/TextReading.js"

/** The failures of reading texts. */
export type TextError = Conflict | Unavailable | Unprepared

/** Parses and takes texts. */
export interface PageTexts {
  /** The content of a text that was sent. */
  readonly sent: (markdown: string) => Effect.Effect<SentText, TextError>
  /** Takes the body of a page, and returns its id. */
  readonly put: (markdown: string) => Effect.Effect<string, TextError>
  /** The text of a body, taken before or stored. */
  readonly markdown: (space: string, body: string) => Effect.Effect<string, Unavailable>
}

/** The texts of one edit, before and in its transaction. */
export interface EditTexts {
  /** Parses everything, in a worker if need be. */
  readonly rehearsal: PageTexts
  /** For the transaction. Fails with {@link Unprepared} rather than parse more than `limit` characters. */
  readonly final: (limit: number) => PageTexts
  /** The texts of the bodies that were taken, by their ids; they are stored with the revision. */
  readonly bodies: ReadonlyMap<string, string>
}

/** The length of text that is parsed inside a transaction without a rehearsal, in characters. */
export const unrehearsed = inlineSize

/** Creates the texts of an edit. */
export const makePageTexts = (workers: WorkersService, documents: DocumentRepositoryService): EditTexts => {
  const sent = new Map<string, SentText>()
  const hashes = new Map<string, string>()
  const bodies = new Map<string, string>()

  const take = (markdown: string, hash: string): string => {
    hashes.set(markdown, hash)
    bodies.set(hash, markdown)
    return hash
  }
  const markdown: PageTexts["markdown"] = (space, body) => {
    const taken = bodies.get(body)
    return taken === undefined ? documents.markdown(space, body) : Effect.succeed(taken)
  }
  const rehearsal: PageTexts = {
    sent: (markdown) => {
      const known = sent.get(markdown)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.tap(workers.run(sentTask, markdown), (read) => Effect.sync(() => sent.set(markdown, read)))
    },
    put: (markdown) => {
      const known = hashes.get(markdown)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.map(workers.run(hashTask, markdown), (hash) => take(markdown, hash))
    },
    markdown
  }
  const final: EditTexts["final"] = (limit) => {
    let left = limit
    const reading = <A>(
      markdown: string,
      read: Effect.Effect<A, Unavailable>
    ): Effect.Effect<A, Unavailable | Unprepared> =>
      Effect.suspend((): Effect.Effect<A, Unavailable | Unprepared> => {
        left -= markdown.length
        return left < 0 ? new Unprepared() : read
      })
    return {
      sent: (markdown) => {
        const known = sent.get(markdown)
        if (known !== undefined) return Effect.succeed(known)
        return Effect.tap(reading(markdown, readSent(markdown)), (read) => Effect.sync(() => sent.set(markdown, read)))
      },
      put: (markdown) => {
        const known = hashes.get(markdown)
        if (known !== undefined) return Effect.succeed(known)
        return reading(
          markdown,
          Effect.sync(() => take(markdown, documentHash(markdown)))
        )
      },
      markdown
    }
  }
  return { rehearsal, final, bodies }
}
