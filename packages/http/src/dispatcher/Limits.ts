/** How large a request may be: the one table of it. What a field of a body may have is in its Schema. */

/** The limits of requests. What is beyond them is refused before it is looked at. */
export const requestLimits = {
  /** Bytes of path and query: 414. */
  url: 16 * 1024,
  /** Parameters of a query: 400. */
  queryParameters: 500,
  /** Header lines, where the server of Lectern reads them: 431. */
  headers: 100,
  /** Bytes of the first line and the headers together, there too: 431. */
  headerBytes: 32 * 1024,
  /** Bytes of a body that says nothing else: 413. */
  body: 1024 * 1024,
  /** Bytes of a batch of changes: 413. */
  batch: 32 * 1024 * 1024,
  /** Bytes of a form: 413. */
  form: 64 * 1024,
  /** Values in a JSON body, arrays and objects included: 400. */
  jsonValues: 100_000,
  /** Arrays and objects inside of one another in a JSON body: 400. */
  jsonLevels: 100
} as const

/** How long a client of the server of Lectern may take, in milliseconds: 408, or a connection that is cut off. */
export const requestTimes = {
  /** From the beginning of a request to the end of its headers. */
  headers: 60_000,
  /** From the first byte to the last of a body that is read as a whole. */
  body: 300_000,
  /** From one byte to the next of a body that is read as it comes. */
  silence: 60_000
} as const
