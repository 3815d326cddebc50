/** Addresses that audit events are not posted to, whatever `--audit-url` says. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { startServerHere } from "../inProcess.js"
import { temporaryFolder } from "../program.js"

const [folder, remove] = temporaryFolder()
const asked: Array<string> = []

/** A server on an address of this machine, which notes each request and answers with a status. */
const listen = async (address: string, status: number, location = ""): Promise<Server> => {
  const server = createServer((request, response) => {
    asked.push(request.url ?? "")
    request.resume().on("end", () => response.writeHead(status, location === "" ? {} : { location }).end())
  })
  await new Promise<void>((resolve) => void server.listen(0, address, resolve))
  return server
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port

let receiver: Server
let hidden: Server
let redirecting: Server

beforeAll(async () => {
  receiver = await listen("127.0.0.1", 204)
  hidden = await listen("127.0.0.2", 204)
  redirecting = await listen("127.0.0.1", 307, `http://127.0.0.2:${portOf(hidden)}/private`)
})

afterAll(() => {
  for (const server of [receiver, hidden, redirecting]) server.close()
  remove()
})

it.each<[what: string, at: () => string, allow: ReadonlyArray<string>, said: string, reached: ReadonlyArray<string>]>([
  ["this machine", () => `http://127.0.0.1:${portOf(receiver)}/events`, [], ": this is not a public address", []],
  ["the metadata of a cloud", () => "http://169.254.169.254/latest", [], ": this is not a public address", []],
  [
    "where an allowed address redirects to",
    () => `http://127.0.0.1:${portOf(redirecting)}/away`,
    ["--fetch-allow", "127.0.0.1/32"],
    " answered with status 307",
    ["/away?key=hush"]
  ]
])("audit events are not posted to %s, and the log says so without the query", async (_, at, allow, said, reached) => {
  asked.length = 0
  const copy = ["--audit-url", `${at()}?key=hush`, "--audit-secret", "a-secret-of-the-receiver"]
  const server = await startServerHere(folder, ["--storage", "memory", "--import-docs", "none", ...copy, ...allow])
  const refusal = () =>
    server
      .log()
      .split("\n")
      .find((line) => line.includes("audit events could not be copied"))
  await vi.waitFor(() => expect(refusal()).toBeDefined(), { timeout: 20_000, interval: 10 })
  expect(refusal()).toContain(`${at()}${said}`)
  await server.stop()
  expect(server.log()).not.toContain("hush")
  expect(new Set(asked)).toEqual(new Set(reached))
})
