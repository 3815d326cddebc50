/** A receiver of webhooks in one `node:http` server. */
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { Event } from "@lectern/core/events/Event"
import { Webhook } from "standardwebhooks"

/** The largest message that is read, in bytes: events are small. */
const maxBytes = 100_000

/** The bytes of a request; `undefined` if there are too many. */
const bodyOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * A server that answers 204 to messages signed with the secret, `whsec_…`, and gives the event of each to `onEvent`
 * once. All others get 401.
 */
export const receiver = (secret: string, onEvent: (event: Event) => void): Server => {
  const webhook = new Webhook(secret)
  // A message may arrive twice. A program that must not act twice after a restart keeps these ids in its database.
  const seen = new Set<string>()
  return createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (body === undefined) {
      response.writeHead(413).end()
      return
    }
    const id = String(request.headers["webhook-id"])
    try {
      // The bytes themselves are signed: parsing them and writing them again might change them.
      const event = webhook.verify(body, request.headers as Record<string, string>) as Event
      if (!seen.has(id)) onEvent(event)
      seen.add(id)
      response.writeHead(204).end()
    } catch (error) {
      response.writeHead(401).end(String(error))
    }
  })
}
