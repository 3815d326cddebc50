/** A server of specifications, and the port that fetches from it. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Outbound, OutboundError } from "@lectern/core/outbound/Outbound"
import { Effect, Layer, Stream } from "effect"

/** The answer of the server at a path. */
export interface Page {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Never answers. */
  readonly silent?: boolean
}

/** A running server. `pages` may be changed; `requests` are the requested paths, with a condition if any. */
export interface SpecServer {
  readonly base: string
  readonly pages: Map<string, Page>
  readonly requests: Array<string>
}

/** A server of its own for a test. */
export const specServer = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<SpecServer & { readonly close: () => void }>((resolve) => {
        const pages = new Map<string, Page>()
        const requests: Array<string> = []
        const server = createServer((request, response) => {
          const condition = request.headers["if-none-match"]
          requests.push(`${request.url}${condition === undefined ? "" : ` ${condition}`}`)
          const page = pages.get(request.url ?? "")
          if (page?.silent === true) return
          if (page !== undefined && condition !== undefined && condition === page.headers?.etag) {
            response.writeHead(304).end()
            return
          }
          response.writeHead(page?.status ?? (page === undefined ? 404 : 200), page?.headers).end(page?.body)
        })
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo
          const close = () => {
            server.closeAllConnections()
            server.close()
          }
          resolve({ base: `http://127.0.0.1:${port}`, pages, requests, close })
        })
      })
  ),
  ({ close }) => Effect.sync(close)
)

/** Fetches with the platform's own `fetch`, and refuses an answer that is longer than asked for. */
export const fetching = Layer.succeed(Outbound, {
  fetch: ({ headers, maxBytes, url }) =>
    Effect.tryPromise({
      try: async (signal) => {
        const answer = await fetch(url, { signal, ...(headers !== undefined && { headers }) })
        return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
      },
      catch: () => new OutboundError({ reason: "unreachable", message: `${url}: no answer` })
    }).pipe(
      Effect.filterOrFail(
        ({ bytes }) => bytes.length <= maxBytes,
        () => new OutboundError({ reason: "too-large", message: `${url}: too large` })
      ),
      Effect.map(({ answer, bytes }) => ({
        url: answer.url,
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Stream.make(bytes)
      }))
    )
})
