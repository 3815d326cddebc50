/**
 * A server with the interface of S3 and one bucket in memory, for tests: it is strict about signatures and hashes, and
 * fails where a test tells it to.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Answer, type Bucket, operationOf, operations, refuse } from "./bucket.js"
import { type Identity, refusalOf } from "./signature.js"

/**
 * How a request fails: `busy` with the code SlowDown, `broken` with status 500, `reset` in the middle of its body,
 * `lost` after it was carried out, `cut` in the middle of its answer, `changed` with one other byte in its answer.
 */
export type Fault = "busy" | "broken" | "reset" | "lost" | "cut" | "changed"

/** A server and its state. */
export interface S3Server extends Bucket, Identity {
  readonly bucket: string
  readonly endpoint: string
  /** The operations that were requested, in order. */
  readonly requested: Array<string>
  /** Called for every request: how it fails, if it does. */
  fault: (operation: string, name: string) => Fault | undefined
}

const bodyOf = async (request: IncomingMessage, reset: boolean): Promise<Buffer | undefined> => {
  const pieces: Array<Buffer> = []
  for await (const piece of request as AsyncIterable<Buffer>) {
    if (reset) {
      request.socket.destroy()
      return undefined
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const send = (response: ServerResponse, answer: Answer, fault: Fault | undefined): void => {
  const { headers, status } = answer
  const kept = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.body ?? "")
  const body =
    fault === "changed" && kept.length > 0 ? Buffer.concat([Buffer.of(kept[0]! ^ 1), kept.subarray(1)]) : kept
  response.writeHead(status, { ...headers, ...(status !== 204 && { "content-length": String(body.length) }) })
  if (fault !== "cut") response.end(body)
  else if (body.length < 2) response.socket?.destroy()
  else response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy())
}

/** Starts a server with an empty bucket, until the scope ends. */
export const s3Server = (
  given: Partial<Pick<S3Server, "pageSize" | "smallestPart">> = {}
): Effect.Effect<S3Server, never, Scope.Scope> =>
  Effect.gen(function* () {
    const server = createServer((request, response) => {
      answer(request, response).catch(() => response.socket?.destroy())
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    )
    const { port } = server.address() as AddressInfo
    const state: S3Server = {
      bucket: "docs",
      keyId: "key-of-a-test",
      secret: "secret-of-a-test",
      region: "eu-test-1",
      endpoint: `http://127.0.0.1:${port}`,
      objects: new Map(),
      uploads: new Map(),
      pageSize: 1000,
      smallestPart: 0,
      requested: [],
      fault: () => undefined,
      ...given
    }
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { searchParams: query, pathname } = new URL(request.url ?? "", "http://host")
      const path = decodeURIComponent(pathname)
      const byHost = request.headers.host?.startsWith(`${state.bucket}.`) === true
      const inBucket = byHost || path.startsWith(`/${state.bucket}/`)
      const name = byHost ? path.slice(1) : path.slice(state.bucket.length + 2)
      const operation = operationOf(request.method ?? "", name, query)
      if (operation !== undefined) state.requested.push(operation)
      const fault = operation === undefined ? undefined : state.fault(operation, name)
      const body = await bodyOf(request, fault === "reset")
      if (body === undefined) return
      const refusal = refusalOf(request, body, state)
      const carryOut = operation === undefined ? undefined : operations[operation]
      const done = (): Answer => {
        if (refusal !== undefined) return refuse(refusal)
        if (!inBucket) return refuse({ status: 404, code: "NoSuchBucket" })
        if (carryOut === undefined) return refuse({ status: 501, code: "NotImplemented" })
        if (fault === "busy") return refuse({ status: 503, code: "SlowDown" })
        if (fault === "broken") return { status: 500 }
        return carryOut(state, { name, query, range: request.headers.range, body })
      }
      const made = done()
      if (fault === "lost") response.socket?.destroy()
      else send(response, made, fault)
    }
    return state
  })
