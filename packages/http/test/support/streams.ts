/** Reading server-sent events. */

/** The text of a body; of a stream, which does not end, the beginning. */
export const textOf = async (response: Response): Promise<string> => {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return response.text()
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

/** A message as received. */
export interface Message {
  readonly id?: string
  readonly event?: string
  readonly retry?: string
  readonly data?: unknown
}

const parsed = (frame: string): Message =>
  Object.fromEntries(
    frame.split("\n").flatMap((line) => {
      const [name = "", ...rest] = line.split(": ")
      const value = rest.join(": ")
      return name === "" || name.startsWith(":") ? [] : [[name, name === "data" ? JSON.parse(value) : value]]
    })
  )

/** The messages of a stream, without comments, until it ends; leaving the loop closes it. */
export async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const frames = text.split("\n\n")
      text = frames.pop() ?? ""
      for (const frame of frames) if (frame !== ":") yield parsed(frame)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
