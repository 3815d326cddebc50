/**
 * Reads a specification from its source: fetched with the files it refers to on the same server, parsed and validated.
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { fetchBytes } from "../../foundation/outbound/FetchedBytes.js"
import type { OutboundError, OutboundService } from "../../foundation/outbound/Outbound.js"
import type { WorkersService } from "../../foundation/workers/Workers.js"
import { fileOf } from "../../text/openapi/SpecFiles.js"
import type { ProcessErrorCode } from "./OpenAPISpec.js"
import { type KeptSpec, readingTask, referencesTask, type SpecTexts } from "./SpecTasks.js"

/** The reason why there is no specification; `message` is for logs. */
export class SpecError extends Data.TaggedError("SpecError")<{
  readonly code: ProcessErrorCode
  readonly message: string
}> {}

/** The limits on the files fetched for one specification. */
const limits = {
  files: 100,
  /** The maximum length of a chain of references between files. */
  depth: 20,
  bytes: 20_000_000,
  time: Duration.seconds(60)
}

/** The validators that a server sent with a file, for conditional requests. */
export interface Freshness {
  readonly tag?: string
  readonly modified?: string
}

/** A specification that was fetched; `unchanged` if the server says that it has not changed. */
export type Fetched =
  | { readonly unchanged: true }
  | { readonly unchanged: false; readonly spec: KeptSpec; readonly freshness: Freshness }

const parseError = (message: string) => new SpecError({ code: "PARSE_ERROR", message })

/** Parses texts as a specification, or returns why they are not one. */
const checked = (workers: WorkersService, texts: SpecTexts): Effect.Effect<KeptSpec, SpecError | Unavailable> =>
  Effect.flatMap(computed(workers.run(readingTask, texts)), (read) =>
    "problem" in read ? parseError(read.problem) : Effect.succeed(read)
  )

/** Reports a computation that exceeds its time or memory limit as unreadable. */
const computed = <A>(computing: Effect.Effect<A, Conflict | Unavailable>): Effect.Effect<A, SpecError | Unavailable> =>
  Effect.catchTag(computing, "Conflict", ({ message }) => parseError(message))

/** The specification in a text. */
export const readText = (
  workers: WorkersService,
  text: Uint8Array
): Effect.Effect<KeptSpec, SpecError | Unavailable> => {
  const entry = /^\s*\{/.test(new TextDecoder().decode(text.subarray(0, 1024))) ? "openapi.json" : "openapi.yaml"
  return checked(workers, { entry, texts: { [entry]: text } })
}

const fetchError = ({ message, reason }: OutboundError) =>
  new SpecError({ code: reason === "timeout" ? "FETCH_TIMEOUT" : "FETCH_ERROR", message })

const conditions = ({ modified, tag }: Freshness): Readonly<Record<string, string>> => ({
  ...(tag !== undefined && { "if-none-match": tag }),
  ...(modified !== undefined && { "if-modified-since": modified })
})

const accept = "application/json, application/yaml, text/yaml;q=0.9, */*;q=0.8"

/** The specification at a URL, with the files of the same server that it refers to. */
export const readUrl = (
  outbound: OutboundService,
  workers: WorkersService,
  url: string,
  known: Freshness
): Effect.Effect<Fetched, SpecError | Unavailable> => {
  let bytes = 0
  const fetch = Effect.fnUntraced(function* (address: string, conditional: Freshness) {
    const answer = yield* Effect.mapError(
      fetchBytes(outbound, {
        url: address,
        headers: { accept, ...conditions(conditional) },
        maxBytes: limits.bytes - bytes,
        timeout: limits.time
      }),
      fetchError
    )
    bytes += answer.bytes.length
    return answer
  })
  return Effect.gen(function* () {
    const { href: entry, origin } = Object.assign(new URL(url), { hash: "" })
    const first = yield* fetch(entry, known)
    if (first.status === 304 && (known.tag ?? known.modified) !== undefined) return { unchanged: true } as const
    const texts: Record<string, Uint8Array> = {}
    let level = [entry]
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > limits.depth) return yield* parseError(`more than ${limits.depth} references from file to file`)
      const next = new Set<string>()
      for (const name of level) {
        const { bytes: text, status } = name === entry ? first : yield* fetch(name, {})
        if (status < 200 || status > 299) {
          return yield* new SpecError({ code: "FETCH_ERROR", message: `${name}: answered ${status}` })
        }
        texts[name] = text
        const read = yield* computed(workers.run(referencesTask, { name, text }))
        if ("problem" in read) return yield* parseError(read.problem)
        for (const reference of read.references) {
          const file = fileOf(reference, name)
          if (file === undefined || file in texts || level.includes(file)) continue
          if (new URL(file).origin === origin) next.add(file)
        }
      }
      level = [...next]
      if (Object.keys(texts).length + level.length > limits.files) {
        return yield* parseError(`more than ${limits.files} files`)
      }
    }
    const spec = yield* checked(workers, { entry, texts })
    const { etag, "last-modified": modified } = first.headers
    // A specification made of several files cannot be revalidated by one condition.
    const alone = Object.keys(texts).length === 1
    const freshness = {
      ...(alone && etag !== undefined && { tag: etag }),
      ...(alone && modified !== undefined && { modified })
    }
    return { unchanged: false, spec, freshness } as const
  }).pipe(
    Effect.timeoutFail({
      duration: limits.time,
      onTimeout: () => new SpecError({ code: "FETCH_TIMEOUT", message: `${url}: took too long` })
    })
  )
}
