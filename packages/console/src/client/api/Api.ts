/** Calls of the `/v1` API as the person who is signed in. */
import { at, authorizing, tokenNow } from "./Session.js"

/** An answer that is no success. */
export class ApiError extends Error {
  readonly status: number
  /** The rest of the answer, such as the merged text of a conflict. */
  readonly answer: { readonly error?: { readonly merged?: string; readonly message?: string } }
  constructor(status: number, answer: ApiError["answer"]) {
    super(answer.error?.message ?? `the server answered ${status}`)
    this.status = status
    this.answer = answer
  }
}

/** Whether a failure means that the server was not reached, or cannot answer now: trying again may help. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

/** Whether a failure means that something is not there, or not for this person. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403)

/** Parts of a call in addition to its method and path. */
export interface CallOptions {
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Whether the call goes on when this page is closed; its body may have about 60 KB then. */
  readonly keepalive?: boolean
  /** Makes a call that is sent again have one effect. */
  readonly key?: string
  /** The revision that a change is based on; it is refused if there is another one by now. */
  readonly match?: string
  readonly accept?: string
  /** How the call is preferably answered. */
  readonly prefer?: string
}

/** Calls the API, signed in again if need be. Rejects with {@link ApiError}, or with `TypeError` if there is no connection. */
export const request = async (method: string, path: string, options: CallOptions = {}): Promise<Response> => {
  const { accept, body, keepalive = false, key, match, prefer, signal } = options
  let token = await tokenNow()
  for (;;) {
    const response = await fetch(at(`/v1${path}`), {
      method,
      keepalive,
      headers: {
        ...authorizing(token),
        ...(accept !== undefined && { accept }),
        ...(prefer !== undefined && { prefer }),
        ...(key !== undefined && { "idempotency-key": key }),
        ...(match !== undefined && { "if-match": `"${match}"` }),
        ...(body !== undefined && { "content-type": "application/json" })
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal })
    })
    if (response.ok) return response
    if (response.status === 401) {
      token = await tokenNow(true)
      continue
    }
    throw new ApiError(response.status, await response.json().catch(() => ({})))
  }
}

/** Calls the API, and reads the answer; `undefined` if it has none. */
export const json = async <A>(method: string, path: string, options?: CallOptions): Promise<A> => {
  const response = await request(method, path, options)
  return (response.status === 204 ? undefined : await response.json()) as A
}

/** Reads. */
export const get = <A>(path: string, options?: CallOptions): Promise<A> => json("GET", path, options)

/** Whether something is there, for this person. */
export const isThere = (path: string): Promise<boolean> =>
  get(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    }
  )

/** Posts. */
export const post = <A>(path: string, body: unknown, options?: CallOptions): Promise<A> =>
  json("POST", path, { ...options, body })

/** A list of the API, all of its pages. */
export const all = async <A>(path: string): Promise<ReadonlyArray<A>> => {
  const items: Array<A> = []
  let page: string | undefined
  do {
    const mark = path.includes("?") ? "&" : "?"
    const query: string = page === undefined ? "" : `&page=${encodeURIComponent(page)}`
    const found = await get<{ items: ReadonlyArray<A>; next?: { page: string } }>(`${path}${mark}limit=100${query}`)
    items.push(...found.items)
    page = found.next?.page
  } while (page !== undefined)
  return items
}
