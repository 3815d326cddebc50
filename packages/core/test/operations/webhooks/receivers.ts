/** Receivers of webhooks on this machine, and checks of what they get. */
import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { EventType } from "@lectern/core/events/Event"
import { Outbound, OutboundError, type OutboundRequest } from "@lectern/core/outbound/Outbound"
import { Effect, Layer, type Scope, Stream } from "effect"
import { parseRanges } from "../../../../node/src/outbound/Addresses.js"
import * as GuardedFetch from "../../../../node/src/outbound/GuardedFetch.js"

/** What was posted. */
export interface Received {
  readonly headers: Readonly<Record<string, unknown>> | IncomingHttpHeaders
  readonly body: string
  readonly event: { readonly id: string; readonly type: EventType | "webhook_test"; readonly space?: string }
}

/** The real client, which may reach this machine. */
export const outbound = GuardedFetch.layer({ allow: parseRanges("127.0.0.0/8") ?? [] })

/** A receiver that answers as the test says, 204 by default. */
export const receiver = (
  respond: (received: Received, response: ServerResponse) => void = (_, response) => response.writeHead(204).end()
): Effect.Effect<{ readonly url: string; readonly received: ReadonlyArray<Received> }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const server = createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8")
      request.on("data", (chunk) => {
        body += chunk
      })
      request.on("end", () => {
        const one = { headers: request.headers, body, event: JSON.parse(body) }
        received.push(one)
        respond(one, response)
      })
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
  })

/** An answer of {@link scripted}: a status with headers, or why there is none. */
export type Scripted = readonly [status: number, headers?: Readonly<Record<string, string>>, body?: string] | "timeout"

/** A client whose receivers answer by a script, without taking any time; it keeps what was sent, and when. */
export const scripted = (answer: (request: OutboundRequest, attempt: number) => Scripted) => {
  const sent: Array<Received & { readonly time: number }> = []
  const layer = Layer.succeed(Outbound, {
    fetch: (request) =>
      Effect.clockWith((clock) =>
        Effect.flatMap(clock.currentTimeMillis, (time) => {
          const body = request.post?.body ?? ""
          sent.push({ headers: request.headers ?? {}, body, event: JSON.parse(body), time })
          const found = answer(request, sent.length)
          if (found === "timeout") {
            return Effect.fail(new OutboundError({ reason: "timeout", message: `${request.url}: took too long` }))
          }
          const [status, headers = {}, text = ""] = found
          return Effect.succeed({
            url: request.url,
            status,
            headers,
            body: Stream.make(new TextEncoder().encode(text))
          })
        })
      )
  })
  return { layer, sent }
}

/** How many of these secrets have signed a message, of which no other signature is there. */
export const signers = ({ body, headers }: Received, secrets: ReadonlyArray<string>): number => {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const expected = secrets.map((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64")
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  })
  const found = String(headers["webhook-signature"]).split(" ")
  return found.every((each) => expected.includes(each)) ? found.length : 0
}
