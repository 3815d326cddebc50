/** When the responses to requests that arrive together are sent. */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import type { Handle } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { afterEach, expect, it } from "vitest"

let server: Server | undefined

afterEach(() => server?.close())

/** Sends all of this in one piece to a server, and returns the server's answer until it closes the connection. */
const sentBy = async (handle: (socket: Socket) => Handle, paths: ReadonlyArray<string>): Promise<string> => {
  let serving: Socket | undefined
  server = createServer((request, response) => handleListener(handle(serving ?? request.socket))(request, response))
  server.on("connection", (socket) => {
    serving = socket
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1")
  const last = paths.length - 1
  client.end(
    paths
      .map((path, i) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${i === last ? "Connection: close\r\n" : ""}\r\n`)
      .join("")
  )
  let text = ""
  for await (const chunk of client) text += chunk
  return text
}

const busyFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

it("sends all of them, in the order of the requests", async () => {
  const paths = Array.from({ length: 300 }, (_, i) => `/${i}`)
  const text = await sentBy(
    () => (request, respond) => {
      respond({ status: 200, headers: {}, body: `<${request.url}>`, headOnly: false })
      return () => {}
    },
    paths
  )
  expect([...text.matchAll(/<(.*?)>/g)].map(([, path]) => path)).toEqual(paths)
})

it("holds none while a later request takes long", async () => {
  const written: Array<boolean> = []
  await sentBy(
    (socket) => (request, respond) => {
      written.push(socket.bytesWritten > 0)
      if (request.url === "/long") busyFor(20)
      respond({ status: 200, headers: {}, body: "", headOnly: false })
      return () => {}
    },
    ["/short", "/long", "/after"]
  )
  expect(written).toEqual([false, false, true])
})
