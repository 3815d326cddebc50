/** Requests and answers without a platform: adapters for `fetch` and for `node:http` are a few lines each. */

/** A request as the dispatcher sees it. */
export interface HttpRequest {
  /** In upper case. */
  readonly method: string
  /** Path and query as sent, undecoded; an absolute address is taken too. */
  readonly url: string
  /** The network address that it came from, where the platform tells. */
  readonly address?: string | undefined
  /** Whether it was encrypted on its way, where the platform or a proxy tells. */
  readonly secure?: boolean | undefined
  /** A header by its lower-case name; several lines joined by a comma. */
  readonly header: (name: string) => string | undefined
  /**
   * Reads the body; `undefined` when it is longer than `limit` bytes, and then no more than that was kept. Rejects
   * when the client goes away.
   */
  readonly body: (limit: number) => Promise<Uint8Array | undefined>
  /**
   * Reads the body as it comes, instead of `body`, and no faster than it is taken; leaving the loop leaves the rest unread.
   * Throws when the client goes away or sends nothing for long.
   */
  readonly stream: () => AsyncIterable<Uint8Array>
}

/** A body that is read as the client takes it; leaving the loop over `chunks` ends the reading. */
export interface StreamedBody {
  readonly length: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Whatever a body can be. */
export type Body = string | Uint8Array | StreamedBody

/** Whether a body is read as it is taken. */
export const isStreamed = (body: Body): body is StreamedBody => typeof body === "object" && "chunks" in body

/** A complete answer. `body` is there for HEAD too, for its length, and must then not be sent. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body | undefined
  readonly headOnly: boolean
}

/** Stops the work on a request whose client has gone away. */
export type Cancel = () => void

/** Takes a request, calls `respond` once, now or later; not at all after a cancel. */
export type Handle = (request: HttpRequest, respond: (response: HttpResponse) => void) => Cancel

/** What an operation gives, before the headers that every answer has. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
  readonly contentType?: string
  /** A strong entity tag, without quotes. */
  readonly tag?: string
  /** Whether pages of other origins are kept from reading it, which else all may. */
  readonly sameOrigin?: boolean
  /** Whether the body may be compressed; a streamed one never is. */
  readonly compressible?: boolean
}

/** An answer in JSON that is at hand. */
export const jsonAnswer = (status: number, value: unknown, more?: Partial<Answer>): Answer =>
  jsonTextAnswer(status, JSON.stringify(value), more)

/** An answer in JSON, of its text or that in UTF-8. */
export const jsonTextAnswer = (status: number, body: string | Uint8Array, more?: Partial<Answer>): Answer => ({
  status,
  body,
  contentType: "application/json",
  compressible: true,
  ...more
})
