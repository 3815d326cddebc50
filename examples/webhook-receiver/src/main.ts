/** A workspace in memory, which posts its events to a receiver in the same program. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Event } from "@lectern/core/events/Event"
import * as Lectern from "@lectern/core/Lectern"
import { parseRanges } from "@lectern/node/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { receiver } from "./Receiver.js"

/** A port that is free. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

// Webhooks reach public addresses, and this machine only because it is allowed here.
const outbound = GuardedFetch.layer({ allow: parseRanges("127.0.0.1/32") ?? [] })
const lectern = await Lectern.open({ storage: MemoryStorage.open(), outbound })
const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
const { organizations, spaces, webhooks } = lectern.as(ada.id)
const organization = await organizations.create({ title: "Example" })

const url = `http://127.0.0.1:${await freePort()}/`
const webhook = await webhooks.create(organization.id, { url, events: ["space_created", "space_deleted"] })
console.log(`the webhook is ${webhook.status}, and its secret begins with ${webhook.secret.slice(0, 6)}`)

const received: Array<Event> = []
let tell = () => {}
const server = receiver(webhook.secret, (event) => {
  received.push(event)
  tell()
})
server.listen(Number(new URL(url).port), "127.0.0.1")
await once(server, "listening")

const { responseStatus, status } = await webhooks.test(organization.id, webhook.id)
console.log(`the test was ${status}, with ${responseStatus}`)

const both = new Promise<void>((resolve) => {
  tell = () => {
    if (received.length === 3) resolve()
  }
})
const space = await spaces.create(organization.id, { title: "Handbook" })
await spaces.remove(space.id)
await both
console.log(received.map(({ type }) => type).join(", "))

const forged = await fetch(url, { method: "POST", body: JSON.stringify(received[0]) })
console.log(`a message that nobody signed gets ${forged.status}`)

const { secret } = await webhooks.rotate(organization.id, webhook.id)
console.log(`the secret after a rotation is ${secret === webhook.secret ? "the same" : "another one"}`)
const again = await webhooks.test(organization.id, webhook.id)
console.log(`the receiver, which has the one before, answers the next test with ${again.responseStatus}`)

await new Promise((resolve) => server.close(resolve))
await lectern.close()
