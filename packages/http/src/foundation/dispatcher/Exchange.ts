/** Platform-independent requests and answers: adapters for `fetch` and for `node:http` are a few lines each. */

/** A request as the dispatcher sees it. */
export interface HttpRequest {
  /** In upper case. */
  readonly method: string
  /** Path and query as sent, undecoded; an absolute URL is accepted too. */
  readonly url: string
  /** The path of a larger application that this is served below, such as `/api`, which `url` does not have. */
  readonly basePath?: string
  /** The network address that it came from, if the platform knows it. */
  readonly address?: string | undefined
  /** Whether it was encrypted in transit, if the platform or a proxy knows. */
  readonly secure?: boolean | undefined
  /** A header by its lower-case name; repeated ones joined by a comma. */
  readonly header: (name: string) => string | undefined
  /** All headers, as they were sent. */
  readonly headers: () => Headers
  /**
   * Reads the body; `undefined` if it is longer than `limit` bytes. No more than `limit` bytes are buffered. Rejects
   * when the client goes away.
   */
  readonly body: (limit: number) => Promise<Uint8Array | undefined>
  /**
   * Reads the body as it arrives, instead of `body`, and no faster than it is consumed; leaving the loop leaves the
   * rest unread. Throws if the client goes away, or sends nothing for too long.
   */
  readonly stream: () => AsyncIterable<Uint8Array>
}

/** A body that is read as the client consumes it; leaving the loop over `chunks` ends the reading. */
export interface StreamedBody {
  /** Its size in bytes; `undefined` if that is not known before it is sent. */
  readonly length: number | undefined
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Any value that a body can be. */
export type Body = string | Uint8Array | StreamedBody

/** Whether a body is streamed. */
export const isStreamed = (body: Body): body is StreamedBody => typeof body === "object" && "chunks" in body

/** A complete answer. `body` is present for HEAD too, for its length, and must not be sent then. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body | undefined
  readonly headOnly: boolean
}

/** Stops the work on a request whose client has gone away. */
export type Cancel = () => void

/** Handles a request and calls `respond` once, now or later; not at all after a cancel. */
export type Handle = (request: HttpRequest, respond: (response: HttpResponse) => void) => Cancel

/** The answer of an operation, without the headers that every answer has. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
  readonly contentType?: string
  /** A strong entity tag, without quotes. */
  readonly tag?: string
  /** Whether only pages of the same origin may read it; otherwise, pages of all origins may. */
  readonly sameOrigin?: boolean
  /** Whether the body may be compressed; a streamed one never is. */
  readonly compressible?: boolean
  /** The cache of the compressed body of an answer that is sent more than once. */
  readonly compressed?: { body?: Uint8Array }
}

/** A JSON answer from a value. */
export const jsonAnswer = (status: number, value: unknown, more?: Partial<Answer>): Answer =>
  jsonTextAnswer(status, JSON.stringify(value), more)

/** A JSON answer from serialized text, as a string or in UTF-8. */
export const jsonTextAnswer = (status: number, body: string | Uint8Array, more?: Partial<Answer>): Answer => ({
  status,
  body,
  contentType: "application/json",
  compressible: true,
  ...more
})
