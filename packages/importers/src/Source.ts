/** The interface of a source, a function that reads a URL, and what all sources share. */
import { type Conflict, type Invalid, invalid, type Unavailable } from "@lectern/core/errors/Errors"
import type { ImportOutline, ImportRequest, ImportSink } from "@lectern/core/imports/Importer"
import { type FetchedBytes, fetchBytes, type OutboundService } from "@lectern/core/outbound/Outbound"
import { type Task, Workers } from "@lectern/core/workers/Workers"
import { Effect } from "effect"

/**
 * Reads a URL of one kind: passes every page and file to the sink and returns their order. Fails with `Invalid` (field
 * `url`) if the URL cannot be read as that kind.
 */
export type Source = (
  request: ImportRequest,
  sink: ImportSink,
  outbound: OutboundService
) => Effect.Effect<ImportOutline, Invalid | Conflict | Unavailable, Workers>

/** Runs a task of a source. */
export const compute = <I, O>(task: Task<I, O>, input: I): Effect.Effect<O, Conflict | Unavailable, Workers> =>
  Effect.flatMap(Workers, (workers) => workers.run(task, input))

/** The maximum size of each kind of content in bytes, after decompression. */
export const maxBytes = {
  /** A page, of HTML or markdown. */
  page: 5 * 1024 * 1024,
  /** A docx document. */
  document: 50 * 1024 * 1024,
  /** An archive. */
  archive: 200 * 1024 * 1024,
  /** An image or another file. */
  file: 20 * 1024 * 1024,
  /** The files of one import together. */
  files: 500 * 1024 * 1024
} as const

const ok = (status: number): boolean => status >= 200 && status < 300

/** A problem with the imported address, as the failure of the import. `problem` continues the sentence after `url`. */
export const unreadable = (problem: string): Invalid => invalid("url", problem)

/**
 * The body of an answer of status 2xx, for content that an import requires: anything else, or a larger body, is
 * `Invalid`.
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

/** The body of an answer of status 2xx, or a sentence that says why there is none, for optional content. */
export const fetchOptional = (
  outbound: OutboundService,
  url: string,
  limit: number
): Effect.Effect<FetchedBytes | string> =>
  fetchBytes(outbound, { url, maxBytes: limit }).pipe(
    Effect.map((answer) => (ok(answer.status) ? answer : `${url}: answered ${answer.status}`)),
    Effect.catchAll((error) => Effect.succeed(error.message))
  )
