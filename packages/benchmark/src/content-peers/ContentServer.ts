/** The description of a content server that is measured: its address, its requests, and how to read its answers. */
import type { Document } from "./Documents.js"

/** A request without the address and the token. */
export interface Call {
  readonly method: "GET" | "POST" | "PATCH"
  readonly path: string
  /** JSON. */
  readonly body?: string
}

/** The requests of a kind of server, each the way its manual describes. */
export interface ContentApi {
  /** The `i`th document with its body. */
  readonly get: (i: number) => Call
  /** The 100 documents of a section without their bodies. */
  readonly list: (section: number) => Call
  /** The first 20 documents with a word in their title or body. */
  readonly search: (word: string) => Call
  readonly create: (document: Document) => Call
  /** Replaces the body of the `i`th document. */
  readonly update: (i: number, body: string) => Call
  /** The document that the answer to {@link create} is about. */
  readonly created: (answer: unknown) => Call
  /** The body in the answer to {@link get}. */
  readonly bodyIn: (answer: unknown) => unknown
  /** The documents in the answer to {@link list} and {@link search}. */
  readonly itemsIn: (answer: unknown) => unknown
}

/** A running content server with all documents. */
export interface ContentServer extends ContentApi {
  /** Its name and version. */
  readonly name: string
  readonly address: string
  /** The id of its process. */
  readonly process: number
  /** The header with the token. */
  readonly authorization: string
}

/** How many documents a search returns at most. */
export const found = 20

/** The field of a value at a path of names; `undefined` if there is none. */
export const fieldOf = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>(
    (within, name) => (typeof within === "object" && within !== null ? Reflect.get(within, name) : undefined),
    value
  )

/** A request that reads. */
export const reading = (path: string): Call => ({ method: "GET", path })

/** A request that writes a value as JSON. */
export const writing = (method: "POST" | "PATCH", path: string, value: unknown): Call => ({
  method,
  path,
  body: JSON.stringify(value)
})

/** The headers of a request to a server. */
export const headersOf = ({ authorization }: Pick<ContentServer, "authorization">): Record<string, string> => ({
  authorization,
  "content-type": "application/json"
})

/** Sends one request and returns its answer. Throws if its status is not one of success. */
export const answered = async (server: ContentServer, { body, method, path }: Call): Promise<unknown> => {
  const response = await fetch(`${server.address}${path}`, {
    method,
    headers: headersOf(server),
    ...(body !== undefined && { body })
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${server.name}: ${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
