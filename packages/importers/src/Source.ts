/** The interface of a source (a function that reads a URL) and the helpers that all sources share. */
import { type Conflict, type Invalid, invalid, type Unavailable } from "@lectern/core/errors/Errors"
import type { ImportOutline, ImportRequest, ImportSink } from "@lectern/core/imports/Importer"
import { type FetchedBytes, fetchBytes } from "@lectern/core/outbound/FetchedBytes"
import type { OutboundService } from "@lectern/core/outbound/Outbound"
import { type Task, Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"

/**
 * Reads a URL of one kind: passes each page and file to the sink and returns their order. Fails with `Invalid` (field
 * `url`) if the URL cannot be read as that kind.
 */
export type Source = (
  request: ImportRequest,
  sink: ImportSink,
  outbound: OutboundService
) => Effect.Effect<ImportOutline, Invalid | Conflict | Unavailable, Workers>

/** Runs a task on the worker pool. */
export const compute = <I, O>(task: Task<I, O>, input: I): Effect.Effect<O, Conflict | Unavailable, Workers> =>
  Effect.flatMap(Workers, (workers) => workers.run(task, input))

/** The maximum size of each kind of content in bytes, after decompression. */
export const maxBytes = {
  /** An HTML or markdown page. */
  page: 5 * 1024 * 1024,
  /** A docx document. */
  document: 50 * 1024 * 1024,
  /** An archive. */
  archive: 200 * 1024 * 1024,
  /** An image or another file. */
  file: 20 * 1024 * 1024,
  /** All files of one import together. */
  files: 500 * 1024 * 1024
} as const

const ok = (status: number): boolean => status >= 200 && status < 300

/** Fails the import because of its URL. `problem` completes a sentence that begins with `url`. */
export const unreadable = (problem: string): Invalid => invalid("url", problem)

/**
 * Fetches content that the import requires, and returns the body of a 2xx response. Any other response, or a body that
 * is too large, fails with `Invalid`.
 */
export const fetchRequired = (
  outbound: OutboundService,
  url: string,
  limit: number
): Effect.Effect<FetchedBytes, Invalid> =>
  fetchBytes(outbound, { url, maxBytes: limit }).pipe(
    Effect.mapError((error) => unreadable(error.message)),
    Effect.filterOrFail(
      ({ status }) => ok(status),
      ({ status }) => unreadable(`${url} answered ${status}`)
    )
  )

/** Fetches optional content: the body of a 2xx response, or a sentence that says why there is none. */
export const fetchOptional = (
  outbound: OutboundService,
  url: string,
  limit: number
): Effect.Effect<FetchedBytes | string> =>
  fetchBytes(outbound, { url, maxBytes: limit }).pipe(
    Effect.map((answer) => (ok(answer.status) ? answer : `${url}: answered ${answer.status}`)),
    Effect.catchAll((error) => Effect.succeed(error.message))
  )
