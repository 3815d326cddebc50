/**
 * The texts of one edit, each parsed once. Long ones are parsed by a rehearsal before the transaction, which then only
 * parses what is still missing.
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

/** Says that there is more to parse than is allowed inside a transaction. */
export class Unprepared extends Data.TaggedError("Unprepared") {}

/** The failures of reading texts. */
export type TextError = Conflict | Unavailable | Unprepared

/** Parses and stores texts. */
export interface PageTexts {
  /** The content of a text that was sent. */
  readonly sent: (markdown: string) => Effect.Effect<SentText, TextError>
  /** Stores the body of a page, and returns its id. */
  readonly put: (space: string, markdown: string) => Effect.Effect<string, TextError>
}

/** The readings of one edit. */
export interface EditTexts {
  /** Parses everything, in a worker if need be, and stores no bodies. */
  readonly rehearsal: PageTexts
  /** Stores bodies, in a transaction. Fails with {@link Unprepared} rather than parse more than `limit` characters. */
  readonly final: (limit: number, organization?: string) => PageTexts
  /** The readings of stored texts, by the id of the body. */
  readonly readings: ReadonlyMap<string, StoredText>
}

/** How much text is parsed inside a transaction without a rehearsal, in characters. */
export const unrehearsed = inlineSize

/**
 * Creates the texts of an edit; `indexed` says whether the readings of stored texts are needed, which is only so for
 * main.
 */
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
  const final: EditTexts["final"] = (limit, organization) => {
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
        return Effect.flatMap(hash, (own) => documents.put(space, markdown, own, organization))
      }
    }
  }
  return { rehearsal, final, readings }
}
