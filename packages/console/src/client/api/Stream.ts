/**
 * One stream of everything that this page follows: a browser has six connections to a host, so it cannot have one for each.
 */
import { isTemporary, request } from "./Api.js"

/** Something to follow, with where to continue. */
export interface Subscription {
  /** What is asked for now, with the position that was seen last. */
  readonly subject: () => object
  readonly next: (message: Message) => void
  /**
   * Called when the server has begun to send. Whoever has no position yet may have missed what happened between what they
   * have read and now.
   */
  readonly begun?: () => void
}

/** What happened to something that is followed: an event, something typed, or its end. */
export interface Message {
  readonly event?: unknown
  readonly live?: unknown
  readonly ended?: unknown
}

const isMessage = (value: unknown): value is Message & { readonly subscription: number } =>
  typeof value === "object" && value !== null && "subscription" in value && typeof value.subscription === "number"

const subscriptions = new Set<Subscription>()
let running: AbortController | undefined
let waiting: ReturnType<typeof setTimeout> | undefined

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** The messages of a body of server-sent events. */
async function* messagesIn(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const frames = (text + value).split("\n\n")
    text = frames.pop() ?? ""
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data !== undefined) yield data
    }
  }
}

const run = async (followed: ReadonlyArray<Subscription>, signal: AbortSignal): Promise<void> => {
  for (let wait = 1000; !signal.aborted; wait = Math.min(2 * wait, 5_000)) {
    try {
      const body = { subscriptions: followed.map(({ subject }) => subject()) }
      const response = await request("POST", "/stream", { body, signal })
      for (const { begun } of followed) begun?.()
      for await (const data of messagesIn(response.body!)) {
        if (signal.aborted) return
        wait = 1000
        const message: unknown = JSON.parse(data)
        if (isMessage(message)) followed[message.subscription]?.next(message)
      }
    } catch (error) {
      if (signal.aborted) return
      // One thing that cannot be followed any more must not end the others: they are asked for one by one.
      if (!isTemporary(error)) {
        const [only, ...others] = followed
        if (others.length === 0) return only?.next({ ended: { message: (error as Error).message } })
        await Promise.all(followed.map((each) => run([each], signal)))
        return
      }
    }
    await pause(wait, signal)
  }
}

const begin = () => {
  waiting = undefined
  running?.abort()
  running = undefined
  if (subscriptions.size === 0) return
  running = new AbortController()
  void run([...subscriptions], running.signal)
}

/** Several changes in a row, as when a page opens, make one new stream. */
const restart = () => {
  if (waiting === undefined) waiting = setTimeout(begin, 20)
}

/** Follows something until the returned function is called. */
export const follow = (subscription: Subscription): (() => void) => {
  subscriptions.add(subscription)
  restart()
  return () => {
    subscriptions.delete(subscription)
    restart()
  }
}
