/** A receiver of a webhook that delivers the events of all spaces. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import type { Histories } from "./Histories.js"
import type { ToldEvent } from "./History.js"
import type { Work } from "./Work.js"
import { asked, eventsOf } from "./World.js"

/** A receiver that answers each message with 200. */
export interface Receiver {
  /** Waits for the events of a history when all clients have finished, and records which came first. */
  readonly receive: (work: Work) => Promise<void>
  readonly stop: () => Promise<void>
}

/** How long events may take until they are delivered, in milliseconds: the job may start ten seconds after a kill. */
const longest = 60_000

interface Delivered extends ToldEvent {
  readonly space: string
}

/** Starts a receiver, and makes its webhook. */
export const startReceiver = async ({ fleet, world }: Histories): Promise<Receiver> => {
  // The first delivery of an event counts: it may be delivered again after a kill.
  const delivered = new Map<string, Delivered>()
  const server = createServer((request, response) => {
    const take = (body: unknown): void => {
      const event = body as Delivered
      if (!delivered.has(event.id)) delivered.set(event.id, event)
      response.end()
    }
    // A server that is killed may leave half a message.
    json(request).then(take, () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const path = `orgs/${world.organization}/webhooks`
  const { id } = await asked(fleet, { method: "POST", path, body: { url, events: ["space_content_updated"] } })
  const deliveredTo = async (space: string, start: string, until: number): Promise<ReadonlyArray<ToldEvent>> => {
    const expected = await eventsOf(fleet, space, start)
    while (expected.some((event) => !delivered.has(event.id)) && Date.now() < until) await setTimeout(50)
    return [...delivered.values()].filter((event) => event.space === space)
  }
  return {
    receive: async ({ afterwards, recorder, starts }) => {
      afterwards.push(async () => {
        const until = Date.now() + longest
        for (const [space, start] of starts) {
          const invoked = recorder.tick()
          const told = await deliveredTo(space, start, until)
          const follower = "the webhook"
          recorder.record({ kind: "told", space, follower, told, isAll: true, invoked, completed: recorder.tick() })
        }
      })
    },
    stop: async () => {
      await asked(fleet, { method: "DELETE", path: `${path}/${id}` })
      server.close()
      server.closeAllConnections()
    }
  }
}
