/** The other ports of an engine, measured. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import type { OutboundService } from "../../foundation/outbound/Outbound.js"
import { counting, metrics, timing } from "../../foundation/telemetry/Metrics.js"
import { outcomeOf, spanned } from "../../foundation/telemetry/Spans.js"
import type { WorkersService } from "../../foundation/workers/Workers.js"
import type { BlobStoreService } from "../../storage/blobs/BlobStore.js"
import type { SearchIndexService } from "../../text/search-index/SearchIndex.js"

const searches = timing(metrics.searchDuration)
const bytes = counting(metrics.blobBytes)
const tasks = counting(metrics.tasks)
const taskDurations = timing(metrics.taskDuration)
const fetches = counting(metrics.fetches)
const fetchDurations = timing(metrics.fetchDuration)

/** A search index whose queries are measured, and whose writes are spans. */
export const observedSearchIndex = (index: SearchIndexService): SearchIndexService => ({
  ...index,
  replacePages: (space, pages) => spanned("search.replace", { kind: "client" }, index.replacePages(space, pages)),
  removeSpace: (space) => spanned("search.remove", { kind: "client" }, index.removeSpace(space)),
  query: (query) => {
    const attributes = { "lectern.search.tokens": query.tokens.length }
    const ended = (seconds: number): void => searches(seconds)
    return spanned("search.query", { kind: "client", attributes, ended }, index.query(query))
  },
  sizes: (scope) => spanned("search.sizes", { kind: "client" }, index.sizes(scope)),
  lengths: (blocks) => spanned("search.lengths", { kind: "client" }, index.lengths(blocks)),
  vocabulary: (space, wanted) => spanned("search.vocabulary", { kind: "client" }, index.vocabulary(space, wanted)),
  read: (places) => spanned("search.read", { kind: "client" }, index.read(places))
})

const counted = <E>(direction: "in" | "out", chunks: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E> =>
  Stream.map(chunks, (chunk) => {
    bytes(chunk.length, direction)
    return chunk
  })

/** A blob store whose bytes are counted as they are read and written. */
export const observedBlobs = (blobs: BlobStoreService): BlobStoreService => ({
  ...blobs,
  put: (hash, content) =>
    spanned(
      "blobs.put",
      { kind: "client", attributes: { "lectern.blob.bytes": content.length } },
      Effect.tap(blobs.put(hash, content), () => Effect.sync(() => bytes(content.length, "in")))
    ),
  putStream: (content) => spanned("blobs.put", { kind: "client" }, blobs.putStream(counted("in", content))),
  get: (hash) =>
    spanned(
      "blobs.get",
      { kind: "client" },
      Effect.tap(blobs.get(hash), (content) => Effect.sync(() => bytes(content?.length ?? 0, "out")))
    ),
  read: (hash, range) => counted("out", blobs.read(hash, range))
})

/** Workers whose tasks are spans. */
export const observedWorkers = (workers: WorkersService): WorkersService => ({
  ...workers,
  run: (task, input) =>
    spanned(
      `worker ${task.name}`,
      {
        attributes: { "lectern.task": task.name },
        ended: (seconds, exit) => {
          tasks(1, task.name, outcomeOf(exit))
          taskDurations(seconds, task.name)
        }
      },
      workers.run(task, input)
    )
})

/** The server that a URL names, and nothing else of the URL. */
const serverOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "")

/** Outbound fetches as spans, which name the server but not the URL. */
export const observedOutbound = (outbound: OutboundService): OutboundService => ({
  ...outbound,
  fetch: (request) => {
    const attributes = { "http.request.method": "GET", "server.address": serverOf(request.url) }
    return spanned(
      "outbound.fetch",
      {
        kind: "client",
        attributes,
        ending: (span, exit) => {
          if (Exit.isSuccess(exit)) span.attribute("http.response.status_code", exit.value.status)
        },
        ended: (seconds, exit) => {
          const refusal = Exit.isFailure(exit) && exit.cause._tag === "Fail" ? exit.cause.error.reason : outcomeOf(exit)
          fetches(1, refusal)
          fetchDurations(seconds)
        }
      },
      outbound.fetch(request)
    )
  }
})
