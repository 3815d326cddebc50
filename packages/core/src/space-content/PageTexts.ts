/**
 * The texts of one edit, each read once. Long ones are read by a rehearsal before the transaction, in which only what
 * has not been read before is read.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { DocumentRepositoryService } from "../content/DocumentRepository.js"
import { documentHash } from "../content/DocumentRepository.js"
import {
  hashTask,
  readSent,
  readStored,
  type SentText,
  type StoredText,
  sentTask,
  storedTask
} from "../content/TextReading.js"
import type { Conflict, Unavailable } from "../errors/Errors.js"
import { inlineSize, type WorkersService } from "../workers/Workers.js"

/** There is more to read than may be read inside a transaction. */
export class Unprepared extends Data.TaggedError("Unprepared") {}

/** What reading texts fails with. */
export type TextError = Conflict | Unavailable | Unprepared

/** Reads and keeps texts. */
export interface PageTexts {
  /** What a text that was sent says. */
  readonly sent: (markdown: string) => Effect.Effect<SentText, TextError>
  /** Keeps the body of a page, and gives its id. */
  readonly put: (space: string, markdown: string) => Effect.Effect<string, TextError>
}

/** The readings of one edit. */
export interface EditTexts {
  /** Reads everything, wherever long work is done, and keeps no body. */
  readonly rehearsal: PageTexts
  /** Keeps bodies, in a transaction. Fails with {@link Unprepared} rather than read more than `limit` characters. */
  readonly final: (limit: number) => PageTexts
  /** What was read of stored texts, by the id of the body. */
  readonly readings: ReadonlyMap<string, StoredText>
}

/** How much text is read inside a transaction that was not rehearsed, in characters. */
export const unrehearsed = inlineSize

/** Nothing read yet; `indexed` tells whether what is stored of texts is needed, which main has only. */
export const makePageTexts = (
  workers: WorkersService,
  documents: DocumentRepositoryService,
  indexed: boolean
): EditTexts => {
  const sent = new Map<string, SentText>()
  const bodies = new Map<string, string>()
  const readings = new Map<string, StoredText>()

  const remember = (markdown: string, reading: StoredText): string => {
    bodies.set(markdown, reading.document)
    readings.set(reading.document, reading)
    return reading.document
  }
  const rehearsal: PageTexts = {
    sent: (markdown) => {
      const known = sent.get(markdown)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.tap(workers.run(sentTask, markdown), (read) => Effect.sync(() => sent.set(markdown, read)))
    },
    put: (_, markdown) => {
      const known = bodies.get(markdown)
      if (known !== undefined) return Effect.succeed(known)
      return indexed
        ? Effect.map(workers.run(storedTask, markdown), (reading) => remember(markdown, reading))
        : Effect.tap(workers.run(hashTask, markdown), (hash) => Effect.sync(() => bodies.set(markdown, hash)))
    }
  }
  const final = (limit: number): PageTexts => {
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
      put: (space, markdown) => {
        const known = bodies.get(markdown)
        const hash =
          known !== undefined
            ? Effect.succeed(known)
            : reading(
                markdown,
                indexed
                  ? Effect.map(readStored(markdown), (reading) => remember(markdown, reading))
                  : Effect.sync(() => {
                      const own = documentHash(markdown)
                      bodies.set(markdown, own)
                      return own
                    })
              )
        return Effect.flatMap(hash, (own) => documents.put(space, markdown, own))
      }
    }
  }
  return { rehearsal, final, readings }
}
