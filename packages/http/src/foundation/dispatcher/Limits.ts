/** The limits of requests, in one table. The limits of the fields of a body are in its Schema. */

/** The limits of requests. Anything beyond them is refused before it is processed. */
export const requestLimits = {
  /** Bytes of path and query: 414. */
  url: 16 * 1024,
  /** Parameters of a query: 400. */
  queryParameters: 500,
  /** Header lines, if they are read by Lectern's own server: 431. */
  headers: 100,
  /** Bytes of the request line and the headers together, likewise: 431. */
  headerBytes: 32 * 1024,
  /** Bytes of a body without another limit: 413. */
  body: 1024 * 1024,
  /** Bytes of a batch of changes: 413. */
  batch: 32 * 1024 * 1024,
  /** Bytes of a form: 413. */
  form: 64 * 1024,
  /** Values in a JSON body, arrays and objects included: 400. */
  jsonValues: 100_000,
  /** Nesting of arrays and objects in a JSON body: 400. */
  jsonLevels: 100
} as const

/** How long a client of Lectern's own server may take, in milliseconds: 408, or a closed connection. */
export const requestTimes = {
  /** From the start of a request to the end of its headers. */
  headers: 60_000,
  /** From the first byte to the last of a body that is read as a whole. */
  body: 300_000,
  /** Between two bytes of a body that is streamed. */
  silence: 60_000
} as const
