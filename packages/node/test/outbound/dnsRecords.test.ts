import { createSocket, type Socket } from "node:dgram"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { DomainRecords } from "@lectern/core/outbound/DomainRecords"
import * as DnsRecords from "@lectern/node/outbound/DnsRecords"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"

/** A name server with some TXT records: RFC 1035, as far as a resolver uses it. */
let server: Socket
const zone: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  "a.example": [["v=spf1 -all"], ["in ", "two parts"]],
  "empty.example": []
}

const nameIn = (query: Buffer): { readonly name: string; readonly end: number } => {
  const labels: Array<string> = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), end: at + 5 }
}

const answerTo = (query: Buffer): Buffer | undefined => {
  const { end, name } = nameIn(query)
  if (name === "silent.example") return undefined
  const records = zone[name]
  const answers = (records ?? []).map((parts) => {
    const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])))
    const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length])
    return Buffer.concat([head, data])
  })
  const refusal = name === "broken.example" ? 2 : records === undefined ? 3 : 0
  const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80 | refusal, 0, 1, 0, answers.length, 0, 0, 0, 0])
  return Buffer.concat([head, query.subarray(12, end), ...answers])
}

beforeAll(async () => {
  server = createSocket("udp4", (query, { address, port }) => {
    const answer = answerTo(query)
    if (answer !== undefined) server.send(answer, port, address)
  }).bind(0, "127.0.0.1")
  await once(server, "listening")
})
afterAll(() => server.close())

const texts = (name: string) => {
  const { port } = server.address() as AddressInfo
  return Effect.flatMap(DomainRecords, (records) => records.texts(name)).pipe(
    Effect.provide(DnsRecords.layer({ servers: [`127.0.0.1:${port}`], timeout: 100 })),
    Effect.either,
    Effect.runPromise
  )
}

it.each([
  ["a.example", ["v=spf1 -all", "in two parts"]],
  ["empty.example", []],
  ["unknown.example", []]
])("finds the texts of %s", async (name, expected) => {
  const found = await texts(name)
  expect(found).toMatchObject({ _tag: "Right" })
  expect([...(found._tag === "Right" ? found.right : [])].sort()).toEqual([...expected].sort())
})

it.each(["silent.example", "broken.example"])("says that there is no answer about %s", async (name) => {
  expect(await texts(name)).toMatchObject({ _tag: "Left", left: { reason: "unreachable" } })
})
